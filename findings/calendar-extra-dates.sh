#!/usr/bin/env bash
# An event with extra dates (RDATE) in a calendar file, by three readers.
# Guess: it's on the day of its start and on each extra date: RFC 5545 says that these belong to a series, with or without a
#   rule, and that the start is always the first of it (3.8.5.2, 3.8.2.4).
# Seen: none has both. node-ical 0.27.2's `expandRecurringEvent` and ts-ics 2.4.6 drop the extra dates without a word, with a
#   rule or without; ts-ics, which writes the file again, writes it without them. ical.js 2.2.1 has them, but without a rule
#   it leaves out the day of the start.
# Why it matters: dates that follow no rule, such as those of a course, are written like this. A bot tells people of the first
#   evening only, or of all but the first, and somebody else's calendar loses dates when it is read and saved.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E node-ical@0.27.2 ical.js@2.2.1 ts-ics@2.4.6 >/dev/null

cat > try.mjs <<'SCRIPT'
import ICAL from "ical.js";
import ical from "node-ical";
import { convertIcsCalendar, generateIcsCalendar } from "ts-ics";

const write = (...lines) =>
  `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//EN
BEGIN:VEVENT
UID:course
DTSTAMP:20260101T000000Z
DTSTART:20260105T180000Z
DTEND:20260105T190000Z
${lines.join("\n")}
SUMMARY:Course
END:VEVENT
END:VCALENDAR
`.replaceAll("\n", "\r\n");

function listByNodeIcal(file) {
  const range = { from: new Date("2026-01-01"), to: new Date("2026-02-01") };
  const events = ical.expandRecurringEvent(ical.sync.parseICS(file).course, range);
  return events.map(({ start }) => start.getUTCDate()).join(" ");
}
function listByIcal(file) {
  const days = new ICAL.Event(new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent("vevent")).iterator();
  const found = [];
  for (let day = days.next(); day; day = days.next()) found.push(day.day);
  return found.join(" ");
}
const extra = "RDATE:20260108T180000Z,20260119T180000Z";
const alone = write(extra);
const withRule = write("RRULE:FREQ=WEEKLY;COUNT=2", extra);
const seen = {};
for (const [name, file] of Object.entries({ alone, withRule })) {
  const rewritten = generateIcsCalendar(convertIcsCalendar(undefined, file));
  seen[name] = [listByNodeIcal(file), listByIcal(file), rewritten.includes("RDATE")];
  console.log(`${name}: node-ical ${seen[name][0]}; ical.js ${seen[name][1]}; kept by ts-ics: ${seen[name][2]}`);
}
console.log("node-ical 0.27.2, ical.js 2.2.1, ts-ics 2.4.6; right would be 5 8 19, and with the rule 5 8 12 19");
if (seen.withRule[1] !== "5 8 12 19") {
  console.log("ical.js doesn't read extra dates beside a rule.");
  process.exit(1);
}
if (seen.alone.join() !== "5,8 19,false" || seen.withRule[0] !== "5 12" || seen.withRule[2]) {
  console.log("At least one of them keeps extra dates, or the start, where it didn't.");
  process.exit(1);
}
SCRIPT
node try.mjs
