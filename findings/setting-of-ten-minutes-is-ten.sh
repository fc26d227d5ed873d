#!/usr/bin/env bash
# A setting that is to be a number, checked by envalid.
# Guess: `num()` refuses `10m`, `1,5`, `1 000` and `0x10`, as it refuses words: the library is there to check what it's given, its readme
#   names "42", "0.23" and "1e5" as what `num` parses, and `port()` refuses `3000x`.
# Seen: envalid 8.2.0 reads up to the first character that doesn't fit and drops the rest: they're 10, 1, 1 and 0. env-var 7.5.0 refuses
#   all of them but the last, which is 0 as well as a float; as an integer it refuses that, too.
# Why it matters: a pause of `10m` is ten milliseconds or seconds, a limit of `1 000` is one. Units and such marks are what people write in
#   settings, and a bot that checks its settings when it starts says that they're fine.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E envalid@8.2.0 env-var@7.5.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import envVar from "env-var";
import { cleanEnv, num, port } from "envalid";

const version = (name) => `${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`;
console.log(`${version("envalid")}, ${version("env-var")}, Node.js ${process.version}`);
const reporter = ({ errors: { X } }) => {
  if (X) throw X;
};
const readers = {
  "envalid num": (X) => cleanEnv({ X }, { X: num() }, { reporter }).X,
  "envalid port": (X) => cleanEnv({ X }, { X: port() }, { reporter }).X,
  "env-var float": (X) => envVar.from({ X }).get("X").asFloat(),
  "env-var integer": (X) => envVar.from({ X }).get("X").asInt(),
};
const seen = [];
for (const [name, read] of Object.entries(readers)) {
  const results = ["3000", "ten", "10m", "1,5", "1 000", "0x10", "3000x"].map((text) => {
    try {
      return `${read(text)}`;
    } catch {
      return "refused";
    }
  });
  console.log(`${name}, of 3000, ten, 10m, 1,5, 1 000, 0x10 and 3000x: ${results.join(", ")}`);
  seen.push(results.join());
}
const expected = [
  "3000,refused,10,1,1,0,3000",
  "3000,refused,refused,refused,refused,refused,refused",
  "3000,refused,refused,refused,refused,0,refused",
  "3000,refused,refused,refused,refused,refused,refused",
];
if (seen.join("|") !== expected.join("|")) {
  console.log("envalid or env-var now reads these numbers otherwise.");
  process.exit(1);
}
SCRIPT
node try.mjs
