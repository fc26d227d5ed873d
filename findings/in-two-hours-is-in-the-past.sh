#!/usr/bin/env bash
# "In 2 hours" by chrono-node, counted from a date of @date-fns/tz.
# Guess: two hours later, wherever the date says it is: a `TZDate` is a `Date`, and chrono takes a `Date` to count from. For
#   "tomorrow at 9" either the date's zone counts or the machine's.
# Seen: with chrono-node 2.10.3 and @date-fns/tz 1.5.0 it's seven hours earlier for a date in Tokyo on a machine in UTC, and
#   twelve hours earlier in New York: the zone's offset is taken off. "Tomorrow at 9" is 09:00 in the machine's zone, and
#   with `new Date(date)`, which is the same moment, "in 2 hours" is right.
# Why it matters: reminders in the zone of a person are what such dates are for. "In 10 minutes" is then over already and
#   posted at once, or hours late in America. On a developer's machine in the same zone all is well.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E chrono-node@2.10.3 @date-fns/tz@1.5.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { TZDate } from "@date-fns/tz";
import { parseDate } from "chrono-node";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
console.log(`chrono-node ${versionOf("chrono-node")}, @date-fns/tz ${versionOf("@date-fns/tz")}, Node.js ${process.version}`);
const seen = [];
for (const machine of ["UTC", "America/New_York", "Asia/Tokyo"]) {
  process.env.TZ = machine;
  for (const zone of ["Asia/Tokyo", "America/Los_Angeles"]) {
    const date = new TZDate(2026, 10, 30, 8, 0, 0, zone);
    const [hours, plain] = [date, new Date(date)].map((from) => (parseDate("in 2 hours", from) - date) / 3_600_000);
    console.log(`machine in ${machine}, date in ${zone}: ${hours} h, and with the same moment as a Date ${plain} h`);
    seen.push([hours, plain]);
  }
}
const expected = "-7,2 10,2 -12,2 5,2 2,2 19,2";
if (seen.join(" ") !== expected) {
  console.log(`It was ${expected}, and is now ${seen.join(" ")}.`);
  process.exit(1);
}
SCRIPT
node try.mjs
