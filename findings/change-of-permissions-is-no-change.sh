#!/usr/bin/env bash
# The permissions of a role before and after a change, compared by jsondiffpatch.
# Guess: the change is found: a permission's bits are a BigInt in libraries for Discord, and jsondiffpatch says that it finds the
#   differences between two JavaScript objects.
# Seen: jsondiffpatch 0.7.7 finds none between two different BigInts: `diff` is `undefined`, as for equal objects, and of a
#   role whose name changed as well, only the name. A change from a BigInt to a text is found. microdiff 1.6.0 finds all of them.
# Why it matters: a log of what changed, or a check whether something has to be sent, overlooks that somebody became an
#   administrator. Names and colours, which one tries it with, are there. As texts, as Discord sends them, permissions are compared.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E jsondiffpatch@0.7.7 microdiff@1.6.0 discord-api-types@0.38.57 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { PermissionFlagsBits } from "discord-api-types/v10";
import * as jsondiffpatch from "jsondiffpatch";
import microdiff from "microdiff";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
console.log(`jsondiffpatch ${versionOf("jsondiffpatch")}, microdiff ${versionOf("microdiff")}, Node.js ${process.version}`);
const before = { name: "Staff", permissions: PermissionFlagsBits.KickMembers };
const roles = {
  "new permissions": { ...before, permissions: PermissionFlagsBits.Administrator },
  "new name and permissions": { name: "Team", permissions: PermissionFlagsBits.Administrator },
  "permissions as a text": { ...before, permissions: String(PermissionFlagsBits.Administrator) },
};
const seen = Object.entries(roles).map(([what, after]) => {
  const byJsondiffpatch = Object.keys(jsondiffpatch.diff(before, after) ?? {}).join("+") || "nothing";
  const byMicrodiff = microdiff(before, after).map(({ path }) => path.join(".")).join("+") || "nothing";
  console.log(`${what}: jsondiffpatch finds ${byJsondiffpatch}, microdiff finds ${byMicrodiff}`);
  return `${byJsondiffpatch}/${byMicrodiff}`;
});
if (seen.join(" ") !== "nothing/permissions name/name+permissions permissions/permissions") {
  console.log("jsondiffpatch now finds a change from one BigInt to another.");
  process.exit(1);
}
SCRIPT
node try.mjs
