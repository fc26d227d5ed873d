// Depends on: nothing that varies.
import { expect, test } from "vitest";
import type { ClockSetBack } from "../../src/jobs/job.ts";
import { createClockSetBackJob, runJob, startJobs } from "../../src/jobs/runner.ts";
import { jobTools, startHarness } from "../support/harness.ts";
import { until } from "../support/wait-for.ts";

test("a running job isn't started again, and a failed one is", async () => {
  await using harness = await startHarness();
  const begun = { slow: 0, failing: 0 };
  const through = Promise.withResolvers<void>();
  const schedule = { everyMs: 5 };
  const jobs = [
    { name: "slow", schedule, run: () => ((begun.slow += 1), through.promise) },
    { name: "failing", schedule, run: () => ((begun.failing += 1), Promise.reject(new Error("no"))) },
  ];
  const runner = startJobs(jobTools(harness.app), jobs, []);
  await until("the other one ran often", () => begun.failing > 10);
  expect(begun.slow).toBe(1);
  through.resolve();
  await until("it begins again", () => begun.slow > 1);
  await runner.stop();
});

test("a step after the clock was set back that fails keeps back none of the others", async () => {
  await using harness = await startHarness();
  const steps: number[] = [];
  const failing = () => Promise.reject(new Error("no"));
  const noting: ClockSetBack = async (_tools, { byMs }) => void steps.push(byMs);
  await runJob(createClockSetBackJob(5, [failing, noting]), jobTools(harness.app));
  expect(steps).toEqual([5]);
  expect(harness.logs.join()).toContain("not everything follows the clock that was set back");
});
