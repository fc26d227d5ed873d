#!/usr/bin/env bash
# A moment written in another zone, on a machine whose clocks change that day, by date-fns-tz.
# Guess: `formatInTimeZone` writes what the clocks in that zone show: its readme says that it does so "regardless of the system's local
#   time zone", and that for most uses it's the only function one needs.
# Seen: with date-fns-tz 3.2.0 and date-fns 4.4.0 on a machine in Berlin, half past two in Tokyo or New York on 29 March 2026 is written as
#   half past three: 03:30+09:00. That hour doesn't exist in Berlin on that day, and the library puts the zone's time into a `Date`
#   of the machine. The rest of the day is right. In New York it's the same on 8 March; in UTC all is well.
# Why it matters: a post says a wrong hour, or the same one for two events in a row, to people in a place where nobody changes a
#   clock. Servers in UTC, and so most tests, never see it.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E date-fns-tz@3.2.0 date-fns@4.4.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { formatInTimeZone } from "date-fns-tz";

const version = (name) => `${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`;
console.log(`${version("date-fns-tz")}, ${version("date-fns")}, Node.js ${process.version}`);
const wrong = [];
for (const machine of ["UTC", "Europe/Berlin", "America/New_York"]) {
  process.env.TZ = machine;
  for (const zone of ["Asia/Tokyo", "Europe/Berlin", "America/New_York"]) {
    for (const day of ["2026-03-08", "2026-03-29", "2026-07-01"]) {
      // In the east, the day has begun before it does in UTC.
      for (let minutes = -12 * 60; minutes < 24 * 60; minutes += 30) {
        const date = new Date(new Date(`${day}T00:00:00Z`).getTime() + minutes * 60_000);
        // Swedish writes dates and times as ISO 8601 does.
        const expected = date.toLocaleString("sv", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
        const written = formatInTimeZone(date, zone, "yyyy-MM-dd HH:mm");
        if (written === expected) continue;
        console.log(`On a machine in ${machine}, ${expected} in ${zone} is ${formatInTimeZone(date, zone, "yyyy-MM-dd HH:mmxxx")}`);
        wrong.push(`${machine} ${expected}`);
      }
    }
  }
}
const inBerlin = ["Europe/Berlin 2026-03-29 02:00", "Europe/Berlin 2026-03-29 02:30"];
const inNewYork = ["America/New_York 2026-03-08 02:00", "America/New_York 2026-03-08 02:30"];
if (wrong.join() !== [...inBerlin, ...inBerlin, ...inNewYork, ...inNewYork].join()) {
  console.log("date-fns-tz now writes these times otherwise.");
  process.exit(1);
}
SCRIPT
node try.mjs
