import { expect, test } from "vitest";
import { useStore } from "./with-store.ts";

const used = useStore("Postgres");

test("of many processes that want to identify at once, one may, and the others learn how long to wait", async () => {
  const waits = await Promise.all(Array.from({ length: 20 }, () => used.store.identifyTurns.take(3, 60_000)));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(1);
  expect(Math.min(...waits.filter((wait) => wait > 0))).toBeGreaterThan(0);
  const wait = await used.store.identifyTurns.take(3, 60_000);
  expect(wait).toBeGreaterThan(30_000);
  expect(wait).toBeLessThanOrEqual(60_000);
  expect(await used.store.identifyTurns.take(4, 60_000)).toBe(0);
});

test("identifying is allowed again after the pause, and if the database's clock was set back", async () => {
  expect(await used.store.identifyTurns.take(5, 60_000)).toBe(0);
  await used.place.query("update identify_turns set last_at = last_at - 60000 where bucket = 5");
  expect(await used.store.identifyTurns.take(5, 60_000)).toBe(0);
  await used.place.query("update identify_turns set last_at = last_at + 7200000 where bucket = 5");
  expect(await used.store.identifyTurns.take(5, 60_000)).toBe(0);
});
