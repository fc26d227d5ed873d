#!/usr/bin/env bash
# A rule with a day of the month and a day of the week, `0 9 1,15 * 1`, read by nine cron libraries and told by cronstrue.
# Guess: it's on the 1st, on the 15th and on each Monday: crontab(5) says that a command runs when either of the two matches if both
#   are given. A library that means it otherwise refuses such a rule, or the words tell which it is.
# Seen: croner 11.0.1, cron 4.4.0, cron-parser 5.10.6, cronosjs 1.7.1, cron-schedule 6.0.0 and @datasert/cronjs-matcher 1.4.0 do so. With
#   node-cron 4.6.0, which says so in its readme, @sapphire/cron 1.2.1 and @breejs/later 4.2.0 both have to match: it runs when
#   the 1st or the 15th is a Monday, six times in 2027 instead of 70. cronstrue 3.39.0's words, "on day 1 and 15 of the month, and
#   on Monday", can be read either way.
# Why it matters: a rule that is moved from one bot to another, or checked on a website, comes once in some months instead of each
#   week, or each week instead of on a Friday the 13th. With one of the two days, as in nearly all examples, they agree.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E croner@11.0.1 cron@4.4.0 cron-parser@5.10.6 cronosjs@1.7.1 cron-schedule@6.0.0 @datasert/cronjs-matcher@1.4.0 \
  node-cron@4.6.0 @sapphire/cron@1.2.1 @breejs/later@4.2.0 cronstrue@3.39.0 >/dev/null

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
import nodeCron from "node-cron";

const version = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
const rule = "0 9 1,15 * 1";
const start = new Date("2026-12-31T12:00:00Z");
const most = 80;
const oneByOne = (next) => {
  const runs = [];
  for (let run = start; runs.length < most; runs.push(run)) run = next(run);
  return runs;
};
const libraries = {
  croner: () => new Cron(rule, { timezone: "UTC", paused: true }).nextRuns(most, start),
  cron: () => oneByOne((run) => new Date(new CronTime(rule, "UTC").getNextDateFrom(run, "UTC").toMillis())),
  "cron-parser": () => CronExpressionParser.parse(rule, { currentDate: start, tz: "UTC" }).take(most).map((run) => run.toDate()),
  cronosjs: () => CronosExpression.parse(rule, { timezone: "UTC" }).nextNDates(start, most),
  "cron-schedule": () => parseCronExpression(rule).getNextDates(most, start),
  "@datasert/cronjs-matcher": () =>
    getFutureMatches(rule, { startAt: start.toISOString(), matchCount: most, timezone: "UTC" }).map((run) => new Date(run)),
  "@sapphire/cron": () => oneByOne((run) => new SapphireCron(rule).next(run)),
  "@breejs/later": () => later.schedule(later.parse.cron(rule)).next(most, start),
};
const counts = {};
for (const [name, runsOf] of Object.entries(libraries)) {
  const runs = runsOf().filter((run) => run.getUTCFullYear() === 2027);
  counts[name] = runs.length;
  console.log(`${name} ${version(name)}: ${runs.length} times in 2027, the first on ${runs[0].toISOString().slice(0, 10)}`);
}
// node-cron counts from today only, so what it has is looked at for days on which one of the two doesn't match.
const task = nodeCron.createTask(rule, () => {}, { timezone: "UTC" });
const runs = task.getNextRuns(most);
task.destroy();
const both = runs.filter((run) => run.getUTCDay() === 1 && [1, 15].includes(run.getUTCDate()));
console.log(`node-cron ${version("node-cron")}: of its next ${most} runs ${both.length} are on a Monday that is the 1st or 15th`);
console.log(`cronstrue ${version("cronstrue")}: ${cronstrue.toString(rule)}`);
const either = ["croner", "cron", "cron-parser", "cronosjs", "cron-schedule", "@datasert/cronjs-matcher"];
const same =
  either.every((name) => counts[name] === 70) &&
  counts["@sapphire/cron"] === 6 &&
  counts["@breejs/later"] === 6 &&
  both.length === most &&
  cronstrue.toString(rule).includes("on day 1 and 15 of the month, and on Monday");
if (!same) {
  console.log("The libraries read or tell such a rule otherwise now.");
  process.exit(1);
}
SCRIPT
TZ=UTC node try.mjs
