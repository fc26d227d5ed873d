import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { labelsOf, presentText, shown } from "../support/replies.ts";
import { startTwoBots } from "../support/two-bots.ts";
import { until } from "../support/wait-for.ts";

/** From then on the process with the claim sends nothing. */
const claimMs = 30_000;
const preload = join(import.meta.dirname, "../support/stops-at-claim.process.ts");

test("an order claimed by a suspended bot and ordered again isn't sent when that bot resumes", async () => {
  await using two = await startTwoBots({ preload });
  const { bots, discord, service } = two;
  const mia = two.as("mia");
  const sent = () => service.requests.filter(({ operation }) => operation === "createOrder").length;
  const first = shown(await mia.run("order create", { items: "Flat white" }));
  const told = () => presentText(mia, first) ?? "";
  const answered = () => discord.requests.filter(({ path }) => path.endsWith("/callback")).length;
  for (const bot of bots) bot.send("hold");
  // Its outcome is waited for at the end: the bot is stopped meanwhile.
  const pressed = mia.press(first, "Log order");
  const holder = () => bots.find((bot) => bot.output().includes("holds a claim"));
  await until("one of them has the claim", () => holder() !== undefined);
  await until("the press is answered after the command", () => answered() === 2);
  const stopped = holder();
  for (const bot of bots) bot.send(bot === stopped ? "stop" : "release");
  try {
    await sleep(claimMs + 1_000);
    const second = shown(await mia.run("order create", { items: "Flat white" }));
    expect(shown(await mia.press(second, "Log order")).text).toMatch(/Order #\d+ logged/);
    expect(sent()).toBe(1);
  } finally {
    if (stopped !== undefined) process.kill(stopped.pid, "SIGCONT");
  }
  await until("the stopped one says so", () => told().includes("nothing was sent"));
  await pressed;
  expect(sent()).toBe(1);
  expect(told()).toContain("Flat white");
  const held = mia.read().find(({ id }) => id === first.id);
  expect(held && labelsOf(held)).toEqual(["Try again"]);
});

test("an order confirmed while both bots are stopped isn't sent later, and can be confirmed again", async () => {
  await using two = await startTwoBots();
  const { bots, service } = two;
  const mia = two.as("mia");
  const sent = () => service.requests.filter(({ operation }) => operation === "createOrder").length;
  const preview = shown(await mia.run("order create", { items: "Flat white" }));
  for (const { pid } of bots) process.kill(pid, "SIGSTOP");
  try {
    expect(await mia.press(preview, "Log order")).toEqual({ kind: "failed", reason: "did-not-respond" });
  } finally {
    for (const { pid } of bots) process.kill(pid, "SIGCONT");
  }
  const heard = () => bots.some((bot) => bot.output().includes("no longer waited"));
  await until("whoever took the press on says so", heard);
  expect(sent()).toBe(0);
  expect(shown(await mia.press(preview, "Log order")).text).toMatch(/Order #\d+ logged/);
  expect(sent()).toBe(1);
});
