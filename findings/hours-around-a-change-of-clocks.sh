#!/usr/bin/env bash
# A time in a zone, on a day on which the clocks change, by @formkit/tempo.
# Guess: `tzDate` gives the moment at which the clocks there show that time; only for a time that is skipped or comes twice does
#   it have to choose.
# Seen: with @formkit/tempo 1.1.0 it's an hour off for up to half a day: from 3:00 to 6:59 on 8 March 2026 in New York, from 16:00
#   of the day before to 1:59 at either change in Sydney, and in the hour before the change in March in Berlin. All these
#   times exist, and once only. It takes the offset that holds at that time in UTC.
# Why it matters: what was planned for the morning or, in Australia, for an afternoon comes an hour early or late, twice a year. In
#   London it can't happen, in Berlin only at night, and any other day is right.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E @formkit/tempo@1.1.0 temporal-polyfill@1.0.8 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { tzDate } from "@formkit/tempo";
import { Temporal } from "temporal-polyfill";

const { version } = JSON.parse(readFileSync("node_modules/@formkit/tempo/package.json", "utf8"));
console.log(`@formkit/tempo ${version}, Node.js ${process.version}, zone data ${process.versions.tz}`);
const seen = {
  "Europe/Berlin 2026-03-29": "2 from 2026-03-29T01:00 to 2026-03-29T01:30 by -60 minutes",
  "America/New_York 2026-03-08": "8 from 2026-03-08T03:00 to 2026-03-08T06:30 by 60 minutes",
  "Australia/Sydney 2026-04-05": "20 from 2026-04-04T16:00 to 2026-04-05T01:30 by 60 minutes",
  "Australia/Sydney 2026-10-04": "20 from 2026-10-03T16:00 to 2026-10-04T01:30 by -60 minutes",
  "Europe/London 2026-03-29": "none",
};
const changed = [];
for (const [key, expected] of Object.entries(seen)) {
  const [zone, day] = key.split(" ");
  const off = [];
  for (let hour = -24; hour < 48; hour += 0.5) {
    const local = Temporal.PlainDateTime.from(`${day}T00:00`).add({ minutes: hour * 60 });
    const [earlier, later] = ["earlier", "later"].map(
      (disambiguation) => local.toZonedDateTime(zone, { disambiguation }).epochMilliseconds,
    );
    if (earlier !== later) continue; // skipped, or there twice
    const minutes = (tzDate(local.toString({ smallestUnit: "minute" }), zone).getTime() - earlier) / 60_000;
    if (minutes) off.push({ time: local.toString({ smallestUnit: "minute" }), minutes });
  }
  const minutes = [...new Set(off.map((one) => one.minutes))];
  const found = off.length
    ? `${off.length} from ${off[0].time} to ${off.at(-1).time} by ${minutes.join(" and ")} minutes`
    : "none";
  console.log(`${key}: times at each half hour that are off: ${found}`);
  if (found !== expected) changed.push(key);
}
if (changed.length) {
  console.log(`Other hours are off now, or none: ${changed.join(", ")}.`);
  process.exit(1);
}
SCRIPT
TZ=UTC node try.mjs
