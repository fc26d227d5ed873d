import { expect, test } from "vitest";
import { startHarness } from "../support/harness.ts";
import { shown } from "../support/replies.ts";
import { until } from "../support/wait-for.ts";

test.each([
  ["in one call", "/callback", 0],
  ["after showing that it takes a while", "original", 1_500],
])("a write whose receipt Discord rejects %s isn't reported as failed", async (_, pathPart, ms) => {
  await using harness = await startHarness();
  const mia = harness.as("mia");
  const question = await mia.run("order create", { items: "Latte" });
  if (question.kind !== "message") throw new Error(question.kind);
  const before = harness.service.state.orders.size;
  harness.service.faults.add({ operation: "createOrder", kind: "slow", ms });
  harness.discord.faults.failRequests({ pathPart, status: 500, times: 2 });

  const pressed = await mia.press(question.message, "Log order");
  if (pressed.kind !== "message") throw new Error(pressed.kind);
  expect(harness.service.state.orders.size - before).toBe(1);
  expect(pressed.message.text).toMatch(/can't show you the result\. It may have been done: check/);
  expect(pressed.message.text).not.toMatch(/nothing/);

  const again = await mia.press(question.message, "Log order");
  expect(again.kind === "message" && again.message.text).toMatch(/already logged/);
  expect(harness.service.state.orders.size - before).toBe(1);
});

test("an expired interaction is a warning, since nobody can do anything about it", async () => {
  await using harness = await startHarness();
  harness.discord.faults.failRequests({ pathPart: "/callback", status: 404, code: 10_062, times: 2 });
  await harness.as("mia").run("help");
  const about = (text: string) => harness.logs.filter((line) => line.includes(text));
  await until("it is logged", () => about("no longer waited").length > 0);
  expect(about("no longer waited")).toEqual([expect.stringContaining('"level":"warn"')]);
  expect(about('"level":"error"')).toEqual([]);
});

test("a reply that Discord didn't show in the channel isn't said to be there", async () => {
  await using harness = await startHarness();
  const mia = harness.as("mia");
  const list = shown(await mia.run("order search"));
  harness.discord.faults.failRequests({ pathPart: "/callback", status: 500, times: 2 });
  await mia.press(list, "Show in channel");
  const again = shown(await mia.press(list, "Show in channel"));
  expect(again.text).toMatch(/already sent this.*Nothing was posted twice.*If you don't see it there, run/);
});
