#!/usr/bin/env bash
# A rule with a day of the month and a day of the week, `0 9 1 * 1`, read by eight cron libraries.
# Guess: it runs on the 1st and on every Monday: by POSIX either of the two is enough where both are given, and a library says so
#   if it needs both, as node-cron's readme does.
# Seen: croner 11.0.1, cron 4.4.0, cron-parser 5.10.6, cron-schedule 6.0.0, cronosjs 1.7.1 and @datasert/cronjs-matcher 1.4.0 run it in
#   November 2026 on five days. @sapphire/cron 1.2.1 and @breejs/later 4.2.0, by which bree runs its jobs, need both, without
#   a word in their readmes: the next run is the 1st of February. cronstrue 3.39.0 says "on day 1 of the month, and on Monday".
# Why it matters: a weekly reminder with a monthly one in the same rule is silent for months, and the words shown beside it fit
#   either meaning. The other way round, what is meant for a Friday the 13th runs every Friday. Rules with one of the two are the
#   same everywhere.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E croner@11.0.1 cron@4.4.0 cron-parser@5.10.6 cron-schedule@6.0.0 cronosjs@1.7.1 @datasert/cronjs-matcher@1.4.0 \
  @sapphire/cron@1.2.1 @breejs/later@4.2.0 cronstrue@3.39.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import later from "@breejs/later";
import { getFutureMatches } from "@datasert/cronjs-matcher";
import { Cron as SapphireCron } from "@sapphire/cron";
import { CronTime } from "cron";
import { CronExpressionParser } from "cron-parser";
import { parseCronExpression } from "cron-schedule";
import { Cron } from "croner";
import { CronosExpression } from "cronosjs";
import cronstrue from "cronstrue";

const rule = "0 9 1 * 1";
const start = new Date("2026-11-01T10:00:00Z");
const oneByOne = (next) => {
  const runs = [];
  for (let time = start; runs.length < 5; runs.push(time)) time = next(time);
  return runs;
};
const libraries = {
  croner: () => new Cron(rule, { timezone: "UTC", paused: true }).nextRuns(5, start),
  cron: () => {
    const time = new CronTime(rule, "UTC");
    return oneByOne((after) => new Date(time.getNextDateFrom(after, "UTC").toMillis()));
  },
  "cron-parser": () => CronExpressionParser.parse(rule, { currentDate: start, tz: "UTC" }).take(5).map((run) => run.toDate()),
  "cron-schedule": () => parseCronExpression(rule).getNextDates(5, start),
  cronosjs: () => CronosExpression.parse(rule, { timezone: "UTC" }).nextNDates(start, 5),
  "@datasert/cronjs-matcher": () =>
    getFutureMatches(rule, { startAt: start.toISOString(), matchCount: 5, timezone: "UTC" }).map((run) => new Date(run)),
  "@sapphire/cron": () => {
    const cron = new SapphireCron(rule);
    return oneByOne((after) => cron.next(after));
  },
  "@breejs/later": () => later.schedule(later.parse.cron(rule)).next(5, start),
};
console.log(`Node.js ${process.version}, cronstrue says "${cronstrue.toString(rule)}"`);
const differing = [];
for (const [name, read] of Object.entries(libraries)) {
  const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
  const days = read().map((run) => run.toISOString().slice(0, 10)).join(" ");
  console.log(`${name} ${version}: ${days}`);
  if (days !== "2026-11-02 2026-11-09 2026-11-16 2026-11-23 2026-11-30") differing.push(`${name} ${days.slice(0, 10)}`);
}
if (differing.join() !== "@sapphire/cron 2027-02-01,@breejs/later 2027-02-01") {
  console.log("It's no longer these two libraries that need both days, and only they.");
  process.exit(1);
}
SCRIPT
TZ=UTC node try.mjs
