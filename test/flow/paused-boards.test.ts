import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import type { Schedule } from "../../src/store/schedules.ts";
import { type Harness, link, startHarness } from "../support/harness.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { shown } from "../support/shown.ts";
import { until } from "../support/wait-for.ts";

const minuteMs = 60_000;
const { guildId, calendar: channelId, ada } = playgroundIds;
const pausedLine = /^⏸️ Paused since <t:\d+:f>\. This message isn't updated any more/;
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(async () => {
  harness.service.issueToken(harness.service.token);
  await link(harness.app.ctx, harness.service);
});

const store = () => harness.app.ctx.store;
const now = () => harness.clock.now();

/** A live order board that stands. */
async function liveBoard(): Promise<{ readonly id: string; readonly text: () => string }> {
  const id = harness.app.ctx.newId();
  const where = { id, guildId, linkKey: "cafe", channelId, makerDiscordUserId: ada, createdAt: now() };
  await store().schedules.create({
    ...sampleSchedule(where),
    kind: "orders",
    mode: "live",
    options: {},
    refreshEveryMs: 2 * minuteMs,
    nextRefreshAt: now(),
  });
  let messageId: string | undefined;
  await until("it stands", async () => {
    const schedule = await present(id);
    messageId = schedule?.messageId;
    return schedule?.lastOutcome === "sent";
  });
  const text = () => harness.discord.messagesIn(channelId).find((each) => each.id === messageId)?.text ?? "";
  expect(text()).toContain("next look <t:");
  return { id, text };
}
const present = (id: string): Promise<Schedule | undefined> => store().schedules.find(guildId, id);

async function expectPaused(text: () => string): Promise<void> {
  await until("it says so", () => pausedLine.test(text()));
  expect(text()).toContain("As of <t:");
  expect(text()).not.toMatch(/next look|I look again/);
}

test("a live board that is paused by hand says so, and is itself again when it goes on", async () => {
  const { id, text } = await liveBoard();
  shown(await harness.as("theo").run("schedule pause", { schedule: id }));
  await expectPaused(text);
  shown(await harness.as("theo").run("schedule resume", { schedule: id }));
  await until("it goes on", () => text().includes("next look <t:"));
  expect(text()).not.toContain("Paused");
});

test("a live board whose key is refused says that it is paused", async () => {
  const { text } = await liveBoard();
  harness.service.revokeToken();
  harness.clock.advance(2 * minuteMs + 1);
  await expectPaused(text);
});

test.each([
  ["the link", {}, "Remove link"],
  ["everything", { everything: true }, "Delete everything"],
])("a live board says that it is paused once %s is removed", async (_what, options, label) => {
  const { text } = await liveBoard();
  const question = shown(await harness.as("ada").run("link remove", options));
  shown(await harness.as("ada").press(question, label));
  await expectPaused(text);
});
