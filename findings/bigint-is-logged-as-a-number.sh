#!/usr/bin/env bash
# A Discord id as a BigInt in a line of pino's log.
# Guess: its digits as a text, or an error: JSON has no BigInt, `JSON.stringify` refuses it, and pino's documentation names none.
# Seen: pino 10.4.0 writes a bare number of 18 digits, also in child loggers and inside of objects. pino's own reader,
#   pino-pretty 13.2.0, then shows another id: 123456789012345678 ends in 680.
# Why it matters: ids come as BigInt from a database that was told to keep them exact. The log has them right, but whoever
#   reads it with the usual tools looks for a person or a server that doesn't exist. `String(id)` is safe.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E pino@10.4.0 pino-pretty@13.2.0

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import pino from "pino";
import { prettyFactory } from "pino-pretty";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
console.log(`pino ${versionOf("pino")}, pino-pretty ${versionOf("pino-pretty")}`);
const lines = [];
const log = pino({ base: null, timestamp: false }, { write: (line) => lines.push(line.trim()) });
const user = 123456789012345678n;
log.info({ user }, "as BigInt");
log.info({ request: { user } }, "inside of an object");
log.child({ user }).info("in a child logger");
log.info({ user: String(user) }, "as text");
const shown = lines.map((line) => prettyFactory({ colorize: false, singleLine: true })(line).trim());
lines.forEach((line, index) => console.log(`${line}\n  ${shown[index]}`));
const isBare = lines.slice(0, 3).every((line) => line.includes(`"user":${user}`));
if (!isBare || !shown[0].includes("123456789012345680") || !shown[3].includes(String(user))) {
  console.log("A BigInt is no longer logged as a number, or pino-pretty keeps its digits.");
  process.exit(1);
}
SCRIPT
node try.mjs
