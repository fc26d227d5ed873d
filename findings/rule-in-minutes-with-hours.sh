#!/usr/bin/env bash
# A recurrence rule for every 45 minutes of an evening, in two libraries.
# Guess: both count in steps of 45 minutes from the start, and keep those between 18:00 and 22:00: RFC 5545 lets BYHOUR only
#   leave out times of a rule that is MINUTELY (3.3.10). A day is 32 such steps, so all evenings are alike.
# Seen: rrule-temporal 2.2.8 does. rrule 2.8.1 begins at 18:00 on the first day, 18:30 on the second and 18:15 on the third:
#   over the hours in between it doesn't count in steps.
# Why it matters: a schedule that was right on the day someone looked at it has other times on the next, and fewer of them.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E rrule@2.8.1 rrule-temporal@2.2.8

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import rrule from "rrule";
import { RRuleTemporal } from "rrule-temporal";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
const start = Date.UTC(2026, 11, 1, 18);
const text = "DTSTART:20261201T180000Z\nRRULE:FREQ=MINUTELY;INTERVAL=45;BYHOUR=18,19,20,21;COUNT=20";
console.log(text);
const libraries = {
  rrule: () => rrule.rrulestr(text).all().map((at) => at.getTime()),
  "rrule-temporal": () => new RRuleTemporal({ rruleString: text }).all().map((at) => at.epochMilliseconds),
};
const formatDay = (at) => new Date(at).toISOString().slice(0, 10);
const astray = {};
for (const [name, list] of Object.entries(libraries)) {
  const times = list();
  astray[name] = times.filter((at) => (at - start) % (45 * 60_000) !== 0).length;
  console.log(`${name} ${versionOf(name)}`);
  for (const day of new Set(times.map((at) => formatDay(at)))) {
    const found = times.filter((at) => formatDay(at) === day);
    console.log(`  ${day}: ${found.map((at) => new Date(at).toISOString().slice(11, 16)).join(" ")}`);
  }
}
if (astray.rrule === 0 || astray["rrule-temporal"] !== 0) {
  console.log("rrule now counts in steps over the hours in between, or rrule-temporal no longer does.");
  process.exit(1);
}
SCRIPT
TZ=UTC node try.mjs
