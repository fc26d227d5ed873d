#!/usr/bin/env bash
# Where a day starts and ends in a zone whose clocks change at midnight, by five libraries.
# Guess: from its first moment to its last, as Temporal says: in Cairo a day in April starts at 01:00, on the Azores one in
#   October has the hour after 00:00 twice, and in Santiago one in April has the hour before 24:00 twice.
# Seen: each of them is wrong once at least. In Cairo, dayjs 1.11.23 goes back to 23:00 of the day before, and spacetime 7.15.0
#   leaves noon at noon. On the Azores, luxon 3.7.2 and moment-timezone 0.6.6 leave out the first hour. In Santiago, dayjs,
#   moment-timezone and date-fns 4.4.0 with @date-fns/tz 1.5.0 leave out the last one.
# Why it matters: what happens in a lost hour belongs to no day, or to two; a bot that counts a day's messages, or asks for
#   what lies between two ends, is wrong in a few countries, twice a year.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E luxon@3.7.2 dayjs@1.11.23 moment-timezone@0.6.6 spacetime@7.15.0 date-fns@4.4.0 @date-fns/tz@1.5.0 \
  temporal-polyfill@1.0.8

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { TZDate } from "@date-fns/tz";
import { endOfDay, startOfDay } from "date-fns";
import dayjs from "dayjs";
import timezone from "dayjs/plugin/timezone.js";
import utc from "dayjs/plugin/utc.js";
import { DateTime } from "luxon";
import moment from "moment-timezone";
import spacetime from "spacetime";
import { Temporal } from "temporal-polyfill";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
const names = ["luxon", "dayjs", "moment-timezone", "spacetime", "date-fns", "@date-fns/tz"];
console.log(names.map((name) => `${name} ${versionOf(name)}`).join(", "));
console.log(`Node.js ${process.version}, zone data ${process.versions.tz}`);
dayjs.extend(utc);
dayjs.extend(timezone);
/** The first moment of the day, and the first one after it, in epoch milliseconds. */
const libraries = {
  luxon: (at, zone) => ["startOf", "endOf"].map((name) => DateTime.fromMillis(at, { zone })[name]("day").toMillis()),
  dayjs: (at, zone) => ["startOf", "endOf"].map((name) => dayjs(at).tz(zone)[name]("day").valueOf()),
  "moment-timezone": (at, zone) => ["startOf", "endOf"].map((name) => moment.tz(at, zone)[name]("day").valueOf()),
  spacetime: (at, zone) => ["startOf", "endOf"].map((name) => spacetime(at, zone)[name]("day").epoch),
  "date-fns": (at, zone) => [startOfDay, endOfDay].map((find) => find(new TZDate(at, zone)).getTime()),
};
const wrong = new Set();
for (const [date, zone] of [
  ["2026-04-24", "Africa/Cairo"],
  ["2026-10-25", "Atlantic/Azores"],
  ["2026-04-04", "America/Santiago"],
]) {
  const day = Temporal.PlainDate.from(date);
  const start = day.toZonedDateTime(zone).epochMilliseconds;
  const end = day.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;
  const noon = day.toZonedDateTime({ timeZone: zone, plainTime: "12:00" }).epochMilliseconds;
  console.log(`${zone}, ${date}: ${(end - start) / 3_600_000} hours`);
  for (const [name, find] of Object.entries(libraries)) {
    const [first, last] = find(noon, zone);
    const [late, early] = [(first - start) / 3_600_000, (end - last - 1) / 3_600_000];
    console.log(`  ${name}: starts ${late} h late, ends ${early} h early`);
    if (late !== 0 || early !== 0) wrong.add(name);
  }
}
if (wrong.size < Object.keys(libraries).length) {
  console.log(`Only these are wrong about a day now: ${[...wrong].join(", ") || "none"}.`);
  process.exit(1);
}
SCRIPT
TZ=UTC node try.mjs
