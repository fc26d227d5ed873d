import { watchClock } from "../../src/start/clock-watch.ts";
import type { Job, JobTools } from "../../src/jobs/job.ts";
import { startJobs } from "../../src/jobs/runner.ts";
import { createLogger } from "../../src/log/index.ts";
import type { Store } from "../../src/store/store.ts";
import { treatAsWhole } from "./treat-as-whole.ts";

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
const ctx = treatAsWhole<JobTools["ctx"]>({
  log: createLogger({ level: "warn" }),
  now: Date.now,
  store: treatAsWhole<Store>({
    deliveries: treatAsWhole<Store["deliveries"]>({ bringForward, removeUntriedAfter: bringForward }),
    sends: treatAsWhole<Store["sends"]>({ bringForward }),
    schedules: treatAsWhole<Store["schedules"]>({
      bringRefreshForward: bringForward,
      dueLater: async () => [],
    }),
  }),
});
// The jobs above touch none of their tools, and where the clock was set back nothing waits.
const runner = startJobs(treatAsWhole<JobTools>({ ctx }), jobs, []);
watchClock((byMs) => runner.clockWasSet(byMs));
process.send?.("ready");
