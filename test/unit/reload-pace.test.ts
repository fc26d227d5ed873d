import { expect, test } from "vitest";
import { createReloadPace } from "../../src/interactions/reload-pace.ts";

function paceAt() {
  const clock = { now: 1_000_000 };
  return { clock, pace: createReloadPace(() => clock.now) };
}

test("of presses within three seconds only the first reads anew", () => {
  const { clock, pace } = paceAt();
  expect(pace.mayReload("7", "1")).toBe(true);
  clock.now += 2_999;
  expect(pace.mayReload("7", "1")).toBe(false);
  clock.now += 1;
  expect(pace.mayReload("7", "1")).toBe(true);
});

test("neither another person nor another message waits for it", () => {
  const { pace } = paceAt();
  expect(pace.mayReload("7", "1")).toBe(true);
  expect(pace.mayReload("8", "1")).toBe(true);
  expect(pace.mayReload("7", "2")).toBe(true);
});

test("a clock that is set back holds nobody up", () => {
  const { clock, pace } = paceAt();
  expect(pace.mayReload("7", "1")).toBe(true);
  clock.now -= 60 * 60_000;
  expect(pace.mayReload("7", "1")).toBe(true);
});
