// Depends on: nothing that varies.
import { expect, test } from "vitest";
import { startHarness } from "../support/harness.ts";
import { textOf } from "../support/replies.ts";

test("a command run during a new gateway session comes with all its member's roles", async () => {
  await using harness = await startHarness();
  const { discord } = harness;
  discord.faults.invalidateSessions(false);
  await discord.waitForBot();
  expect(textOf(await harness.as("theo").run("schedule list"))).toContain("Schedules");
});
