#!/usr/bin/env bash
# An event on the last day of each quarter, as a yearly rule with several months, by two libraries.
# Guess: `FREQ=YEARLY;BYMONTH=3,6,9,12;BYMONTHDAY=-1` is on 31 March, 30 June, 30 September and 31 December of each year, since
#   RFC 5545 counts a negative day from the end of its month (3.3.10).
# Seen: ical.js 2.2.1 has the first year right, and from the second on 1 July and 1 October instead of 30 June and 30 September:
#   the last day of March becomes the one of all. With 28 February first, later ones are on 30 April and 1 or 2 March. A rule
#   with one month, or a monthly one for these months, is right, and rrule-temporal 2.2.8 has all of them right.
# Why it matters: reports and fees are due on such days. Whoever tests looks at the next year, in which all is well, and a year
#   later reminders come a day late, in the next quarter.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E node@26.10.0 ical.js@2.2.1 rrule-temporal@2.2.8 >/dev/null

cat > try.mjs <<'SCRIPT'
import ICAL from "ical.js";
import { RRuleTemporal } from "rrule-temporal";

function listByIcal(rule, start) {
  const days = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromDateTimeString(`${start}T18:00:00`));
  return Array.from({ length: 8 }, () => days.next().toString().slice(0, 10)).join(" ");
}
function listByTemporal(rule, start) {
  const rruleString = `DTSTART:${start.replaceAll("-", "")}T180000Z\nRRULE:${rule};COUNT=8`;
  const days = new RRuleTemporal({ rruleString }).all();
  return days.map((day) => day.toPlainDate().toString()).join(" ");
}
const yearly = ["FREQ=YEARLY;BYMONTH=3,6,9,12;BYMONTHDAY=-1", "2027-03-31"];
const right = "2027-03-31 2027-06-30 2027-09-30 2027-12-31 2028-03-31 2028-06-30 2028-09-30 2028-12-31";
const seen = listByIcal(...yearly);
console.log("ical.js 2.2.1       ", seen);
console.log("rrule-temporal 2.2.8", listByTemporal(...yearly));
console.log("ical.js, February   ", listByIcal("FREQ=YEARLY;BYMONTH=2,4;BYMONTHDAY=-1", "2027-02-28"));
const monthly = listByIcal("FREQ=MONTHLY;BYMONTH=3,6,9,12;BYMONTHDAY=-1", "2027-03-31");
console.log("ical.js, monthly    ", monthly);
if (listByTemporal(...yearly) !== right || monthly !== right) {
  console.log("The other library, or the monthly rule, is wrong, too.");
  process.exit(1);
}
if (!seen.startsWith(right.slice(0, 43)) || !seen.includes("2028-07-01 2028-10-01")) {
  console.log("ical.js no longer moves the ends of later quarters.");
  process.exit(1);
}
SCRIPT
npx --no-install node try.mjs
