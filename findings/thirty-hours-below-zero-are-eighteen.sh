#!/usr/bin/env bash
# A number of hours below zero in the format `[h]:mm`, written by numfmt.
# Guess: -30 hours are `-30:00`, as 30 hours are `30:00`: the readme calls `[h]` the elapsed time in hours, and -12 hours are `-12:00`.
# Seen: with numfmt 4.0.1 they are `-18:00`. From a day below zero on, the part of a day that is left over is added instead of taken away:
#   -25 hours are `-23:00` and -42 are `-6:00`; `[mm]` and `[h]:mm:ss` are off alike. Whole days, less than a day, and everything above
#   zero are right. ssf 0.11.2 gives an empty text for all times below zero.
# Why it matters: an account of hours shows a debt as half of what it is, and a larger debt as a smaller one. What was entered and what is
#   summed up is right; only what people see isn't. Small debts, with which one tries it, are fine.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E numfmt@4.0.1 ssf@0.11.2 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { format } from "numfmt";
import SSF from "ssf";

const version = (name) => `${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`;
console.log(`${version("numfmt")}, ${version("ssf")}`);
const seen = [];
for (const hours of [30, -12, -24, -25, -30, -42]) {
  const written = format("[h]:mm", hours / 24);
  seen.push(written);
  const minutes = format("[mm]", hours / 24);
  console.log(`${hours} hours: numfmt ${written}, in minutes ${minutes}; ssf ${JSON.stringify(SSF.format("[h]:mm", hours / 24))}`);
}
if (seen.join(" ") !== "30:00 -12:00 -24:00 -23:00 -18:00 -6:00") {
  console.log("numfmt writes such times otherwise now.");
  process.exit(1);
}
SCRIPT
node try.mjs
