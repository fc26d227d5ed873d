#!/usr/bin/env bash
# Temporal: the start of a day plus a day.
# Guess: `startOfDay().add({ days: 1 })` is the start of the next day, as `startOfDay()` knows of days that don't start at 00:00.
# Seen: Node.js 26.10.0, zone data 2026c: in Cairo 24 April 2026 starts at 01:00, and that plus a day is 01:00 on the 25th, an
#   hour into it: `hoursInDay` is 23, but the two are 24 hours apart. Adding the day to a `PlainDate` and asking that for
#   `toZonedDateTime(zone)` gives the right end, and so does rounding noon up to a day.
# Why it matters: what a bot counts from one to the other has an hour of the next day in it, which is counted again a day
#   later. Berlin and New York change their clocks after midnight, so tests with them pass.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E node@26.10.0

cat > try.mjs <<'SCRIPT'
console.log(`Node.js ${process.version}, zone data ${process.versions.tz}`);
const measure = (text) => {
  const noon = Temporal.ZonedDateTime.from(text);
  const start = noon.startOfDay();
  const ends = {
    "start plus a day": start.add({ days: 1 }),
    "by the date": noon.toPlainDate().add({ days: 1 }).toZonedDateTime(noon.timeZoneId),
    "rounded up": noon.round({ smallestUnit: "day", roundingMode: "ceil" }),
  };
  console.log(`${start.toString()} starts a day of ${noon.hoursInDay} hours`);
  return Object.entries(ends).map(([name, end]) => {
    const hours = start.until(end, { largestUnit: "hours" }).hours;
    console.log(`  ${name}: ${end.toString()}, ${hours} hours later`);
    return hours;
  });
};
const berlin = measure("2026-03-29T12:00[Europe/Berlin]");
const cairo = measure("2026-04-24T12:00[Africa/Cairo]");
if (berlin.join() !== "23,23,23" || cairo.join() !== "24,23,23") {
  console.log("The start of a day plus a day is now the start of the next, or Egypt changed its law.");
  process.exit(1);
}
SCRIPT
npx --no-install node try.mjs
