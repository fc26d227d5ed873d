#!/usr/bin/env bash
# chrono-node and the zone in which somebody wrote "tomorrow at 9am".
# Guess: `timezone: "Europe/Berlin"` is 09:00 there, or an error: the readme says that the option is the zone of what was
#   written, as minutes or as a name of a time zone, and shows `CDT`.
# Seen: chrono-node 2.10.3 takes that name, and any that doesn't exist, without a word, and counts in the machine's zone. Of
#   names it knows abbreviations only, such as `CET`.
# Why it matters: settings, Intl and Temporal all have the long names. Handed on, they look right on the author's machine, and
#   on a server each reminder is off by hours. Minutes work, if they're those of the day that is meant.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E chrono-node@2.10.3

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { parseDate } from "chrono-node";

const { version } = JSON.parse(readFileSync("node_modules/chrono-node/package.json", "utf8"));
console.log(`chrono-node ${version}, TZ=${process.env.TZ}`);
const instant = new Date("2026-07-01T10:00:00Z");
const read = (timezone) => {
  const at = parseDate("tomorrow at 9am", { instant, timezone }).toISOString();
  console.log(`  timezone ${JSON.stringify(timezone)}: ${at}`);
  return at;
};
const own = read(undefined);
const berlin = read("Europe/Berlin");
const nowhere = read("Nowhere/Town");
const abbreviation = read("CET");
const minutes = read(120);
const meant = "2026-07-02T07:00:00.000Z";
if (berlin !== own || nowhere !== own || abbreviation !== meant || minutes !== meant) {
  console.log("chrono-node now knows zones by their long names, or reads the others in another way.");
  process.exit(1);
}
SCRIPT
TZ=UTC node try.mjs
TZ=Asia/Tokyo node try.mjs
