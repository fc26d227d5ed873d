#!/usr/bin/env bash
# cron-parser, asked for the runs of a rule forwards and backwards.
# Guess: `prev()` finds the runs that `next()` finds. Its readme says that it handles changes of clocks.
# Seen: with cron-parser 5.10.6 and `30 2 * * *` in Berlin, `next()` has a run on the night that skips 02:30, at 03:30, and
#   one on the night that has it twice. `prev()` has none on the first and two on the second. In Cairo, where a day in April
#   starts at 01:00, `0 0 * * *` has a next run that day, but `prev()` throws "loop limit exceeded".
# Why it matters: a scheduler that plans with `next()` and after a restart asks `prev()` what it has missed posts something
#   twice, or not at all, or doesn't start.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E cron-parser@5.10.6

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { CronExpressionParser } from "cron-parser";

const { version } = JSON.parse(readFileSync("node_modules/cron-parser/package.json", "utf8"));
console.log(`cron-parser ${version}, Node.js ${process.version}, zone data ${process.versions.tz}`);
const list = (expression, tz, direction, from, until) => {
  const runs = CronExpressionParser.parse(expression, { tz, currentDate: new Date(from) });
  const found = [];
  const limit = Date.parse(until);
  try {
    for (;;) {
      const at = runs[direction]().getTime();
      if (direction === "next" ? at > limit : at < limit) return found.sort().join(" ");
      found.push(new Date(at).toISOString().slice(0, 16));
    }
  } catch (error) {
    return error.message;
  }
};
let differing = 0;
for (const [expression, tz, start, end] of [
  ["30 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-30T12:00:00Z"],
  ["30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00Z", "2026-10-26T12:00:00Z"],
  ["0 0 * * *", "Africa/Cairo", "2026-04-23T12:00:00Z", "2026-04-25T12:00:00Z"],
]) {
  const next = list(expression, tz, "next", start, end);
  const previous = list(expression, tz, "prev", end, start);
  console.log(`${expression} in ${tz}, from ${start} until ${end}\n  next(): ${next}\n  prev(): ${previous}`);
  if (next !== previous) differing += 1;
}
if (differing < 3) {
  console.log("next() and prev() of cron-parser now agree on one of these days.");
  process.exit(1);
}
SCRIPT
TZ=UTC node try.mjs
