#!/usr/bin/env bash
# How long an event lasts in the night the clocks go back: two readers of calendar files, each right where the other isn't.
# Guess: both do as RFC 5545 says. A day in DURATION is a day of the calendar and an hour is an hour (3.3.6), and where DTEND
#   says when the first of a series ends, all of them last exactly as long (3.8.5.3).
# Seen: ical.js 2.2.1 moves the hands of the clock: `P1D` is a day, but `PT24H` lasts 25 hours, and so does a night shift of
#   8 hours last 9. node-ical 0.27.2 counts hours: `PT24H` and the shift are right, but `P1D` ends an hour early.
# Why it matters: which of two calendars is right about an end depends on how the writer put the length. An end in UTC, for
#   each event by itself, leaves nothing to count.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E ical.js@2.2.1 node-ical@0.27.2

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import ICAL from "ical.js";
import nodeIcal from "node-ical";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
const zone = [
  "BEGIN:VTIMEZONE",
  "TZID:Europe/Berlin",
  "BEGIN:DAYLIGHT",
  "DTSTART:19960331T020000",
  "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
  "TZOFFSETFROM:+0100",
  "TZOFFSETTO:+0200",
  "END:DAYLIGHT",
  "BEGIN:STANDARD",
  "DTSTART:19961027T030000",
  "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
  "TZOFFSETFROM:+0200",
  "TZOFFSETTO:+0100",
  "END:STANDARD",
  "END:VTIMEZONE",
];
const fileWith = (lines) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//example//finding//EN",
    ...zone,
    "BEGIN:VEVENT",
    "UID:1@example.test",
    "DTSTAMP:20261001T000000Z",
    ...lines,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");

const night = Date.parse("2026-10-25T01:00:00Z"); // 03:00 became 02:00 in Berlin.
const hoursOf = (start, end) => (end - start) / 3_600_000;
const readers = {
  "ical.js"(file) {
    const event = new ICAL.Event(new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent("vevent"));
    const times = event.iterator();
    for (let time = times.next(); time; time = times.next()) {
      const { startDate, endDate } = event.getOccurrenceDetails(time);
      const [start, end] = [startDate.toUnixTime() * 1_000, endDate.toUnixTime() * 1_000];
      if (start < night && end > night) return hoursOf(start, end);
    }
  },
  "node-ical"(file) {
    const event = Object.values(nodeIcal.sync.parseICS(file)).find(({ type }) => type === "VEVENT");
    const range = { from: new Date("2026-10-01T00:00:00Z"), to: new Date("2026-11-01T00:00:00Z") };
    const found = nodeIcal.expandRecurringEvent(event, range).find(({ start, end }) => start < night && end > night);
    return hoursOf(found.start, found.end);
  },
};

const start = "DTSTART;TZID=Europe/Berlin:20261024T120000";
const cases = [
  ["a day, DURATION:P1D", 25, [start, "DURATION:P1D"]],
  ["24 hours, DURATION:PT24H", 24, [start, "DURATION:PT24H"]],
  [
    "every night from 22:00, first until DTEND 06:00",
    8,
    [
      "DTSTART;TZID=Europe/Berlin:20261021T220000",
      "DTEND;TZID=Europe/Berlin:20261022T060000",
      "RRULE:FREQ=DAILY;COUNT=5",
    ],
  ],
];
const wrong = [];
for (const [reader, measure] of Object.entries(readers)) {
  console.log(`${reader} ${versionOf(reader)}`);
  for (const [name, hours, lines] of cases) {
    const seen = measure(fileWith(lines));
    console.log(`  ${name}: ${seen} h, by the standard ${hours} h`);
    if (seen !== hours) wrong.push(`${reader} ${name.split(" ")[0]}`);
  }
}
if (wrong.join() !== "ical.js 24,ical.js every,node-ical a") {
  console.log(`Expected two lengths of ical.js and one of node-ical to be wrong, but it's: ${wrong.join(", ") || "none"}.`);
  process.exit(1);
}
SCRIPT
TZ=UTC node try.mjs
