// Depends on: transport.
import { expect, test } from "vitest";
import { type Outcome, playgroundIds } from "../../playground/discord/index.ts";
import { connectAccount, startHarness } from "../support/harness.ts";
import { textOf } from "../support/replies.ts";
import { until } from "../support/wait-for.ts";

test("a server with sixty commands running has to wait, and another server isn't affected", async () => {
  await using harness = await startHarness();
  const held = Promise.withResolvers<void>();
  harness.service.faults.add({ kind: "held", until: held.promise, operation: "getCalendar", times: 61 });
  const mia = harness.as("mia");
  const answers: Outcome[] = [];
  const running = Array.from({ length: 61 }, () =>
    mia.run("calendar").then((answer) => void answers.push(answer)),
  );
  await until("one is turned away", () => answers.length > 0);
  expect(textOf(await harness.inBakery("ada").run("help"))).toContain("What you can do here");
  expect(answers).toHaveLength(1);
  held.resolve();
  await Promise.all(running);
  const turnedAway = answers.filter(
    (answer) => answer.kind === "message" && answer.message.text.includes("I have too much to do right now"),
  );
  expect(turnedAway).toHaveLength(1);
  // What docs/monitoring.md tells the operator to look for, at the usual level of the log.
  const warnings = harness.logs.filter((line) => /"level":"warn".*very busy right now/.test(line));
  expect(warnings).toEqual([expect.stringContaining(`"guildId":"${playgroundIds.guildId}"`)]);
});

test("someone with sixty commands running in private has to wait, and isn't told of a server", async () => {
  await using harness = await startHarness();
  const account = { discordUserId: playgroundIds.mia, userId: "104872391", displayName: "Mia" };
  await connectAccount(harness.app.ctx, { ...account, memberName: "Mia" });
  const held = Promise.withResolvers<void>();
  harness.service.faults.add({ kind: "held", until: held.promise, operation: "getAssignments", times: 61 });
  const mia = harness.discord.inPrivate(playgroundIds.mia);
  const answers: Outcome[] = [];
  const running = Array.from({ length: 61 }, () => mia.run("me").then((answer) => void answers.push(answer)));
  await until("one is turned away", () => answers.length > 0);
  const [turnedAway] = answers;
  expect(turnedAway && textOf(turnedAway)).toBe(
    "I have too much to do right now, so nothing was done. Try again in a few seconds.",
  );
  held.resolve();
  await Promise.all(running);
});
