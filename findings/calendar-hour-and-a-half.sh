#!/usr/bin/env bash
# An event of an hour and a half, by ics, whose lengths are given in weeks, days, hours, minutes and seconds.
# Guess: `duration: { hours: 1.5 }` is written as 90 minutes, or refused: the library checks what it's given before it writes,
#   and refuses a title that isn't a text.
# Seen: ics 3.12.0 writes `DURATION:PT1.5H`, which RFC 5545 doesn't have (3.3.6: digits only), and no error. ical.js 2.2.1 reads
#   it as one hour and node-ical 0.27.2 as no time at all, both without throwing. Minutes are right: `{ minutes: 90 }`. A comma in
#   one of the `categories` isn't escaped, either, as it is in the location, so "Food, drinks" is two categories.
# Why it matters: lengths often come as hours, from a form or a list. The evening ends at another time in each calendar, and with
#   whole hours, which one tries it with, all is well.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E ics@3.12.0 ical.js@2.2.1 node-ical@0.27.2 >/dev/null

cat > try.mjs <<'SCRIPT'
import ICAL from "ical.js";
import { createEvent } from "ics";
import ical from "node-ical";

const evening = { title: "Evening", start: [2026, 7, 1, 18, 0], startInputType: "utc", location: "Bar, upstairs" };
function tell(duration) {
  const { error, value } = createEvent({ ...evening, duration, categories: ["Food, drinks"] });
  if (error) throw error;
  const event = new ICAL.Event(new ICAL.Component(ICAL.parse(value)).getFirstSubcomponent("vevent"));
  const { start, end } = Object.values(ical.sync.parseICS(value)).find(({ type }) => type === "VEVENT");
  const seen = {
    written: /DURATION:(.*)\r/.exec(value)[1],
    minutesByIcal: event.duration.toSeconds() / 60,
    minutesByNodeIcal: (end - start) / 60_000,
    categories: event.component.getFirstProperty("categories").getValues().length,
    location: event.location,
  };
  console.log(JSON.stringify(duration), seen);
  return seen;
}
console.log("ics 3.12.0, ical.js 2.2.1, node-ical 0.27.2");
if (createEvent({ ...evening, title: 5, duration: { hours: 1 } }).error === null) {
  console.log("Nothing is checked.");
  process.exit(1);
}
const inMinutes = tell({ minutes: 90 });
if (inMinutes.minutesByIcal !== 90 || inMinutes.minutesByNodeIcal !== 90 || inMinutes.location !== evening.location) {
  console.log("Minutes, or a comma in the location, aren't right either.");
  process.exit(1);
}
const inHours = tell({ hours: 1.5 });
if (inHours.written !== "PT1.5H" || inHours.minutesByIcal !== 60 || inHours.minutesByNodeIcal !== 0) {
  console.log("An hour and a half is written, or read, otherwise now.");
  process.exit(1);
}
if (inHours.categories !== 2) {
  console.log("A comma in a category is escaped now.");
  process.exit(1);
}
SCRIPT
node try.mjs
