#!/usr/bin/env bash
# A length of two weeks as a text of ISO 8601, by date-fns.
# Guess: `formatISODuration({ weeks: 2 })` is `P2W` or `P14D`: the type that it takes has weeks, `add` and `formatDuration` know
#   them, and ISO 8601 has a letter for them.
# Seen: with date-fns 4.4.0 it's `P0Y0M0DT0H0M0S`, no time at all, and a week and a day is one day, without an error. luxon 3.7.2 reads
#   it as what it says. What `intervalToDuration` gives has no weeks, so lengths from there are right.
# Why it matters: this is the form in which lengths are stored or sent. A pause, a trial or a notice of two weeks is over at once, and
#   the answer to the person, made by `formatDuration` from the same object, says "2 weeks".

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E date-fns@4.4.0 luxon@3.7.2

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { add, formatDuration, formatISODuration } from "date-fns";
import { Duration } from "luxon";

for (const name of ["date-fns", "luxon"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version);
const start = new Date(Date.UTC(2026, 6, 1));
const days = (length) => {
  const text = formatISODuration(length);
  const written = Duration.fromISO(text).as("days");
  const added = Math.round((add(start, length) - start) / 86_400_000);
  console.log(`${formatDuration(length)}: ${text}, which is ${written} days; add gives ${added} days`);
  return [written, added].join();
};
const seen = [days({ weeks: 2 }), days({ weeks: 1, days: 1 }), days({ days: 14 })];
if (seen.join(" ") !== "0,14 1,8 14,14") {
  console.error("Weeks aren't left out anymore.");
  process.exit(1);
}
SCRIPT
node try.mjs
