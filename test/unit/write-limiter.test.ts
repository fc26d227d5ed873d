import { expect, test } from "vitest";
import { createWriteLimiter } from "../../src/interactions/dispatch/limits.ts";

function limiterAt(perMinute: number) {
  const clock = { now: 1_000_000 };
  return { clock, limiter: createWriteLimiter({ perMinute, now: () => clock.now }) };
}

test("a write beyond the limit has to wait until the oldest is a minute old", () => {
  const { clock, limiter } = limiterAt(2);
  expect(limiter.tryAcquire("1", "7")).toBeUndefined();
  clock.now += 20_000;
  expect(limiter.tryAcquire("1", "7")).toBeUndefined();
  clock.now += 10_000;
  expect(limiter.tryAcquire("1", "7")).toBe(30_000);
  clock.now += 30_000;
  expect(limiter.tryAcquire("1", "7")).toBeUndefined();
});

test("a press that was delayed doesn't count, so waiting helps", () => {
  const { clock, limiter } = limiterAt(1);
  limiter.tryAcquire("1", "7");
  for (let second = 1; second < 60; second += 1) {
    clock.now += 1_000;
    expect(limiter.tryAcquire("1", "7")).toBe((60 - second) * 1_000);
  }
  clock.now += 1_000;
  expect(limiter.tryAcquire("1", "7")).toBeUndefined();
});

test("one person's writes delay nobody else, nor themselves in another server", () => {
  const { limiter } = limiterAt(1);
  limiter.tryAcquire("1", "7");
  expect(limiter.tryAcquire("1", "8")).toBeUndefined();
  expect(limiter.tryAcquire("2", "7")).toBeUndefined();
});

test("a clock that is set back delays nobody longer than a minute", () => {
  const { clock, limiter } = limiterAt(1);
  limiter.tryAcquire("1", "7");
  clock.now -= 3_600_000;
  expect(limiter.tryAcquire("1", "7")).toBeUndefined();
  expect(limiter.tryAcquire("1", "7")).toBe(60_000);
});
