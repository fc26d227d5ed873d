#!/usr/bin/env bash
# Offsets from UTC as people type them, `GMT+2` and `UTC+2`, read by timezone-soft and by spacetime.
# Guess: both are two hours ahead of UTC, as in Berlin's summer: timezone-soft is made for the informal names that people use for zones,
#   and is to give the zone that common sense would.
# Seen: with timezone-soft 1.5.2 and spacetime 7.15.0 `UTC+2` is two hours ahead and `GMT+2` two hours behind. The latter is taken for the
#   zone `Etc/GMT+2`, whose sign follows POSIX, and of which the IANA's file says itself that it's the opposite of what many people
#   expect. `GMT-5`, for New York, is in Pakistan. Only spacetime's readme has a word of this, beside an example with GMT+8.
# Why it matters: reminders are four hours off in Berlin, and ten in New York, for those who write GMT, and right for those who write UTC. A
#   test with either alone, or in London, where both are 0, passes.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E timezone-soft@1.5.2 spacetime@7.15.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import spacetime from "spacetime";
import soft from "timezone-soft";

const version = (name) => `${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`;
console.log(`${version("timezone-soft")}, ${version("spacetime")}`);
const seen = [];
for (const typed of ["UTC+2", "GMT+2", "UTC-5", "GMT-5"]) {
  const [zone] = soft(typed);
  const there = spacetime("2026-07-05T12:00:00Z").goto(typed);
  seen.push(`${zone.standard.offset}/${there.offset() / 60}`);
  const shown = there.format("{time-24}");
  console.log(`${typed}: timezone-soft has ${zone.iana}, ${zone.standard.offset} hours; by spacetime 12:00 in UTC is ${shown}`);
}
if (seen.join(" ") !== "2/2 -2/-2 -5/-5 5/5") {
  console.log("They read such offsets otherwise now.");
  process.exit(1);
}
SCRIPT
TZ=UTC node try.mjs
