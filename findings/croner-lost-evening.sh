#!/usr/bin/env bash
# croner: a rule for a time that the clocks skip runs right after the gap, unless the gap ends at midnight.
# Guess: in `America/Nuuk`, whose clocks go from 23:00 to 00:00 on a Saturday in March, `30 23 * * *` runs at 00:00, as
#   `30 2 * * *` in `Europe/Berlin` runs at 03:00 on the night that skips 02:30.
# Seen: croner 11.0.1 moves the run in Berlin, but has none for that Saturday in Nuuk, with either `fixedTimeRule`.
#   Node.js 26.10.0 with zone data 2026c.
# Why it matters: a daily post in the evening is missing once a year, and nobody is told that it was due.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E croner@11.0.1 node@26.10.0

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { Cron } from "croner";

const { version } = JSON.parse(readFileSync("node_modules/croner/package.json", "utf8"));
console.log(`croner ${version}, Node.js ${process.version}, zone data ${process.versions.tz}`);
const next = (expression, timezone, after, fixedTimeRule) =>
  new Cron(expression, { timezone, paused: true, fixedTimeRule }).nextRun(new Date(after)).toISOString();
let isStillSo = true;
for (const rule of ["single-value", "no-wildcard"]) {
  const berlin = next("30 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", rule);
  const nuuk = next("30 23 * * *", "America/Nuuk", "2026-03-28T12:00:00Z", rule);
  console.log(`${rule}: Berlin after noon on 28 March: ${berlin}; Nuuk: ${nuuk}`);
  isStillSo &&= berlin === "2026-03-29T01:00:00.000Z" && nuuk === "2026-03-30T00:30:00.000Z";
}
if (!isStillSo) {
  console.log("croner no longer loses the evening whose end the clocks skip, or Greenland changed its law.");
  process.exit(1);
}
SCRIPT
npx --no-install node try.mjs
