import { expect, test } from "vitest";
import { type KillPoint, startKillable } from "../support/long/crash-order.ts";

const points: readonly KillPoint[] = [
  "before the press",
  "after the press",
  "before the service works",
  "once the press was acknowledged",
  "after the service worked",
  "after the receipt",
];
const rounds = 60;

test("a killed bot's order exists once or not at all, and its person learns which or how to check", async () => {
  await using killable = await startKillable();
  for (let round = 0; round < rounds; round++) {
    const point = points[round % points.length] ?? "after the press";
    const delayMs = (round * 7) % 40;
    const { orders, told } = await killable.killAt(point, delayMs);
    const where = `round ${round}, killed ${point} (${delayMs} ms): ${told}`;
    expect(orders, where).toBeLessThanOrEqual(1);
    if (/logged/.test(told) && !/don't know/.test(told)) expect(orders, where).toBe(1);
    else expect(told, where).toMatch(/don't know.*\/order search/s);
    // What was ordered is shown, whatever the outcome.
    expect(told, where).toContain("Flat white");
  }
});
