import { expect, test } from "vitest";
import { IdentifyThrottler, type SharedTurns } from "../../src/discord/sharding.ts";

/** A timer may fire a moment early by another clock. */
const timerSlackMs = 5;
const everyMs = 60;
const never = new AbortController().signal;

function throttler(maxConcurrency: number, shared?: SharedTurns): IdentifyThrottler {
  return new IdentifyThrottler({ maxConcurrency, everyMs, shared });
}

/** When each shard had its turn, in milliseconds from the start. */
async function turnsOf(each: IdentifyThrottler, shards: readonly number[]): Promise<readonly number[]> {
  const startedAt = performance.now();
  return Promise.all(
    shards.map(async (shard) => {
      await each.waitForIdentify(shard, never);
      return performance.now() - startedAt;
    }),
  );
}

test("shards of one bucket identify one by one, and those of another don't wait for them", async () => {
  const [first = 0, other = 0, second = 0, third = 0] = await turnsOf(throttler(2), [0, 1, 2, 4]);
  expect(Math.max(first, other)).toBeLessThan(second);
  // From the start: on a busy machine, a turn may be noticed late, and the next one in time.
  expect(second).toBeGreaterThanOrEqual(everyMs - timerSlackMs);
  expect(third).toBeGreaterThanOrEqual(2 * everyMs - timerSlackMs);
});

test("without the database, a process keeps its own pace", async () => {
  const shared = { take: () => Promise.reject(new Error("the database is away")) };
  const [, second = 0] = await turnsOf(throttler(1, shared), [0, 1]);
  expect(second).toBeGreaterThanOrEqual(everyMs - timerSlackMs);
});

test("a slot held by another replica is waited for", async () => {
  const answers = [everyMs, everyMs, 0];
  const shared = { take: async () => answers.shift() ?? 0 };
  const [first = 0] = await turnsOf(throttler(1, shared), [0]);
  expect(first).toBeGreaterThanOrEqual(2 * everyMs - 2);
  expect(answers).toEqual([]);
});

test("a shard whose connection ends while it waits leaves its slot to the next", async () => {
  const each = throttler(1);
  const ends = new AbortController();
  await each.waitForIdentify(0, never);
  const ended = each.waitForIdentify(1, ends.signal);
  const next = each.waitForIdentify(2, never);
  ends.abort();
  await expect(ended).rejects.toThrow("aborted");
  await next;
});
