#!/usr/bin/env bash
# A weekly series of which one event was moved, read by ical-expander.
# Guess: `between()` lists the moved event on its new day and the others as usual: the readme says that events overridden by
#   RECURRENCE-ID are handled.
# Seen: ical-expander 3.2.0 stops at the first event that starts after the range. Where one of November was moved to December,
#   all later ones of November are missing; where one was moved to an earlier week, it's in no week at all. node-ical 0.27.2
#   lists them all.
# Why it matters: one evening is postponed, and the board of the month is empty after it.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E ical-expander@3.2.0 node-ical@0.27.2

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import IcalExpander from "ical-expander";
import nodeIcal from "node-ical";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
const event = (...lines) => ["BEGIN:VEVENT", "UID:1@example.test", "DTSTAMP:20261001T000000Z", ...lines, "END:VEVENT"];
const fileWithMoved = (usual, moved) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//example//finding//EN",
    ...event("DTSTART:20261102T180000Z", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;COUNT=6"),
    ...event(`RECURRENCE-ID:${usual}T180000Z`, `DTSTART:${moved}T180000Z`, "DURATION:PT1H"),
    "END:VCALENDAR",
    "",
  ].join("\r\n");
const readers = {
  "ical-expander"(ics, from, to) {
    const { events, occurrences } = new IcalExpander({ ics }).between(from, to);
    return [...events, ...occurrences].map(({ startDate }) => startDate.toJSDate());
  },
  "node-ical"(ics, from, to) {
    return Object.values(nodeIcal.sync.parseICS(ics))
      .filter(({ type }) => type === "VEVENT")
      .flatMap((each) => nodeIcal.expandRecurringEvent(each, { from, to }))
      .map(({ start }) => start);
  },
};
const list = (name, ics, first, last) => {
  const starts = readers[name](ics, new Date(`${first}T00:00:00Z`), new Date(`${last}T23:59:59Z`));
  const days = starts.map((start) => start.toISOString().slice(0, 10)).sort().join(", ");
  console.log(`  from ${first} until ${last}: ${days || "nothing"}`);
  return days;
};
const seen = [];
for (const name of Object.keys(readers)) {
  console.log(`${name} ${versionOf(name)}, Mondays from 2 November, that of 9 November moved to 10 December`);
  seen.push(list(name, fileWithMoved("20261109", "20261210"), "2026-11-01", "2026-11-30"));
  console.log(`${name}, that of 23 November moved to Thursday, 5 November`);
  const early = fileWithMoved("20261123", "20261105");
  seen.push(list(name, early, "2026-11-02", "2026-11-08"), list(name, early, "2026-11-23", "2026-11-29"));
}
const expected = ["2026-11-02", "2026-11-02", ""];
const complete = ["2026-11-02, 2026-11-16, 2026-11-23, 2026-11-30", "2026-11-02, 2026-11-05", ""];
if (seen.join("|") !== [...expected, ...complete].join("|")) {
  console.log("ical-expander now lists more of the series, or node-ical less.");
  process.exit(1);
}
SCRIPT
TZ=UTC node try.mjs
