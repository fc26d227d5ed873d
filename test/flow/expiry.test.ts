// Depends on: database, wording.
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { outbox, retention } from "../support/all-jobs.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { playgroundIds } from "../../playground/discord/index.ts";
import { connectAccount, type Harness, jobTools, startHarness } from "../support/harness.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { newestText, textOf, shown } from "../support/replies.ts";
import { chooseSetting, openSetting } from "../support/settings.ts";
import { until } from "../support/wait-for.ts";

const { guildId, mia, managers } = playgroundIds;
const dayMs = 24 * 60 * 60_000;
let harness: Harness;
afterEach(() => harness[Symbol.asyncDispose]());

test("the hourly clean-up leaves no deleted data in SQLite's log", async () => {
  harness = await startHarness({ sqlite: true });
  const log = join(harness.dataFolder, "workspace-bot.sqlite-wal");
  expect((await stat(log)).size).toBeGreaterThan(0);
  await runJob(retention, jobTools(harness.app));
  expect((await stat(log)).size).toBe(0);
});

test("a failure to delete something doesn't delay deleting the rest", async () => {
  harness = await startHarness({ sqlite: true, withJobs: false });
  const { store, now } = harness.app.ctx;
  using file = new DatabaseSync(join(harness.dataFolder, "workspace-bot.sqlite"));
  file.exec("create trigger stuck before delete on drafts begin select raise(abort, 'stuck'); end");
  const draft = { id: "d1", guildId, discordUserId: mia, kind: "order.create", payload: {} };
  await store.drafts.create({ ...draft, createdAt: now(), expiresAt: now() });
  await store.idempotencyKeys.claim("key", now());
  harness.clock.advance(2 * dayMs);
  await runJob(retention, jobTools(harness.app));
  expect(await store.drafts.find("d1")).toBeDefined();
  expect(await store.idempotencyKeys.claim("key", now())).toBe(true);
  expect(harness.logs.filter((line) => line.includes("some old data could not be deleted"))).toHaveLength(1);
});

test("decided connection requests are deleted after 30 days, and audit entries after 180", async () => {
  harness = await startHarness();
  const { app, clock } = harness;
  const { ctx } = app;
  const run = () => runJob(retention, jobTools(app));
  await ctx.store.connectionRequests.create({
    id: "claim",
    guildId,
    discordUserId: mia,
    userId: "4711",
    displayName: "Mia",
    username: undefined,
    avatarUrl: undefined,
    memberName: "Mia",
    channelId: managers,
    cardChannelId: undefined,
    cardMessageId: undefined,
    createdAt: ctx.now(),
    state: "declined",
    decidedByDiscordUserId: undefined,
    toldAt: undefined,
    decidedAt: ctx.now(),
    reason: undefined,
  });
  await ctx.recordEntry({
    id: "entry",
    guildId,
    workspaceId: undefined,
    discordUserId: mia,
    action: "account.request",
    target: "4711",
    outcome: "done",
    detail: undefined,
    reference: undefined,
    at: ctx.now(),
  });
  const entries = () => ctx.store.audit.count(guildId, {});

  clock.advance(29 * dayMs);
  await run();
  expect(await ctx.store.connectionRequests.find("claim")).toBeDefined();
  clock.advance(2 * dayMs);
  await run();
  expect(await ctx.store.connectionRequests.find("claim")).toBeUndefined();
  expect(await entries()).toBe(1);
  clock.advance(150 * dayMs);
  await run();
  expect(await entries()).toBe(0);
});

