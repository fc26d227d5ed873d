#!/usr/bin/env bash
# Every 90 minutes, 48 hours or 40 days, as a rule by cron-time-generator, told by cronstrue and run by five cron libraries.
# Guess: the generator refuses what a rule of cron can't say, or finds another one: by its readme each method returns exactly what
#   its name says. And what tells or runs rules refuses a step longer than the field, since no value can be that far on.
# Seen: cron-time-generator 2.0.3 gives `*/90 * * * *`, `0 */48 * * *` and `0 0 */40 * *`, and cronstrue 3.39.0 says "every 90 minutes", "every
#   48 hours" and "every 40 days in a month". cron 4.4.0, cron-parser 5.10.6, cronosjs 1.7.1 and node-cron 4.6.0 run them every
#   hour, day and month. Only croner 11.0.1 refuses them.
# Why it matters: somebody asks for a reminder every 90 minutes, is told that it will be so, and has it every hour. Whoever checks
#   a rule by its words, or by whether the library takes it, finds nothing.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E cron-time-generator@2.0.3 cronstrue@3.39.0 cron@4.4.0 cron-parser@5.10.6 cronosjs@1.7.1 node-cron@4.6.0 croner@11.0.1 \
  >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { CronTime as Runner } from "cron";
import { CronExpressionParser } from "cron-parser";
import generator from "cron-time-generator";
import { Cron } from "croner";
import { CronosExpression } from "cronosjs";
import cronstrue from "cronstrue";
import nodeCron from "node-cron";

const version = (name) => `${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`;
const { CronTime } = generator;
const start = new Date("2026-11-01T00:30:00Z");
const libraries = {
  cron: (rule) => {
    const time = new Runner(rule, "UTC");
    const first = time.getNextDateFrom(start, "UTC");
    return [first, time.getNextDateFrom(first.toJSDate(), "UTC")].map((run) => new Date(run.toMillis()));
  },
  "cron-parser": (rule) => CronExpressionParser.parse(rule, { currentDate: start, tz: "UTC" }).take(2).map((run) => run.toDate()),
  cronosjs: (rule) => CronosExpression.parse(rule, { timezone: "UTC" }).nextNDates(start, 2),
  "node-cron": (rule) => {
    const task = nodeCron.createTask(rule, () => {}, { timezone: "UTC" });
    const runs = task.getNextRuns(2);
    task.destroy();
    return runs;
  },
  croner: (rule) => new Cron(rule, { timezone: "UTC", paused: true }).nextRuns(2, start),
};
console.log(`${["cron-time-generator", "cronstrue", ...Object.keys(libraries)].map(version).join(", ")}, Node.js ${process.version}`);
const wrong = [];
for (const [rule, told, unit] of [
  [CronTime.every(90).minutes(), "every 90 minutes", "hour"],
  [CronTime.every(48).hours(), "every 48 hours", "day"],
  [CronTime.every(40).days(), "every 40 days", "month"],
]) {
  const gaps = Object.entries(libraries).map(([name, run]) => {
    try {
      const [first, second] = run(rule);
      const hours = (second - first) / 3_600_000;
      return `${name} every ${hours === 1 ? "hour" : hours === 24 ? "day" : hours >= 28 * 24 && hours <= 31 * 24 ? "month" : `${hours} hours`}`;
    } catch {
      return `${name} refuses it`;
    }
  });
  const words = cronstrue.toString(rule);
  console.log(`${rule} is told as "${words}": ${gaps.join(", ")}`);
  const expected = Object.keys(libraries).map((name) => (name === "croner" ? "croner refuses it" : `${name} every ${unit}`));
  if (words.toLowerCase().includes(told) && gaps.join() === expected.join()) wrong.push(rule);
}
if (wrong.length < 3) {
  console.log("Such rules are now refused, told or run otherwise.");
  process.exit(1);
}
SCRIPT
TZ=UTC node try.mjs
