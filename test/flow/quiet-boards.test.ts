// Depends on: database.
import { afterAll, beforeAll, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { refreshing } from "../../commands/schedule/delivery/refresh-job.ts";
import { posting } from "../../commands/schedule/delivery/job.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { type Harness, jobTools, startHarness } from "../support/harness.ts";
import { liveBoards } from "../support/live-boards.ts";
import { shown } from "../support/replies.ts";
import { pressOnCard } from "../support/schedules.ts";
import { until } from "../support/wait-for.ts";

const minuteMs = 60_000;
const boards = 12;
const hours = 2;
let harness: Harness;
const { messages, addBoard, present, place, move, clear } = liveBoards(() => harness);

beforeAll(async () => {
  // Two hours exactly, and not over midnight, when what was today's is shown with its date.
  const noon = Date.parse("2026-11-18T12:00:00Z");
  harness = await startHarness({ guarded: true, withJobs: false, realNow: () => noon });
});
afterAll(() => harness[Symbol.asyncDispose]());

test("10,000 quiet live boards cost at most 12 edits a second; changes appear at the next refresh", async () => {
  harness.service.state.orders.clear();
  place("submitted");
  const ids: string[] = [];
  for (let board = 0; board < boards; board += 1)
    ids.push(await addBoard({ options: { stuckMinutes: 600 } }));
  const look = () => runJob(refreshing, jobTools(harness.app));
  await look();
  // On a busy machine, a turn of the job doesn't get to all of them.
  await until("all are posted", async () => {
    await runJob(posting, jobTools(harness.app));
    return messages().length === boards;
  });
  const edited = new Map<string, number>();
  let last = 0;
  /** The log of the emulator keeps the last thousand requests only. */
  const countEdits = () => {
    for (const { id, method, path } of harness.discord.requests) {
      const messageId = /\/messages\/(\d+)$/.exec(path)?.[1];
      if (id <= last || method !== "PATCH" || messageId === undefined) continue;
      edited.set(messageId, (edited.get(messageId) ?? 0) + 1);
    }
    last = harness.discord.requests.at(-1)?.id ?? last;
  };
  countEdits();
  edited.clear();
  for (let minutes = 0; minutes < hours * 60; minutes += 2) {
    harness.clock.advance(2 * minuteMs);
    await look();
    countEdits();
  }
  const total = [...edited.values()].reduce((sum, count) => sum + count, 0);
  expect((total / boards / (hours * 3_600)) * 10_000).toBeLessThanOrEqual(12);
  // Each is edited in each quarter of an hour, so none is older than that and one look.
  const messageIds = await Promise.all(ids.map(async (id) => (await present(id)).messageId ?? ""));
  for (const messageId of messageIds) expect(edited.get(messageId)).toBe(hours * 4);

  move("preparing");
  edited.clear();
  harness.clock.advance(2 * minuteMs);
  await look();
  countEdits();
  for (const messageId of messageIds) expect(edited.get(messageId)).toBe(1);
  expect(
    messages().filter(({ embeds }) => embeds[0]?.image?.description?.includes("preparing")),
  ).toHaveLength(boards);
});

test("of several that look at once, one refreshes a live message", async () => {
  const { schedules } = harness.app.ctx.store;
  // No other board is due before this one.
  for (const { guildId, id } of await schedules.list(playgroundIds.guildId))
    await schedules.remove(guildId, id);
  const look = () => runJob(refreshing, jobTools(harness.app));
  const id = await addBoard();
  await look();
  await runJob(posting, jobTools(harness.app));
  const { messageId = "" } = await present(id);
  const countEdits = () =>
    harness.discord.requests.filter(
      ({ method, path }) => method === "PATCH" && path.endsWith(`/messages/${messageId}`),
    ).length;
  const before = countEdits();
  place("submitted");
  harness.clock.advance(2 * minuteMs + 1);
  await Promise.all([look(), look(), look()]);
  expect(countEdits()).toBe(before + 1);
});

test("what is posted by hand shows what a look five minutes ago didn't have yet", async () => {
  await clear();
  place("submitted");
  const look = () => runJob(refreshing, jobTools(harness.app));
  const hourly = { refreshEveryMs: 60 * minuteMs };
  const [first, second] = [await addBoard(hourly), await addBoard(hourly)];
  await look();
  await until("both are posted", async () => {
    await runJob(posting, jobTools(harness.app));
    return (await present(second)).messageId !== undefined && (await present(first)).messageId !== undefined;
  });
  harness.clock.advance(60 * minuteMs);
  await look();
  harness.clock.advance(5 * minuteMs);
  const late = place("submitted").replace("Order ", "");
  const manager = harness.as("theo");
  const question = await pressOnCard(manager, first, "Post now…");
  expect(shown(await manager.press(question, "Post it now")).text).toMatch(/post/i);
  const shownOn = async (id: string): Promise<string> => {
    const { messageId } = await present(id);
    return JSON.stringify(messages().find((message) => message.id === messageId)?.embeds);
  };
  await until("it was posted again", async () => {
    await runJob(posting, jobTools(harness.app));
    return (await present(first)).lastOutcome === "sent" && (await shownOn(first)).includes(late);
  });
  expect(await shownOn(second)).not.toContain(late);
});
