#!/usr/bin/env bash
# A series of whole days by ical-generator: which of its properties are days, and which are moments.
# Guess: all are days, as RFC 5545 wants: UNTIL has the type of DTSTART (3.3.10), and so has RECURRENCE-ID (3.8.4.4).
# Seen: ical-generator 11.1.2 writes DTSTART and EXDATE with `VALUE=DATE`, but UNTIL and RECURRENCE-ID as midnight in UTC, even
#   if given a `Temporal.PlainDate`. ical.js 2.2.1 then doesn't see which day the exception replaces, and leaves that day
#   where it was; node-ical 0.27.2 moves it.
# Why it matters: someone's day off is moved, and in some calendars it's still there. A test with one reader sees nothing.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E ical-generator@11.1.2 ical.js@2.2.1 node-ical@0.27.2 temporal-polyfill@1.0.8

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import ICAL from "ical.js";
import { ICalCalendar } from "ical-generator";
import nodeIcal from "node-ical";
import { Temporal } from "temporal-polyfill";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
for (const name of ["ical-generator", "ical.js", "node-ical"]) console.log(`${name} ${versionOf(name)}`);
const day = (text) => Temporal.PlainDate.from(text);
const calendar = new ICalCalendar();
const common = { id: "off@example.test", allDay: true };
calendar.createEvent({
  ...common,
  summary: "Day off",
  start: day("2026-11-02"),
  repeating: { freq: "WEEKLY", until: day("2026-11-23"), exclude: [day("2026-11-16")] },
});
calendar.createEvent({
  ...common,
  summary: "Moved day off",
  start: day("2026-11-11"),
  recurrenceId: day("2026-11-09"),
});
const file = calendar.toString();
const lines = file.split("\r\n").filter((line) => /^(DTSTART|RRULE|EXDATE|RECURRENCE-ID)/.test(line));
console.log(lines.map((line) => `  ${line}`).join("\n"));

const readWithIcalJs = (text) => {
  const [series, exception] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent");
  const event = new ICAL.Event(series, { exceptions: [exception] });
  const times = event.iterator();
  const found = [];
  for (let time = times.next(); time; time = times.next())
    found.push(event.getOccurrenceDetails(time).startDate.toString());
  return found;
};
const byIcalJs = readWithIcalJs(file);
const asDay = readWithIcalJs(file.replace("RECURRENCE-ID:20261109T000000Z", "RECURRENCE-ID;VALUE=DATE:20261109"));
const range = { from: new Date("2026-10-01T00:00:00Z"), to: new Date("2026-12-31T00:00:00Z") };
const byNodeIcal = Object.values(nodeIcal.sync.parseICS(file))
  .filter(({ type }) => type === "VEVENT")
  .flatMap((each) => nodeIcal.expandRecurringEvent(each, range))
  .map(({ start }) => start.toISOString().slice(0, 10));
console.log(`ical.js: ${byIcalJs.join(", ")}; if RECURRENCE-ID is a day: ${asDay.join(", ")}`);
console.log(`node-ical: ${byNodeIcal.join(", ")}`);

const areMoments = lines.includes("RECURRENCE-ID:20261109T000000Z") && file.includes("UNTIL=20261123T000000Z");
if (!areMoments || !byIcalJs.includes("2026-11-09") || byNodeIcal.includes("2026-11-09")) {
  console.log("UNTIL and RECURRENCE-ID of whole days are days now, or readers agree on them.");
  process.exit(1);
}
SCRIPT
TZ=UTC node try.mjs
