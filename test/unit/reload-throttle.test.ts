import { expect, test } from "vitest";
import { createReloadThrottle } from "../../src/interactions/dispatch/limits.ts";

function paceAt() {
  const clock = { now: 1_000_000 };
  return { clock, pace: createReloadThrottle(() => clock.now) };
}

test("of presses within three seconds only the first reloads", () => {
  const { clock, pace } = paceAt();
  expect(pace.tryReload("7", "1")).toBe(true);
  clock.now += 2_999;
  expect(pace.tryReload("7", "1")).toBe(false);
  clock.now += 1;
  expect(pace.tryReload("7", "1")).toBe(true);
});

test("other people and other messages don't wait for it", () => {
  const { pace } = paceAt();
  expect(pace.tryReload("7", "1")).toBe(true);
  expect(pace.tryReload("8", "1")).toBe(true);
  expect(pace.tryReload("7", "2")).toBe(true);
});

test("a clock that is set back delays nobody", () => {
  const { clock, pace } = paceAt();
  expect(pace.tryReload("7", "1")).toBe(true);
  clock.now -= 60 * 60_000;
  expect(pace.tryReload("7", "1")).toBe(true);
});
