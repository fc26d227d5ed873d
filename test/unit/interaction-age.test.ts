import { SnowflakeUtil } from "discord.js";
import { expect, test } from "vitest";
import { createInteractionAges } from "../../src/interaction-age.ts";

const sentAt = Date.UTC(2026, 8, 7, 9);
const idOf = (timestamp: number): string => String(SnowflakeUtil.generate({ timestamp }));

test("an interaction's age follows from its id", () => {
  const ageOf = createInteractionAges(() => sentAt + 3_200);
  expect(ageOf(idOf(sentAt))).toBe(3_200);
});

test("after an id from the future, a clock that is behind no longer makes late interactions look fresh", () => {
  let now = sentAt - 2_500;
  const ageOf = createInteractionAges(() => now);
  expect(ageOf(idOf(sentAt))).toBe(0);
  now += 10_000;
  // Sent 3.2 s ago by Discord's clock.
  expect(ageOf(idOf(sentAt + 6_800))).toBeGreaterThan(3_100);
});

test("after a clock correction, its former lag no longer counts", () => {
  let now = sentAt - 2_500;
  const ageOf = createInteractionAges(() => now);
  ageOf(idOf(sentAt));
  now = sentAt;
  for (let each = 0; each < 300; each++) ageOf(idOf(sentAt));
  expect(ageOf(idOf(sentAt))).toBeLessThan(200);
});
