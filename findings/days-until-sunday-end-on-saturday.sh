#!/usr/bin/env bash
# A rule for Friday to Sunday, `5-7`, read by seven cron libraries.
# Guess: whoever takes the rule runs it on all three days: 7 is Sunday in cron, also as the end of a range.
# Seen: croner 11.0.1, cron 4.4.0, cron-parser 5.10.6, cronosjs 1.7.1 and node-cron 4.6.0 do. @sapphire/cron 1.2.1 and
#   @datasert/cronjs-matcher 1.4.0 leave Sunday out without a word. For every second day, `1-7/2`, the latter has no run at all,
#   though `7` alone is Sunday to it. cronstrue 3.39.0 tells of either rule that it ends on Sunday.
# Why it matters: whoever wrote the rule, checked it with another library or had it told in words expects the post of Sunday.
#   `0,5,6` is safe everywhere.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E croner@11.0.1 cron@4.4.0 cron-parser@5.10.6 cronosjs@1.7.1 node-cron@4.6.0 @sapphire/cron@1.2.1 \
  @datasert/cronjs-matcher@1.4.0 cronstrue@3.39.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { getFutureMatches } from "@datasert/cronjs-matcher";
import { Cron as SapphireCron } from "@sapphire/cron";
import { CronTime } from "cron";
import { CronExpressionParser } from "cron-parser";
import { Cron } from "croner";
import { CronosExpression } from "cronosjs";
import cronstrue from "cronstrue";
import nodeCron from "node-cron";

const start = new Date("2026-11-30T10:00:00Z");
const oneByOne = (next) => {
  const runs = [];
  for (let time = start; runs.length < 7; runs.push(time)) time = next(time);
  return runs;
};
const libraries = {
  croner: (rule) => new Cron(rule, { timezone: "UTC", paused: true }).nextRuns(7, start),
  cron: (rule) => {
    const time = new CronTime(rule, "UTC");
    return oneByOne((after) => new Date(time.getNextDateFrom(after, "UTC").toMillis()));
  },
  "cron-parser": (rule) => CronExpressionParser.parse(rule, { currentDate: start, tz: "UTC" }).take(7).map((run) => run.toDate()),
  cronosjs: (rule) => CronosExpression.parse(rule, { timezone: "UTC" }).nextNDates(start, 7),
  "node-cron": (rule) => {
    const task = nodeCron.createTask(rule, () => {}, { timezone: "UTC" });
    const runs = task.getNextRuns(7);
    task.destroy();
    return runs;
  },
  "@sapphire/cron": (rule) => {
    const cron = new SapphireCron(rule);
    return oneByOne((after) => cron.next(after));
  },
  "@datasert/cronjs-matcher": (rule) =>
    getFutureMatches(rule, { startAt: start.toISOString(), matchCount: 7, timezone: "UTC" }).map((run) => new Date(run)),
};
const rules = { "0 9 * * 5-7": "Sun Fri Sat", "0 9 * * 1-7/2": "Sun Mon Wed Fri" };
console.log(`Node.js ${process.version}, cronstrue says ${Object.keys(rules).map((rule) => `"${cronstrue.toString(rule)}"`).join(" and ")}`);
const wrong = [];
for (const [name, read] of Object.entries(libraries)) {
  const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
  for (const [rule, expected] of Object.entries(rules)) {
    const days = [...new Set(read(rule).map((run) => run.getUTCDay()))].sort().map((day) => "Sun Mon Tue Wed Thu Fri Sat".split(" ")[day]);
    console.log(`${name} ${version}, ${rule}: ${days.join(" ") || "no run"}`);
    if (days.join(" ") !== expected) wrong.push(`${name} ${days.join(" ") || "no run"}`);
  }
}
const expected =
  "@sapphire/cron Fri Sat,@sapphire/cron Mon Wed Fri,@datasert/cronjs-matcher Fri Sat,@datasert/cronjs-matcher no run";
if (wrong.join() !== expected) {
  console.log("It's no longer these two libraries that leave out Sunday, and only they.");
  process.exit(1);
}
SCRIPT
node try.mjs
