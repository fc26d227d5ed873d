#!/usr/bin/env bash
# An alarm at a fixed time, such as 12:00 in UTC on the day, in a calendar file written by ts-ics.
# Guess: `trigger: { type: "absolute", value: … }` is written as `TRIGGER;VALUE=DATE-TIME:20260705T120000Z`: RFC 5545 says that
#   the value must be marked so, since a trigger is a length of time otherwise (3.8.6.3). ts-ics aims to be fully compliant with it.
# Seen: ts-ics 2.4.6 writes `TRIGGER:20260705T120000Z`, though it marks the start, where that isn't needed (`DTSTART;VALUE=DATE-TIME`).
#   It loses the mark of a file that it reads and writes again as well. ical.js 2.2.1 throws when the trigger is asked for, "invalid
#   duration value", and ts-ics itself reads its own file as an alarm at the start, with a length of nothing. ical-generator 11.1.2
#   marks it. Alarms before or after the start are right.
# Why it matters: "tickets until noon" comes when the evening begins, or one such alarm makes somebody else's program stop in the
#   middle of a calendar. The title and the times, which one looks at, are right.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E ts-ics@2.4.6 ical-generator@11.1.2 ical.js@2.2.1

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import ICAL from "ical.js";
import ical from "ical-generator";
import { convertIcsCalendar, generateIcsCalendar } from "ts-ics";

for (const name of ["ts-ics", "ical-generator", "ical.js"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version);
const start = new Date(Date.UTC(2026, 6, 5, 18));
const at = new Date(Date.UTC(2026, 6, 5, 12));
const byTsIcs = (trigger) =>
  generateIcsCalendar({
    version: "2.0",
    prodId: "try",
    events: [
      {
        uid: "1",
        summary: "Dinner",
        stamp: { date: start },
        start: { date: start },
        duration: { hours: 1 },
        alarms: [{ action: "DISPLAY", description: "Soon", trigger }],
      },
    ],
  });
const calendar = ical({ events: [{ id: "1", summary: "Dinner", start, end: new Date(+start + 3_600_000) }] });
calendar.events()[0].createAlarm({ type: "display", trigger: at });
const files = {
  "ts-ics, fixed": byTsIcs({ type: "absolute", value: { date: at, type: "DATE-TIME" } }),
  "ts-ics, an hour before": byTsIcs({ type: "relative", value: { before: true, hours: 1 } }),
  "ical-generator, fixed": calendar.toString(),
  "the same, by way of ts-ics": generateIcsCalendar(convertIcsCalendar(undefined, calendar.toString())),
};
const readByIcalJs = (file) => {
  const alarm = new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent("vevent").getFirstSubcomponent("valarm");
  try {
    return alarm.getFirstPropertyValue("trigger").toString();
  } catch (error) {
    return error.message;
  }
};
const seen = [];
for (const [name, file] of Object.entries(files)) {
  const line = file.split(/\r?\n/).find((text) => text.startsWith("TRIGGER"));
  const read = readByIcalJs(file);
  console.log(`${name}: ${line}\n  ical.js: ${read}`);
  seen.push(`${line.includes("VALUE=DATE-TIME")} ${/invalid duration/.test(read)}`);
}
const own = convertIcsCalendar(undefined, files["ts-ics, fixed"]).events[0].alarms[0].trigger;
console.log(`ts-ics itself: ${JSON.stringify(own)}`);
if (seen.join() !== "false true,false false,true false,false true" || own.type !== "relative" || Object.keys(own.value).length > 0) {
  console.error("An alarm at a fixed time is written or read in another way now.");
  process.exit(1);
}
SCRIPT
node try.mjs
