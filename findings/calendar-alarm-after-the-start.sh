#!/usr/bin/env bash
# A reminder ten minutes after an event has started, by ical-generator.
# Guess: `createAlarm({ relatesTo: "START", triggerAfter: 600 })` counts from the start: `relatesTo` is among the options of
#   an alarm, and its method's documentation says what START and END do.
# Seen: with ical-generator 11.1.2 the option is dropped without a word, and an alarm "after" then counts from the end: the file
#   has `TRIGGER;RELATED=END:PT10M`. "END" is lost as well: ten minutes before the end becomes ten minutes before the start.
#   The method `relatesTo` works.
# Why it matters: "still not there?" comes when all have gone home. The types accept the option, so the compiler is content.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E ical-generator@11.1.2

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { ICalCalendar } from "ical-generator";

const { version } = JSON.parse(readFileSync("node_modules/ical-generator/package.json", "utf8"));
console.log(`ical-generator ${version}`);
const event = new ICalCalendar().createEvent({
  summary: "Shift",
  start: new Date("2026-11-05T18:00:00Z"),
  end: new Date("2026-11-05T23:00:00Z"),
});
let dropped = 0;
for (const [relatesTo, trigger] of [
  ["START", { triggerAfter: 600 }],
  ["END", { triggerBefore: 600 }],
]) {
  const triggerOf = (alarm) => alarm.toString().split("\r\n").find((line) => line.startsWith("TRIGGER"));
  const byOption = triggerOf(event.createAlarm({ type: "display", relatesTo, ...trigger }));
  const byMethod = triggerOf(event.createAlarm({ type: "display", ...trigger }).relatesTo(relatesTo));
  console.log(`  ${relatesTo}, ${JSON.stringify(trigger)}: ${byOption} by the option, ${byMethod} by the method`);
  if (byOption !== byMethod) dropped += 1;
}
if (dropped < 2) {
  console.log("The option relatesTo of an alarm now does what the method does.");
  process.exit(1);
}
SCRIPT
node try.mjs
