// Depends on: database, wording.
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PermissionFlagsBits } from "discord.js";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { kindNames } from "../../commands/boards/kind-names.ts";
import type { Schedule, Delivery } from "../../commands/boards/store.ts";
import { connectAccount, type Harness, startHarness } from "../support/harness.ts";
import { liveBoards } from "../support/live-boards.ts";
import { toNextWednesday } from "../support/next-wednesday.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { askToChange, pressOnCard } from "../support/schedules.ts";
import { until } from "../support/wait-for.ts";

// Discord took a post, and its answer got lost. By the time of the next try the board reads differently and Discord has
// forgotten the nonce.

const minuteMs = 60_000;
const { ViewChannel, SendMessages, EmbedLinks } = PermissionFlagsBits;
const { guildId, calendar, orders, audit, staff, ada, mia, staffRole } = playgroundIds;
let harness: Harness;
let userId = "";
const { place } = liveBoards(() => harness);
beforeAll(async () => {
  const begun = Date.now();
  // Time passes only as the tests say: on a slow machine, nothing is tried again before that.
  harness = await startHarness({ guarded: false, realNow: () => begun });
  toNextWednesday(harness.clock);
  // They take longest, and say nothing here.
  await harness.app.ctx.store.guildSettings.set(guildId, "pictures", "off");
  userId = [...harness.service.state.assignments.keys()][0] ?? "";
  const names = { displayName: "Mia", memberName: "Mia" };
  await connectAccount(harness.app.ctx, { discordUserId: mia, userId, ...names });
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(async () => {
  harness.service.faults.clear();
  harness.discord.faults.clear();
  harness.discord.faults.restorePermissions();
  for (const { id } of await store().schedules.list(guildId)) await store().schedules.remove(guildId, id);
  harness.service.state.posts.clear();
  // Farther than clocks may differ: what an older version posted is known by its title alone.
  harness.clock.advance(10 * minuteMs);
});

const store = () => harness.app.ctx.store;
const now = () => harness.clock.now();
const inChannel = (channelId: string) => harness.discord.messagesIn(channelId);

/** Due now, unless said otherwise. */
async function due(
  parts: Partial<Schedule>,
  { inMs }: { readonly inMs: number | undefined } = { inMs: 0 },
): Promise<string> {
  const id = harness.app.ctx.newId();
  const where = { guildId, linkKey: "cafe", channelId: calendar, makerDiscordUserId: ada };
  const sample = sampleSchedule({ ...where, id, createdAt: now() });
  await store().schedules.create({ ...sample, options: {}, ...parts });
  if (inMs !== undefined) await store().deliveries.add({ scheduleId: id, guildId, dueAt: now() + inMs });
  return id;
}
async function newest(id: string): Promise<Delivery> {
  const [delivery] = await store().deliveries.list(id, 1);
  if (delivery === undefined) throw new Error("nothing was due");
  return delivery;
}
/** Its answer is lost. @returns how many messages the channel had before */
async function loseAnswer(
  parts: Partial<Schedule>,
): Promise<{ readonly id: string; readonly before: number }> {
  const channelId = parts.channelId ?? calendar;
  const before = inChannel(channelId).length;
  harness.discord.faults.failRequests({ status: "cut-after", pathPart: `/channels/${channelId}/messages` });
  const id = await due(parts);
  await until("the try was cut off", async () => (await newest(id)).uncertainSince !== undefined);
  expect(inChannel(channelId)).toHaveLength(before + 1);
  return { id, before };
}
const ends = (id: string, state: Delivery["state"] = "sent") =>
  until(`it is ${state}`, async () => {
    const present = await newest(id);
    if (present.state === "failed" && state !== "failed") throw new Error(present.reason);
    return present.state === state;
  });
function publish(_id: string, title: string): void {
  const createdAt = new Date(now()).toISOString();
  harness.service.state.posts.set(_id, { _id, title, body: "Come all.", type: "small", createdAt });
}

test.each([
  ["one more came", () => publish("news2", "Winter menu")],
  ["its title was corrected", () => publish("news1", "Sommer menu")],
  ["it was deleted", () => harness.service.state.posts.clear()],
])("a new post whose answer was lost is there once, though %s", async (_what, change) => {
  publish("news1", "Summer menu");
  const { id, before } = await loseAnswer({ kind: "posts" });
  change();
  harness.clock.advance(20 * minuteMs);
  await ends(id);
  expect(inChannel(calendar)).toHaveLength(before + 1);
  expect((await newest(id)).messageId).toBe(inChannel(calendar).at(-1)?.id);
});

/** Something to rank. */
async function saveWeek(): Promise<void> {
  const link = await store().guildLinks.find(guildId, "cafe");
  await store().weeks.snapshot({
    guildId,
    workspaceId: link?.workspaceId ?? "",
    userId,
    weekStart: new Date(now()).toISOString().slice(0, 10),
    endsAt: now() + 48 * 60 * minuteMs,
    snapshotAt: now(),
    minutes: 90,
    messages: 1,
    orders: 1,
    assignments: [],
  });
}

test.each(Object.keys(kindNames))(
  "a board of kind %s is found by what it said, though the service is down by then",
  async (kind) => {
    publish("news1", "Summer menu");
    place("submitted");
    await saveWeek();
    const options = kind === "digest" ? { kinds: ["team", "posts"] } : {};
    const { id, before } = await loseAnswer({ kind, options, mentionRoleId: staffRole });
    harness.service.faults.add({ kind: "status", status: 503, times: 10_000 });
    await harness.app.ctx.messenger.post(calendar, { content: "Something else" });
    harness.clock.advance(20 * minuteMs);
    await ends(id);
    const [posted, , ...others] = inChannel(calendar).slice(before);
    expect(others).toEqual([]);
    expect((await newest(id)).messageId).toBe(posted?.id);
  },
);

test.each([
  { mode: "live", posts: 1 },
  { mode: "new", posts: 2 },
] as const)(
  "what may have been posted right before the next due time is looked for before that ($mode)",
  async ({ mode, posts }) => {
    publish("news1", "Summer menu");
    // Before it would be tried again.
    const nextDueAt = now() + 10_000;
    const { id, before } = await loseAnswer({ kind: "calendar", mode, nextDueAt });
    const [first] = inChannel(calendar).slice(before);
    harness.clock.advance(20 * minuteMs);
    await until("the next one is sent", async () => {
      const [newer] = await store().deliveries.list(id, 1);
      return newer?.dueAt === nextDueAt && newer.state === "sent";
    });
    const rows = await store().deliveries.list(id, 10);
    expect(rows.map(({ state }) => state)).toEqual(["sent", "sent"]);
    expect(rows.at(-1)?.messageId).toBe(first?.id);
    expect(inChannel(calendar)).toHaveLength(before + posts);
    expect((await store().schedules.find(guildId, id))?.messageId).toBe(inChannel(calendar).at(-1)?.id);
  },
);

test("what may have been posted before a pause is looked for, and updated once it is resumed", async () => {
  const { id, before } = await loseAnswer({ kind: "calendar", mode: "live" });
  await store().schedules.pause(guildId, id, undefined);
  harness.clock.advance(20 * minuteMs);
  await ends(id);
  const [posted] = inChannel(calendar).slice(before);
  expect((await newest(id)).messageId).toBe(posted?.id);
  await until("its message says so", () => inChannel(calendar).at(-1)?.content.includes("Paused") === true);
  await store().schedules.change(guildId, id, { state: "active" });
  await store().deliveries.add({ scheduleId: id, guildId, dueAt: now() });
  await until("the next one is sent", async () => {
    const [newer] = await store().deliveries.list(id, 1);
    return newer?.state === "sent" && newer.dueAt === now();
  });
  expect(inChannel(calendar)).toHaveLength(before + 1);
});

test("what may be in a channel that the bot may no longer see is looked for once it may again", async () => {
  const { id, before } = await loseAnswer({ kind: "calendar", mode: "live" });
  const [posted] = inChannel(calendar).slice(before);
  harness.discord.faults.takePermission(calendar, ViewChannel);
  harness.clock.advance(20 * minuteMs);
  await until("it was tried again", async () => {
    const { attempts, state } = await newest(id);
    return attempts === 2 && state !== "claimed";
  });
  expect((await store().schedules.find(guildId, id))?.state).toBe("paused");
  harness.discord.faults.restorePermissions();
  await store().schedules.change(guildId, id, { state: "active" });
  harness.clock.advance(20 * minuteMs);
  await store().deliveries.add({ scheduleId: id, guildId, dueAt: now() });
  await until("the next one is sent", async () => {
    const [newer] = await store().deliveries.list(id, 1);
    return newer?.state === "sent" && newer.dueAt === now();
  });
  expect(inChannel(calendar).slice(before)).toEqual([expect.objectContaining({ id: posted?.id })]);
});

test("a live message whose answer was lost isn't left behind by a move, and is in its new channel at once", async () => {
  const { id, before } = await loseAnswer({ kind: "calendar", mode: "live" });
  harness.clock.advance(1_000);
  const theo = harness.as("theo", "staff");
  await theo.press(await askToChange(theo, id, { channel: orders }), "Change schedule");
  await until(
    "it is there",
    async () => (await store().schedules.find(guildId, id))?.messageId !== undefined,
  );
  harness.clock.advance(20 * minuteMs);
  expect(inChannel(calendar)).toHaveLength(before);
  expect(inChannel(orders).at(-1)?.id).toBe((await store().schedules.find(guildId, id))?.messageId);
  expect((await store().deliveries.list(id, 5)).map(({ state }) => state)).toEqual(["sent", "skipped"]);
});

test("a live message that is on its way isn't left behind by a move", async () => {
  const before = inChannel(calendar).length;
  const held = harness.discord.faults.holdAnswers(`/channels/${calendar}/messages`);
  const id = await due({ kind: "calendar", mode: "live" });
  await until("Discord has it", () => inChannel(calendar).length > before);
  harness.clock.advance(1_000);
  const theo = harness.as("theo", "staff");
  const moving = theo.press(await askToChange(theo, id, { channel: orders }), "Change schedule");
  await until("it has moved", async () => (await store().schedules.find(guildId, id))?.channelId === orders);
  held.release();
  await moving;
  await until("it is there", async () => {
    const messageId = (await store().schedules.find(guildId, id))?.messageId;
    return messageId !== undefined && inChannel(orders).some((message) => message.id === messageId);
  });
  expect(inChannel(calendar)).toHaveLength(before);
});

test("a live message whose answer was lost goes with its schedule", async () => {
  const { id, before } = await loseAnswer({ kind: "calendar", mode: "live" });
  const theo = harness.as("theo", "staff");
  await theo.press(await pressOnCard(theo, id, "Remove…"), "Remove schedule");
  expect(await store().schedules.find(guildId, id)).toBeUndefined();
  expect(inChannel(calendar)).toHaveLength(before);
});

test("what was found counts as shown: a board that posts changes has nothing new to post", async () => {
  const changes = {
    kind: "calendar",
    mode: "changed",
    options: { week: 0 },
    mentionRoleId: staffRole,
  } as const;
  const { id, before } = await loseAnswer(changes);
  const sentAt = now();
  harness.clock.advance(20 * minuteMs);
  await ends(id);
  expect((await store().schedules.find(guildId, id))?.lastPingedAt).toBeLessThanOrEqual(sentAt);
  await store().deliveries.add({ scheduleId: id, guildId, dueAt: now() });
  await ends(id, "skipped");
  expect((await newest(id)).reason).toBe("Nothing changed since the last post.");
  expect(inChannel(calendar)).toHaveLength(before + 1);
});

test("a post below which Discord has added a link's preview is found", async () => {
  publish("news1", "Summer menu");
  const { id, before } = await loseAnswer({ kind: "posts" });
  harness.discord.addPreview(inChannel(calendar).at(-1)?.id ?? "");
  publish("news1", "Sommer menu");
  harness.clock.advance(20 * minuteMs);
  await ends(id);
  expect(inChannel(calendar)).toHaveLength(before + 1);
});

test("what may be a post whose embeds a moderator removed isn't posted again, and the list says so", async () => {
  publish("news1", "Summer menu");
  const { id, before } = await loseAnswer({ kind: "posts" });
  harness.discord.suppressEmbeds(inChannel(calendar).at(-1)?.id ?? "");
  harness.clock.advance(20 * minuteMs);
  await ends(id, "failed");
  expect((await newest(id)).reason).toContain("can't tell whether it worked");
  expect(inChannel(calendar)).toHaveLength(before + 1);
});

test("a post of which Discord still knows the nonce is found by it, whatever became of its embeds", async () => {
  publish("news1", "Summer menu");
  const { id, before } = await loseAnswer({ kind: "posts" });
  const [posted] = inChannel(calendar).slice(-1);
  harness.discord.suppressEmbeds(posted?.id ?? "");
  harness.discord.faults.keepNonces();
  harness.clock.advance(20 * minuteMs);
  await ends(id);
  expect((await newest(id)).messageId).toBe(posted?.id);
  expect(inChannel(calendar)).toHaveLength(before + 1);
});

test("a post that someone deleted before the next try isn't posted again, and its maker reads why", async () => {
  publish("news1", "Summer menu");
  const { id, before } = await loseAnswer({ kind: "posts" });
  const [posted] = inChannel(calendar).slice(-1);
  await harness.app.ctx.messenger.delete(calendar, posted?.id ?? "");
  // Discord still knows the nonce.
  harness.clock.advance(minuteMs);
  await ends(id, "failed");
  expect((await newest(id)).reason).toBe("Someone deleted it right after I posted it.");
  expect(inChannel(calendar)).toHaveLength(before);
});

test("what a process died before sending is posted, even where the channel can't be read back", async () => {
  publish("news1", "Summer menu");
  harness.discord.setBotPermissions(staff, ViewChannel | SendMessages | EmbedLinks);
  const before = inChannel(staff).length;
  const id = await due({ kind: "posts", channelId: staff }, { inMs: minuteMs });
  const dueAt = now() + minuteMs;
  const claiming = { now: dueAt, leaseUntil: dueAt + 2 * minuteMs };
  expect(await store().deliveries.claim([{ scheduleId: id, dueAt }], claiming)).toHaveLength(1);
  harness.clock.advance(20 * minuteMs);
  await ends(id);
  expect(await newest(id)).toMatchObject({ attempts: 2, uncertainSince: dueAt });
  expect(inChannel(staff)).toHaveLength(before + 1);
});

/** Leaves rows as an older version does, which stores nothing of what it sends. */
async function query(statement: string): Promise<void> {
  if (harness.databaseUrl === undefined) {
    const database = new DatabaseSync(join(harness.dataFolder, "workspace-bot.sqlite"), { timeout: 5_000 });
    database.exec(statement);
    database.close();
    return;
  }
  const client = new Client({ connectionString: harness.databaseUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}
async function forgetSends(id: string): Promise<void> {
  await query("delete from sends");
  await query("delete from sent_messages");
  await query(`update deliveries set recorded_attempts = 0 where schedule_id = '${id}'`);
}

test("a post of an older version whose answer was lost is found by its title", async () => {
  const { id, before } = await loseAnswer({ options: { week: 0 } });
  await forgetSends(id);
  harness.clock.advance(20 * minuteMs);
  await ends(id);
  expect(inChannel(calendar)).toHaveLength(before + 1);
  expect((await newest(id)).messageId).toBe(inChannel(calendar).at(-1)?.id);
});

test.each([
  ["this version", async () => undefined],
  ["an older version", forgetSends],
])("of two posts of one title of which one was sent both arrive, tried by %s", async (_what, forget) => {
  const before = inChannel(audit).length;
  const ids: string[] = [];
  for (const status of ["cut", "cut-after"] as const) {
    harness.discord.faults.failRequests({ status, pathPart: `/channels/${audit}/messages` });
    const id = await due({ options: { week: 0 }, channelId: audit });
    await until("the try was cut off", async () => (await newest(id)).uncertainSince !== undefined);
    await forget(id);
    ids.push(id);
  }
  expect(inChannel(audit)).toHaveLength(before + 1);
  harness.clock.advance(20 * minuteMs);
  for (const id of ids) await ends(id);
  expect(inChannel(audit)).toHaveLength(before + 2);
  const found = await Promise.all(ids.map(newest));
  expect(new Set(found.map(({ messageId }) => messageId)).size).toBe(2);
});

test.each([
  ["isn't taken while it is at work", 100 * minuteMs, "waiting"],
  ["is taken once its claim has ended", -minuteMs, "sent"],
] as const)("what a replica of an older version may have posted %s", async (_what, leaseMs, state) => {
  const other = await due({ kind: "posts", channelId: orders }, { inMs: undefined });
  const { id } = await loseAnswer({ options: { week: 0 }, channelId: orders });
  const { attempts } = await newest(id);
  // An earlier one of the other schedule is in progress, so that nobody claims its next again.
  const at = now() + 20 * minuteMs;
  for (const dueAt of [at - 2, at - 1]) await store().deliveries.add({ scheduleId: other, guildId, dueAt });
  const claiming = { now: at, leaseUntil: at + 100 * minuteMs };
  await store().deliveries.claim([{ scheduleId: other, dueAt: at - 2 }], claiming);
  await query(
    `update deliveries set state = 'claimed', attempts = 1, until = ${at + leaseMs}
      where schedule_id = '${other}' and due_at = ${at - 1}`,
  );
  harness.clock.advance(20 * minuteMs);
  await until("it was tried again", async () => {
    const present = await newest(id);
    return present.attempts > attempts && present.state !== "claimed";
  });
  expect((await newest(id)).state).toBe(state);
});
