// Depends on: database.
import { afterEach, expect, test } from "vitest";
import { createPlaygroundClock, type PlaygroundClock } from "../../playground/clock.ts";
import { type Playground, startPlayground } from "../../playground/index.ts";

const hourMs = 60 * 60_000;
const start = Temporal.Instant.from("2026-11-18T09:00:00Z").epochMilliseconds;
let playground: Playground;
let clock: PlaygroundClock;
afterEach(() => playground.close());

async function jump(nextPostAt: number | undefined): Promise<unknown> {
  clock = createPlaygroundClock(() => start);
  playground = await startPlayground(0, clock, { nextPostAt: async () => nextPostAt });
  const reply = await fetch(new URL("/playground/controls/clock-next-post", playground.discord.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  return reply.json();
}

test("the page moves the clock to the next due post", async () => {
  expect(await jump(start + 3 * hourMs)).toMatchObject({
    said: expect.stringContaining("Wednesday 18 November at 12:00 (UTC)"),
  });
  expect(clock.now()).toBe(start + 3 * hourMs);
});

test("a post already due doesn't move the clock, and without one planned it says how to plan one", async () => {
  await jump(start - hourMs);
  expect(clock.now()).toBe(start);
  await playground.close();
  expect(await jump(undefined)).toMatchObject({ said: expect.stringContaining("/schedule add") });
  expect(clock.now()).toBe(start);
});
