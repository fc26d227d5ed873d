// Depends on: database, cache.
import { afterAll, beforeAll, expect, test } from "vitest";
import { runJob } from "../../src/jobs/runner.ts";
import { posting } from "../../commands/schedule/delivery/job.ts";
import { refreshing } from "../../commands/schedule/delivery/refresh-job.ts";
import { playgroundIds } from "../../playground/discord/index.ts";
import { type Harness, jobTools, startHarness } from "../support/harness.ts";
import { liveBoards } from "../support/live-boards.ts";
import { shown, textOf } from "../support/replies.ts";
import { until } from "../support/wait-for.ts";

const minuteMs = 60_000;
const count = 12;
const { guildId } = playgroundIds;
const place = { guildId, linkKey: "cafe" };
let harness: Harness;
const { store, now, messages, addBoard, present, clear } = liveBoards(() => harness);

beforeAll(async () => {
  harness = await startHarness({ guarded: false, withJobs: false });
  await clear();
});
afterAll(() => harness[Symbol.asyncDispose]());

test("the board and the receipt say how long orders usually take, and the board which are late", async () => {
  const createdMs = now() - 30 * minuteMs;
  const at = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toString();
  /** Each order a minute slower than the one before, in each of its two steps. */
  const set = (status: string, changedMs: (order: number) => number) => {
    for (let order = 0; order < count; order += 1) {
      const _id = String(order + 1).padStart(24, "d");
      const changed = { status, createdAt: at(createdMs), updatedAt: at(changedMs(order)) };
      const stored = { _id, order_number: 7_000 + order, items: ["Latte"], ...changed };
      harness.service.state.orders.set(_id, { order: stored, steps: [] });
    }
  };
  const mia = harness.as("mia");
  const look = async (steps: number) => {
    await mia.run("order search", {});
    await until("it is kept", async () => (await store().orderSteps.newest(place, 0, 100)).length === steps);
  };
  set("submitted", () => createdMs);
  await look(count);
  await look(count);
  set("preparing", (order) => createdMs + (1 + order) * minuteMs);
  await look(2 * count);
  // Another process knows nothing of the looks of this one.
  await harness.restart();
  await look(2 * count);
  set("handed_to", (order) => createdMs + (4 + 2 * order) * minuteMs);
  await look(3 * count);

  const open = { _id: "e".repeat(24), order_number: 7_100, items: ["Scone"], status: "preparing" };
  const placed = { createdAt: at(now()), updatedAt: at(now()) };
  harness.service.state.orders.set(open._id, { order: { ...open, ...placed }, steps: [] });
  for (const [minutes, sign] of [
    [29, "a"],
    [31, "b"],
  ] as const) {
    const slow = { ...open, _id: sign.repeat(24), order_number: 7_100 + minutes };
    const since = { createdAt: at(now() - minutes * minuteMs), updatedAt: at(now()) };
    harness.service.state.orders.set(slow._id, { order: { ...slow, ...since }, steps: [] });
  }
  await addBoard({ options: { pictures: false } });
  await runJob(refreshing, jobTools(harness.app));
  await runJob(posting, jobTools(harness.app));
  const board = messages().at(-1)?.text ?? "";
  // Of 1 to 12 min the middle is 6.5; of 3 to 14 min it is 8.5; of 4 to 26 min it is 15.
  expect(board).toMatch(/\n\*\*🧑‍🍳 Preparing · \d+\*\*\n(⏰ .+\n)*⏰ \*\*#7131\*\* .+\n/u);
  expect(board).toMatch(/\n\*\*#7129\*\* .+\n\*\*#7100/);
  expect(board).toMatch(/^\d+\u00a0open\u00a0orders, .*\d+\u00a0late\b/);
  const drawn = await addBoard();
  await runJob(refreshing, jobTools(harness.app));
  await runJob(posting, jobTools(harness.app));
  await until("it is drawn", async () => (await present(drawn)).lastOutcome === "sent");
  expect(messages().at(-1)?.embeds[0]?.image?.description).toMatch(
    /^\d+ orders in progress at .*\. Usually handed over in 15 min\. .*\d+ late: .*#7131 Scone, 31 min\b/,
  );

  expect(textOf(await harness.as("ada").run("settings"))).toContain(
    "\n**Orders end when:** handed over (found out by itself)\n",
  );

  const question = shown(await mia.run("order create", { items: "Latte" }));
  expect(textOf(await mia.press(question, "Log order"))).toContain("Usually handed over in 15\u00a0min");
  await store().forgetGuild(guildId);
  expect(await store().orderSteps.newest(place, 0, 100)).toEqual([]);
});
