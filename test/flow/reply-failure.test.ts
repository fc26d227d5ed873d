// Depends on: nothing that varies.
import { expect, test } from "vitest";
import type { RequestFault } from "../../playground/discord/index.ts";
import { type Harness, startHarness } from "../support/harness.ts";
import { createPauseClock } from "../support/rest-reports.ts";
import { shown } from "../support/replies.ts";
import { until } from "../support/wait-for.ts";

async function askToLog(harness: Harness) {
  const mia = harness.as("mia");
  const question = await mia.run("order create", { items: "Latte" });
  if (question.kind !== "message") throw new Error(question.kind);
  return { mia, question: question.message, before: harness.service.state.orders.size };
}

test("a write whose receipt Discord rejects for as long as it waits isn't reported as failed", async () => {
  await using harness = await startHarness({ pauseClock: createPauseClock() });
  const { mia, question, before } = await askToLog(harness);
  // The receipt takes five tries at most; then it's the error's turn.
  harness.discord.faults.failRequests({ pathPart: "/callback", status: 500, times: 5 });
  using _ = harness.losePatience("bot");

  const pressed = await mia.press(question, "Log order");
  if (pressed.kind !== "message") throw new Error(pressed.kind);
  expect(harness.service.state.orders.size - before).toBe(1);
  expect(pressed.message.text).toMatch(/can't show you the result\. It may have been done: check/);
  expect(pressed.message.text).not.toMatch(/nothing/);

  const again = await mia.press(question, "Log order");
  expect(again.kind === "message" && again.message.text).toMatch(/already logged/);
  expect(harness.service.state.orders.size - before).toBe(1);
});

test.each([
  ["fails", { status: 503, times: 8 }],
  ["limits without saying for how long", { status: 429, form: "page", times: 2 }],
] satisfies readonly (readonly [string, RequestFault])[])(
  "a receipt that Discord %s again and again is shown once it takes it",
  async (_, fault) => {
    const pauseClock = createPauseClock();
    await using harness = await startHarness({ pauseClock });
    const { mia, question, before } = await askToLog(harness);
    harness.service.faults.add({ operation: "createOrder", kind: "slow", ms: 1_500 });
    harness.discord.faults.failRequests({ pathPart: "original", ...fault });
    using _patience = harness.losePatience("bot");
    expect(shown(await mia.press(question, "Log order")).text).toMatch(/Order #\d+ logged/);
    expect(harness.service.state.orders.size - before).toBe(1);
    expect(pauseClock.pauses.length).toBeGreaterThanOrEqual(2);
  },
);

test("an expired interaction is a warning, since nobody can do anything about it", async () => {
  await using harness = await startHarness();
  harness.discord.faults.failRequests({ pathPart: "/callback", status: 404, code: 10_062, times: 2 });
  using _ = harness.losePatience("discord");
  await harness.as("mia").run("help");
  const about = (text: string) => harness.logs.filter((line) => line.includes(text));
  await until("it is logged", () => about("no longer waited").length > 0);
  expect(about("no longer waited")).toEqual([expect.stringContaining('"level":"warn"')]);
  expect(about('"level":"error"')).toEqual([]);
});

test("a reply that Discord didn't show in the channel isn't said to be there", async () => {
  await using harness = await startHarness({ pauseClock: createPauseClock() });
  const mia = harness.as("mia");
  const list = shown(await mia.run("order search"));
  harness.discord.faults.failRequests({ pathPart: "/callback", status: 500, times: 10 });
  const hurry = harness.losePatience("bot", "discord");
  await mia.press(list, "Show in channel");
  hurry[Symbol.dispose]();
  const again = shown(await mia.press(list, "Show in channel"));
  expect(again.text).toMatch(/already sent this.*Nothing was posted twice.*If you don't see it there, run/);
});
