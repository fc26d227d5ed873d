#!/usr/bin/env bash
# A calendar of ical-generator, stored as JSON and made again from it.
# Guess: the file is the same. The reference says of `toJSON()` that it can be used for persistence, and shows how to restore.
# Seen: with ical-generator 11.1.2 an event that has a time zone moves: what was a `Temporal.ZonedDateTime` at 18:00 in Berlin
#   is at 17:00 there, and the same moment as a `Temporal.Instant` is at 17:00, too, if the machine's clock shows UTC, and at
#   12:00 if it shows New York's time. Both are stored as UTC, which is read as hours of the zone. Without a zone all is well.
# Why it matters: a bot that keeps what it will publish has the right times until it's started again, and then wrong ones,
#   in a file that is still valid.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E ical-generator@11.1.2 temporal-polyfill@1.0.8

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { ICalCalendar } from "ical-generator";
import { Temporal } from "temporal-polyfill";

const { version } = JSON.parse(readFileSync("node_modules/ical-generator/package.json", "utf8"));
console.log(`ical-generator ${version}, TZ=${process.env.TZ}`);
const start = Temporal.ZonedDateTime.from("2026-11-05T18:00[Europe/Berlin]");
const lineOf = (calendar) => calendar.toString().split("\r\n").find((line) => line.startsWith("DTSTART"));
const wrong = [];
for (const [name, options] of [
  ["a moment without a zone", { start: start.toInstant() }],
  ["a moment with a zone", { start: start.toInstant(), timezone: "Europe/Berlin" }],
  ["a time in a zone", { start, timezone: "Europe/Berlin" }],
]) {
  const calendar = new ICalCalendar();
  calendar.createEvent({ summary: "Party", ...options });
  const restored = new ICalCalendar(JSON.parse(JSON.stringify(calendar)));
  console.log(`  ${name}: ${lineOf(calendar)}, restored ${lineOf(restored)}`);
  if (lineOf(calendar) !== lineOf(restored)) wrong.push(name);
}
if (wrong.join() !== "a moment with a zone,a time in a zone") {
  console.log("A restored event with a time zone now is where it was, or one without a zone isn't.");
  process.exit(1);
}
SCRIPT
TZ=UTC node try.mjs
TZ=America/New_York node try.mjs
