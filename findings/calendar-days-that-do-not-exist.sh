#!/usr/bin/env bash
# A yearly event of 29 February and a daily one at 02:30, where there is no such day or time: two readers of calendar files.
# Guess: both leave them out and don't count them, as RFC 5545 says that one must (3.3.10).
# Seen: node-ical 0.27.2 does. In ical.js 2.2.1 the yearly one is on 1 March in the three years between, and the daily one, on
#   the night that skips 02:30 in Berlin, is at 01:30; they count, so that a rule with COUNT ends earlier. Of a monthly one on
#   the 31st it does leave out the shorter months.
# Why it matters: a birthday is congratulated on another day than the calendar shows, or a series has another end. Whoever
#   tests with the 31st finds nothing.

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
const fileWith = (start, rule) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//example//finding//EN",
    ...zone,
    "BEGIN:VEVENT",
    "UID:1@example.test",
    "DTSTAMP:20260101T000000Z",
    `DTSTART${start}`,
    `RRULE:${rule}`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
const readers = {
  "ical.js"(file) {
    const event = new ICAL.Event(new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent("vevent"));
    const times = event.iterator();
    const found = [];
    for (let time = times.next(); time; time = times.next()) found.push(time.toUnixTime() * 1_000);
    return found;
  },
  "node-ical"(file) {
    const event = Object.values(nodeIcal.sync.parseICS(file)).find(({ type }) => type === "VEVENT");
    const range = { from: new Date("2024-01-01T00:00:00Z"), to: new Date("2040-01-01T00:00:00Z") };
    return nodeIcal.expandRecurringEvent(event, range).map(({ start }) => start.getTime());
  },
};
const seen = { "ical.js": [], "node-ical": [] };
for (const [start, rule] of [
  [":20240229T180000Z", "FREQ=YEARLY;COUNT=3"],
  [";TZID=Europe/Berlin:20260328T023000", "FREQ=DAILY;COUNT=3"],
  [":20260131T180000Z", "FREQ=MONTHLY;COUNT=3"],
]) {
  console.log(`DTSTART${start}, ${rule}`);
  for (const [name, list] of Object.entries(readers)) {
    const times = list(fileWith(start, rule)).map((at) => new Date(at).toISOString().slice(0, 16));
    console.log(`  ${name} ${versionOf(name)}: ${times.join(", ")}`);
    seen[name].push(times.at(-1));
  }
}
const expected = {
  "ical.js": "2026-03-01T18:00,2026-03-30T00:30,2026-05-31T18:00",
  "node-ical": "2032-02-29T18:00,2026-03-31T00:30,2026-05-31T18:00",
};
if (Object.keys(seen).some((name) => seen[name].join() !== expected[name])) {
  console.log("One of the readers now treats days or times that don't exist otherwise.");
  process.exit(1);
}
SCRIPT
TZ=UTC node try.mjs
