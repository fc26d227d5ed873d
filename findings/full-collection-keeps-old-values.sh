#!/usr/bin/env bash
# `set` of a collection that is full, in three libraries for bots.
# Guess: what is new takes the place of what is oldest, or isn't kept, and a key that is there already gets its new value: the
#   documentation of `maxSize` speaks of how many items there may be.
# Seen: with @discordeno/utils 21.0.0 a full collection changes nothing any more. A key that it has keeps the value that it had
#   when the last place was taken. discord.js 14.28.1 and seyfert 5.1.0 replace it, and drop the oldest entry for a new one.
#   `forceSet` replaces, but also adds without a limit.
# Why it matters: names, settings and limits that are kept with a bound on memory stay as they were on the day it filled up. On
#   a small server that day doesn't come, and after a restart all is right again for a while.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E @discordeno/utils@21.0.0 discord.js@14.28.1 seyfert@5.1.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { Collection } from "@discordeno/utils";
import { LimitedCollection } from "discord.js";
import seyfert from "seyfert";

const collections = {
  "@discordeno/utils": new Collection([], { maxSize: 2 }),
  "discord.js": new LimitedCollection({ maxSize: 2 }),
  seyfert: new seyfert.LimitedCollection({ limit: 2 }),
};
console.log(`Node.js ${process.version}`);
const seen = Object.entries(collections).map(([name, collection]) => {
  const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
  collection.set("mia", "Mia");
  collection.set("noor", "Noor");
  collection.set("noor", "Noor Lee");
  const renamed = collection.get("noor");
  collection.set("theo", "Theo");
  const found = `${renamed}, ${collection.get("mia") ?? "no Mia"}, ${collection.get("theo") ?? "no Theo"}`;
  console.log(`${name} ${version}, two places: Mia, Noor, then Noor renamed to Noor Lee, then Theo: ${found}`);
  return found;
});
if (seen.join("; ") !== "Noor, Mia, no Theo; Noor Lee, no Mia, Theo; Noor Lee, no Mia, Theo") {
  console.log("A full collection of Discordeno takes new values now, or another library's doesn't.");
  process.exit(1);
}
SCRIPT
node try.mjs
