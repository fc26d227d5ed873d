import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createMonotonicClock } from "../../src/time.ts";

test("a clock that is set back continues from where it was, and its times convert to machine time", () => {
  let wall = 1_000_000;
  const clock = createMonotonicClock(() => wall);
  expect(clock.now()).toBe(1_000_000);
  wall -= 3_600_000;
  expect(clock.now()).toBe(1_000_000);
  wall += 5_000;
  expect(clock.now()).toBe(1_005_000);
  expect(clock.toWallClock(clock.now())).toBe(wall);
  wall += 86_400_000;
  expect(clock.now()).toBe(87_405_000);
});

test("it never goes back, and never runs faster than the machine's clock", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -10_000, max: 10_000 })), (steps) => {
      let wall = 0;
      const clock = createMonotonicClock(() => wall);
      let before = clock.now();
      for (const step of steps) {
        wall += step;
        const now = clock.now();
        expect(now - before).toBe(Math.max(0, step));
        expect(clock.toWallClock(now)).toBe(wall);
        before = now;
      }
    }),
  );
});
