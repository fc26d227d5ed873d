#!/usr/bin/env bash
# A time with its offset from UTC, and a date with its quarter, by @sapphire/timestamp.
# Guess: `Z` is +01:00 in Berlin in winter, as in ISO 8601 and in any other library with such tokens, and `Q` is a number from
#   1 to 4. The readme lists both, with the quarter of a day in March.
# Seen: with @sapphire/timestamp 1.0.5 it's -01:00 in Berlin and +05:00 in New York: the sign is the one of JavaScript's
#   `getTimezoneOffset()`. `Q` is a third of the month: 3.6666666666666665 in November. Only in the last month of a quarter is
#   it right, and only in UTC is `Z`.
# Why it matters: a line of a log or a file that is read again names a moment that is two hours off in Berlin and ten in New
#   York. On a server in UTC, and with the example of the readme, nothing is wrong.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E @sapphire/timestamp@1.0.5 luxon@3.7.2 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { Timestamp } from "@sapphire/timestamp";
import { DateTime, VERSION } from "luxon";

const { version } = JSON.parse(readFileSync("node_modules/@sapphire/timestamp/package.json", "utf8"));
console.log(`@sapphire/timestamp ${version}, luxon ${VERSION}, Node.js ${process.version}`);
const moment = new Date("2026-11-30T12:00:00Z");
const hoursOff = ["UTC", "Europe/Berlin", "America/New_York"].map((zone) => {
  process.env.TZ = zone;
  const text = new Timestamp("YYYY-MM-DD[T]HH:mmZ").display(moment);
  const hours = (new Date(text) - moment) / 3_600_000;
  console.log(`${zone}: ${text} (luxon: ${DateTime.fromJSDate(moment).toFormat("yyyy-MM-dd'T'HH:mmZZ")}), read ${hours} h off`);
  return hours;
});
const quarters = ["2026-01-15", "2026-03-15", "2026-11-15"].map((day) => new Timestamp("Q").displayUTC(new Date(day)));
console.log(`quarters of January, March and November: ${quarters.join(", ")}`);
if (hoursOff.join() !== "0,2,-10" || quarters.some((quarter, index) => /^[1-4]$/.test(quarter) !== (index === 1))) {
  console.log("Offsets or quarters are no longer wrong.");
  process.exit(1);
}
SCRIPT
node try.mjs
