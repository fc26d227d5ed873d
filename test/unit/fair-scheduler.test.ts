import { describe, expect, it } from "vitest";
import { createFairScheduler, type FairScheduler } from "../../src/fair-scheduler.ts";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Pauses so many times, and writes down whose step it was each time. */
async function work(scheduler: FairScheduler, key: string, steps: number, log: string[]): Promise<void> {
  for (let step = 0; step < steps; step++) {
    await scheduler.pause(key);
    log.push(key);
  }
}

describe("work in steps", () => {
  it("lets the event loop serve others between any two steps", async () => {
    const scheduler = createFairScheduler();
    const log: string[] = [];
    const works = [work(scheduler, "a", 3, log), work(scheduler, "a", 3, log), work(scheduler, "b", 3, log)];
    const counts: number[] = [];
    while (log.length < 9) {
      const before = log.length;
      await turn();
      counts.push(log.length - before);
    }
    await Promise.all(works);
    expect(Math.max(...counts)).toBe(1);
  });

  it("runs in rotation, so that fifty of one guild don't precede one of another", async () => {
    const scheduler = createFairScheduler();
    const log: string[] = [];
    const many = Array.from({ length: 50 }, () => work(scheduler, "busy", 1, log));
    await work(scheduler, "other", 2, log);
    expect(log.filter((key) => key === "busy").length).toBeLessThanOrEqual(2);
    await Promise.all(many);
    expect(log).toHaveLength(52);
  });
});

describe("jobs of one key", () => {
  it("run one after the other, even after one that failed", async () => {
    const scheduler = createFairScheduler();
    const log: string[] = [];
    const job = (name: string, fails = false) =>
      scheduler.runExclusive("a", async () => {
        log.push(`${name} begins`);
        await scheduler.pause("a");
        log.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      });
    const results = await Promise.allSettled([job("first"), job("second", true), job("third")]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(log).toEqual(["first", "second", "third"].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  it("don't wait for those of another", async () => {
    const scheduler = createFairScheduler();
    const never = Promise.withResolvers<void>();
    void scheduler.runExclusive("a", () => never.promise);
    expect(await scheduler.runExclusive("b", () => Promise.resolve("done"))).toBe("done");
  });
});
