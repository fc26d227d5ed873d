#!/usr/bin/env bash
# The next run of a rule in the last minute of a day, by @sapphire/cron.
# Guess: `next(date)` is after that date: it says that it gets the next date that matches.
# Seen: with @sapphire/cron 1.2.1, asked within the last minute before midnight in UTC, it's at the start of the day that is
#   ending: 00:00 for `*/5 * * * *`, almost 24 hours ago. `30 9 * * *` gives 09:30 of that day, which has been. A minute
#   earlier, and after midnight, all is well.
# Why it matters: a scheduler that sleeps until the next run and then asks again doesn't sleep, and posts over and over for
#   that minute. A bot that was started at any other time of the day shows nothing, and neither does a test.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E @sapphire/cron@1.2.1 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { Cron } from "@sapphire/cron";

const { version } = JSON.parse(readFileSync("node_modules/@sapphire/cron/package.json", "utf8"));
console.log(`@sapphire/cron ${version}, Node.js ${process.version}`);
const seen = {};
for (const rule of ["*/5 * * * *", "0 0 * * *", "30 9 * * *"]) {
  for (const asked of ["2026-11-30T23:58:30.000Z", "2026-11-30T23:59:30.000Z", "2026-12-01T00:00:30.000Z"]) {
    const next = new Cron(rule).next(new Date(asked)).toISOString();
    console.log(`${rule}, asked at ${asked}: ${next}${next < asked ? ", which is past" : ""}`);
    (seen[asked] ??= []).push(next);
  }
}
const expected = ["2026-11-30T00:00:00.000Z", "2026-11-30T00:00:00.000Z", "2026-11-30T09:30:00.000Z"];
const isPastOnlyThen = Object.entries(seen).every(([asked, runs]) => asked.includes("23:59") || runs.every((run) => run > asked));
if (!isPastOnlyThen || seen["2026-11-30T23:59:30.000Z"].join() !== expected.join()) {
  console.log("In the last minute of a day, and only then, the next run used to be in the past. That's no longer so.");
  process.exit(1);
}
SCRIPT
node try.mjs
