import { watchClock } from "../../src/start/clock-watch.ts";
import type { Job, JobTools } from "../../src/jobs/job.ts";
import { startJobs } from "../../src/jobs/runner.ts";
import { createLogger } from "../../src/log/index.ts";

/** Says each time that one of two jobs runs, with its clock watched as that of the bot is. */
const say =
  (name: string): Job["run"] =>
  async () =>
    void process.stdout.write(`${name}\n`);
const jobs: readonly Job[] = [
  { name: "beat", schedule: { everyMs: 50 }, run: say("beat") },
  { name: "hour", schedule: { cron: "0 * * * *" }, run: say("hour") },
];
const bringForward = async () => undefined;
const ctx = {
  log: createLogger({ level: "warn" }),
  now: Date.now,
  store: {
    deliveries: { bringForward, removeUntriedAfter: bringForward },
    schedules: { bringRefreshForward: bringForward, dueLater: async () => [] },
  },
};
// The jobs above touch none of their tools, and where the clock was set back nothing waits.
const runner = startJobs({ ctx } as unknown as JobTools, jobs);
watchClock((byMs) => runner.clockWasSet(byMs));
process.send?.("ready");
