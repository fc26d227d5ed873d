import { expect, test } from "vitest";
import { startHarness } from "../support/harness.ts";
import { textOf } from "../support/seen.ts";

test("whoever runs a command at the very moment of a new session with Discord has all their roles", async () => {
  await using harness = await startHarness();
  const { discord } = harness;
  discord.faults.invalidateSessions(false);
  await discord.waitForBot();
  expect(textOf(await harness.as("theo").run("schedule list"))).toContain("Schedules");
});