describe("a request to be connected that nobody decides for thirty days", () => {
  const expire = async () => {
    await runJob(retention, jobTools(harness.app));
    await runJob(outbox, jobTools(harness.app));
  };
  const inManagers = () => harness.as("theo", "managers");
  const ask = async () => {
    const question = shown(await harness.as("mia").run("account connect", { user: "104872391" }));
    await harness.as("mia").press(question, "Ask for approval");
  };
  const openPrivate = async () => {
    await harness.app.ctx.messenger.sendDirect(mia, { content: "Hello" });
    return harness.discord.inPrivate(mia);
  };
  const isOpen = async () =>
    (await harness.app.ctx.store.connectionRequests.findOpen(guildId, mia)) !== undefined;
  beforeEach(async () => {
    harness = await startHarness({ withJobs: false });
    await harness.app.ctx.store.guildSettings.set(guildId, "managers-channel", managers);
    await ask();
  });

  test("expires: its member is notified once, and its card loses the buttons", async () => {
    harness.clock.advance(29 * dayMs);
    await expire();
    expect(inManagers().read().at(-1)?.buttons).toHaveLength(2);
    harness.clock.advance(dayMs);
    await Promise.all([expire(), expire()]);
    await expire();
    const news = harness.discord.inPrivate(mia).read();
    expect(news.map(({ text }) => text)).toEqual([
      expect.stringMatching(/to be connected to \*\*Mia\*\* .*within 30 days, so it expired/),
    ]);
    const card = inManagers().read().at(-1);
    expect(card?.text).toMatch(/Request expired[\s\S]*Nobody decided within 30 days/);
    expect(card?.buttons).toEqual([]);
    expect(textOf(await harness.as("ada").run("audit"))).toMatch(/lost .*request to be connected/);
  });

  test("isn't reported as expired when it's approved at the same moment", async () => {
    harness.clock.advance(30 * dayMs);
    const held = harness.discord.faults.holdAnswers("/users/@me/channels");
    const expiring = expire();
    await until("the message", () => held.count > 0);
    const [approve] = inManagers().read().at(-1)?.buttons ?? [];
    const card = inManagers().read().at(-1);
    if (approve?.customId === undefined || card === undefined) throw new Error("no card was posted");
    const pressing = inManagers().forge.press(card, approve.customId);
    held.release();
    await Promise.all([expiring, pressing]);
    expect(await harness.app.ctx.store.accounts.ofMember(guildId, mia)).toBeUndefined();
    expect(harness.discord.inPrivate(mia).read()).toHaveLength(1);
    expect(inManagers().read().at(-1)?.text).toContain("Request expired");
  });

  test("is reported until its member can be reached, if need be in the channel where they asked", async () => {
    harness.clock.advance(30 * dayMs);
    harness.discord.faults.failRequests({ status: 500, times: 100, pathPart: "/users/@me/channels" });
    await expire();
    expect(await isOpen()).toBe(false);
    expect(inManagers().read().at(-1)?.buttons).toEqual([]);
    harness.discord.faults.clear();
    harness.discord.refusePrivateMessages(mia);
    harness.clock.advance(60 * 60_000);
    await expire();
    expect(newestText(harness.as("mia"))).toMatch(/your request to be connected .* so it expired/);
    const told = harness.as("mia").read().length;
    harness.clock.advance(60 * 60_000);
    await expire();
    expect(harness.as("mia").read()).toHaveLength(told);
  });

  test("is reported once, though Discord's answer to the message was lost", async () => {
    harness.clock.advance(30 * dayMs);
    const { channelId } = await openPrivate();
    harness.discord.faults.failRequests({
      status: "cut-after",
      pathPart: `/channels/${channelId}/messages`,
      times: 2,
    });
    const before = harness.discord.inPrivate(mia).read().length;
    await expire();
    expect(harness.discord.inPrivate(mia).read()).toHaveLength(before + 1);
    harness.clock.advance(60 * 60_000);
    await expire();
    expect(harness.discord.inPrivate(mia).read()).toHaveLength(before + 1);
  });

  test("is reported again for a second one, though both read alike", async () => {
    for (let asked = 1; asked <= 2; asked += 1) {
      if (asked === 2) await ask();
      harness.clock.advance(31 * dayMs);
      await expire();
      expect(harness.discord.inPrivate(mia).read()).toHaveLength(asked);
    }
  });
});

test("a deleted preview is reported as no longer open, and pressing it isn't misuse", async () => {
  harness = await startHarness();
  const { app, clock } = harness;
  const question = shown(await harness.as("mia").run("order create", { items: "Tea" }));
  clock.advance(2 * dayMs);
  await runJob(retention, jobTools(app));
  await harness.as("mia").press(question, "Log order");
  expect(newestText(harness.as("mia"))).toContain("This preview expired a while ago. Nothing was done.");
  expect(await app.ctx.store.audit.count(guildId, {})).toBe(0);
});

test("a due time's outcome is deleted after thirty days, and not sooner", async () => {
  harness = await startHarness();
  const { app, clock } = harness;
  const { ctx } = app;
  const { deliveries } = ctx.store;
  const place = { guildId, linkKey: "cafe", channelId: managers, makerDiscordUserId: mia };
  await ctx.store.schedules.create(sampleSchedule({ ...place, id: "s1", createdAt: ctx.now() }));
  const [first, second] = [ctx.now() + 1, ctx.now() + 2];
  const past = { isLate: true, skipReason: "The bot was away." };
  const [from, to] = [(await ctx.store.schedules.find(guildId, "s1"))?.nextDueAt ?? 0, undefined];
  const ended = [first, second].map((dueAt) => ({ dueAt, ...past }));
  await deliveries.advance([{ scheduleId: "s1", guildId, from, to, deliveries: ended }]);
  clock.advance(29 * dayMs);
  await runJob(retention, jobTools(app));
  expect(await deliveries.list("s1", 5)).toHaveLength(2);
  clock.advance(2 * dayMs);
  await runJob(retention, jobTools(app));
  expect(await deliveries.list("s1", 5)).toEqual([]);
});

test("order notices are kept for ninety days, so that they aren't repeated", async () => {
  harness = await startHarness();
  const { app, clock } = harness;
  const { orderAlerts: orderWatch } = app.ctx.store;
  const look = { scheduleId: "s1", guildId, change: "ready", noticedAt: app.ctx.now() };
  await orderWatch.observe(look, []);
  await orderWatch.observe(look, ["order"]);
  const waiting = () => orderWatch.claim("s1", app.ctx.now(), app.ctx.now(), 5);
  clock.advance(89 * dayMs);
  await runJob(retention, jobTools(app));
  expect(await waiting()).toHaveLength(1);
  clock.advance(2 * dayMs);
  await runJob(retention, jobTools(app));
  expect(await waiting()).toEqual([]);
});

