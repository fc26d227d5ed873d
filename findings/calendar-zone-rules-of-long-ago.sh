#!/usr/bin/env bash
# The rules of a time zone that go into a calendar file, from the package that ical-generator's readme shows.
# Guess: `getVtimezoneComponent` has the rules of today, so a reader sees an event at the moment that was meant.
# Seen: with @touch4it/ical-timezones 1.9.0 an event in Cairo's summer is read an hour late, and one in summer in Mexico City
#   or São Paulo an hour early: the rules are from before Egypt took summer time up again (2023), and Mexico (2022) and Brazil
#   (2019) gave it up. There are some thirty such zones, and for `America/Ciudad_Juarez` no rules at all. Berlin is right.
#   ical-generator 11.1.2 writes what it's given, and ical.js 2.2.1 goes by the rules in the file, as RFC 5545 wants (3.6.5).
# Why it matters: the file is valid, the hour in it is right, and so is Node.js; only people in those places see an event at
#   the wrong hour. Times in UTC need no rules.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E ical-generator@11.1.2 @touch4it/ical-timezones@1.9.0 ical.js@2.2.1 luxon@3.7.2

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { getVtimezoneComponent } from "@touch4it/ical-timezones";
import ICAL from "ical.js";
import { ICalCalendar } from "ical-generator";
import { DateTime } from "luxon";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
for (const name of ["@touch4it/ical-timezones", "ical-generator", "ical.js"]) console.log(`${name} ${versionOf(name)}`);
console.log(`Node.js ${process.version}, zone data ${process.versions.tz}`);

const readBack = (start, name) => {
  const calendar = new ICalCalendar({ timezone: { name, generator: getVtimezoneComponent } });
  calendar.createEvent({ summary: "Party", start, timezone: name });
  const event = new ICAL.Component(ICAL.parse(calendar.toString())).getFirstSubcomponent("vevent");
  return new ICAL.Event(event).startDate.toUnixTime();
};
const late = {};
for (const [name, day] of [
  ["Europe/Berlin", "2026-07-01"],
  ["Africa/Cairo", "2026-07-01"],
  ["America/Mexico_City", "2026-07-01"],
  ["America/Sao_Paulo", "2027-01-15"],
]) {
  const start = DateTime.fromISO(`${day}T18:00`, { zone: name });
  late[name] = (readBack(start, name) - start.toUnixInteger()) / 60;
  console.log(`${name}, ${day} 18:00: read ${late[name]} minutes late`);
}
const missing = !getVtimezoneComponent("America/Ciudad_Juarez");
console.log(`America/Ciudad_Juarez: ${missing ? "no rules" : "has rules"}`);
const expected = { "Europe/Berlin": 0, "Africa/Cairo": 60, "America/Mexico_City": -60, "America/Sao_Paulo": -60 };
if (!missing || Object.keys(expected).some((name) => late[name] !== expected[name])) {
  console.log("The rules in calendar files now agree with Node.js' in one of these zones.");
  process.exit(1);
}
SCRIPT
TZ=UTC node try.mjs
