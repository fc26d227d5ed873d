#!/usr/bin/env bash
# A day in a numbered week of the year, as a rule in a calendar file, by three libraries.
# Guess: once a year, as RFC 5545 shows with the dates (3.8.5.3): "Every 20th Monday of the year" is `FREQ=YEARLY;BYDAY=20MO`, and
#   "Monday of week number 20" is `FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO`. What a library can't do, it refuses.
# Seen: ical.js 2.2.1 takes both for every Monday from the start on, and leaves out the start of the second. `BYWEEKNO=53` is every
#   Monday as well, and so is the first Monday of a year with `BYSETPOS=1`. `BYDAY=1MO` and `BYDAY=-1SU`, the first and the last,
#   are once a year. rrule 2.8.1 and rrule-temporal 2.2.8 have the RFC's dates.
# Why it matters: inventories, fees and fairs are planned by week of the year. A yearly post comes every week, for ever, or the
#   calendar is full of it, and nothing says that a part of the rule was left out. The first date may well be right.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E ical.js@2.2.1 rrule@2.8.1 rrule-temporal@2.2.8

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import ICAL from "ical.js";
import rrule from "rrule";
import { RRuleTemporal } from "rrule-temporal";

for (const name of ["ical.js", "rrule", "rrule-temporal"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version);
const readers = {
  "ical.js": (rule, start) => {
    const dates = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromString(`${start}T09:00:00Z`));
    return Array.from({ length: 3 }, () => dates.next()?.toString() ?? "");
  },
  rrule: (rule, start) =>
    rrule
      .rrulestr(`DTSTART:${start.replaceAll("-", "")}T090000Z\nRRULE:${rule}`)
      .all((_, index) => index < 3)
      .map((date) => date.toISOString()),
  "rrule-temporal": (rule, start) =>
    new RRuleTemporal({ rruleString: `DTSTART:${start.replaceAll("-", "")}T090000Z\nRRULE:${rule}` })
      .all((_, index) => index < 3)
      .map((date) => date.toString()),
};
const rules = [
  ["FREQ=YEARLY;BYDAY=20MO", "1997-05-19", "1997-05-19 1998-05-18 1999-05-17", "1997-05-19 1997-05-26 1997-06-02"],
  ["FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "1997-05-12", "1997-05-12 1998-05-11 1999-05-17", "1997-05-19 1997-05-26 1997-06-02"],
  ["FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO", "2026-12-28", "2026-12-28 2032-12-27 2037-12-28", "2027-01-04 2027-01-11 2027-01-18"],
  ["FREQ=YEARLY;BYDAY=MO;BYSETPOS=1", "2026-01-05", "2026-01-05 2027-01-04 2028-01-03", "2026-01-05 2026-01-12 2026-01-19"],
  ["FREQ=YEARLY;BYDAY=1MO", "2026-01-05", "2026-01-05 2027-01-04 2028-01-03", "2026-01-05 2027-01-04 2028-01-03"],
  ["FREQ=YEARLY;BYDAY=-1SU", "2026-12-27", "2026-12-27 2027-12-26 2028-12-31", "2026-12-27 2027-12-26 2028-12-31"],
];
let same = true;
for (const [rule, start, right, seen] of rules) {
  console.log(`${rule} from ${start}`);
  for (const [name, read] of Object.entries(readers)) {
    const dates = read(rule, start)
      .map((date) => date.slice(0, 10))
      .join(" ");
    console.log(`  ${name}: ${dates}`);
    same &&= dates === (name === "ical.js" ? seen : right);
  }
}
if (!same) {
  console.error("One of the libraries has other dates now.");
  process.exit(1);
}
SCRIPT
node try.mjs