test("order changes are kept for ninety days", async () => {
  harness = await startHarness();
  const { app, clock } = harness;
  const { orderSteps } = app.ctx.store;
  const place = { guildId, linkKey: "cafe" };
  const seen = { orderId: "order", status: "submitted", changedAt: app.ctx.now(), createdAt: undefined };
  await orderSteps.observe([{ link: place, seen: [seen], at: app.ctx.now() }]);
  clock.advance(89 * dayMs);
  await runJob(retention, jobTools(app));
  expect(await orderSteps.newest(place, 0, 10)).toHaveLength(1);
  clock.advance(2 * dayMs);
  await runJob(retention, jobTools(app));
  expect(await orderSteps.newest(place, 0, 10)).toEqual([]);
});

test("which user someone was is known until the last of that user's weeks is deleted", async () => {
  harness = await startHarness();
  const { app, clock } = harness;
  const { accounts } = app.ctx.store;
  const userId = "104872391";
  await connectAccount(app.ctx, { discordUserId: mia, userId, displayName: "Mia", memberName: "Mia" });
  await accounts.disconnect(guildId, mia);
  clock.advance(736 * dayMs);
  await runJob(retention, jobTools(app));
  expect(await accounts.listUserIds(guildId, mia)).toEqual([userId]);
  clock.advance(2 * dayMs);
  await runJob(retention, jobTools(app));
  expect(await accounts.listUserIds(guildId, mia)).toEqual([]);
});

test("a claim on an interaction lasts an hour", async () => {
  harness = await startHarness();
  const { app, clock } = harness;
  const take = () => app.ctx.store.idempotencyKeys.claim("interaction", app.ctx.now());
  expect(await take()).toBe(true);
  clock.advance(59 * 60_000);
  await runJob(retention, jobTools(app));
  expect(await take()).toBe(false);
  clock.advance(2 * 60_000);
  await runJob(retention, jobTools(app));
  expect(await take()).toBe(true);
});

test("saved weeks are kept as long as each server chooses, and deleting them sooner asks first", async () => {
  harness = await startHarness();
  const { app, clock } = harness;
  const { accounts, guildLinks, weeks } = app.ctx.store;
  const { workspaceId } = harness.service;
  const otherGuild = "1100000000004194304";
  const person = { discordUserId: mia, userId: "7", displayName: "Mia", memberName: "Mia" };
  await connectAccount(app.ctx, person);
  for (const link of await guildLinks.list(guildId))
    await guildLinks.save({ ...link, guildId: otherGuild }, 1);
  const connection = { connectedByDiscordUserId: mia, connectedAt: clock.now() };
  const names = { username: undefined, avatarUrl: undefined };
  await accounts.connect({ ...person, ...names, ...connection, guildId: otherGuild }, []);
  const numbers = { minutes: 1, messages: 1, orders: 1, assignments: [] };
  const keep = async (guild: string, weekStart: string, ageDays: number) => {
    const about = { guildId: guild, workspaceId, userId: "7", weekStart, snapshotAt: clock.now() };
    await weeks.snapshot({ ...about, ...numbers, endsAt: clock.now() - ageDays * dayMs });
  };
  const left = async (guild: string) =>
    (await weeks.ofUser(guild, workspaceId, "7", 9)).map((each) => each.weekStart);
  for (const guild of [guildId, otherGuild]) {
    await keep(guild, "2024-01-01", 800);
    await keep(guild, "2025-06-02", 400);
    await keep(guild, "2026-10-05", 30);
  }
  await runJob(retention, jobTools(app));
  expect(await left(guildId)).toEqual(["2026-10-05", "2025-06-02"]);
  const ada = harness.as("ada");
  expect((await openSetting(ada, "history")).text).toContain("Saved weeks are kept for 24 months.");
  const preview = await chooseSetting(ada, "history", "12");
  expect(preview.text).toMatch(
    /Keep saved weeks for 12 months only\?[\s\S]*1 saved week of this server is older/,
  );
  await runJob(retention, jobTools(app));
  expect(await left(guildId)).toHaveLength(2);
  await ada.press(preview, "Delete old weeks");
  expect(newestText(ada)).toMatch(/History changed[\s\S]*1 older week was deleted/);
  expect(await left(guildId)).toEqual(["2026-10-05"]);
  expect(await left(otherGuild)).toHaveLength(2);
  expect(textOf(await ada.run("settings"))).toContain("**Saved weeks:** kept for 12 months\n");
  expect((await chooseSetting(ada, "history", "24")).text).toContain("kept for 24 months");
  expect((await chooseSetting(ada, "history", "3")).text).toContain("History changed");
  clock.advance(65 * dayMs);
  await runJob(retention, jobTools(app));
  expect(await left(guildId)).toEqual([]);
  expect(await left(otherGuild)).toHaveLength(2);
});
