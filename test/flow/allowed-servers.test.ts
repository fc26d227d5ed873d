// Depends on: database, transport.
import { PermissionFlagsBits } from "discord.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bakeryIds, playgroundIds } from "../../playground/discord/index.ts";
import { newRequest } from "../../commands/kit/member-request/store.ts";
import { posting } from "../../commands/schedule/delivery/job.ts";
import { notingNotAllowed, refreshing } from "../../commands/schedule/delivery/refresh-job.ts";
import { leavingUnlinked } from "../../src/jobs/housekeeping.ts";
import type { Job } from "../../src/jobs/job.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { plainMessage } from "../../src/outbox/queue.ts";
import { jobs, retention } from "../support/all-jobs.ts";
import { ask as readCalendar, pathIn, publicUrl, subscribe } from "../support/calendar-address.ts";
import { connectAccount, type Harness, jobTools, startHarness } from "../support/harness.ts";
import { liveBoards } from "../support/live-boards.ts";
import { newestText, shown, textOf, withFooters } from "../support/replies.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { sampleTimeRequest } from "../support/sample-time-request.ts";
import { until } from "../support/wait-for.ts";

const { guildId, calendar, managers, staff, mia, ada } = playgroundIds;
const dayMs = 24 * 60 * 60_000;
const contact = "https://help.example.com/bot";
/** The café is linked, and isn't among them. */
const onlyBakery = { allowedServers: bakeryIds.guildId, supportContact: contact, withJobs: false } as const;
const refusal = [
  "I only work in servers that my operator has chosen, and this isn't one of them. Nothing was done.",
  `To have it added, ask here: ${contact}`,
  `-# Server id: \`${guildId}\``,
].join("\n");

test.each(["gateway", "http"] as const)(
  "over %s, everyone in a server that isn't listed is told so, whatever they use, and nothing else happens",
  async (interactions) => {
    await using harness = await startHarness({ ...onlyBakery, interactions });
    const { service } = harness;
    const asked = service.requests.length;
    for (const path of ["help", "setup", "link set", "order search", "me", "privacy"]) {
      const answer = shown(await harness.as("ada").run(path));
      expect(answer).toMatchObject({ private: true, text: refusal });
    }
    expect(await harness.as("ada").suggest("order search", {}, { name: "person", value: "mi" })).toEqual([]);
    expect(service.requests.length).toBe(asked);
    expect(harness.discord.messagesIn(playgroundIds.orders)).toEqual([]);

    expect(textOf(await harness.inBakery("ada").run("help"))).not.toContain("my operator");
    expect(harness.logs.join("")).toContain("only the servers in ALLOWED_SERVERS are served");
  },
);

test("buttons from before are refused too, and own data stays within reach in private messages", async () => {
  await using harness = await startHarness({ publicUrl });
  await connect(harness);
  const path = pathIn(await subscribe(harness.as("mia")));
  const list = shown(await harness.as("theo").run("order search"));
  expect((await readCalendar(harness.app, path)).status).toBe(200);
  Object.assign(harness.app.ctx.config, { allowedServers: new Set([bakeryIds.guildId]) });

  await harness.as("theo").press(list, "Reload");
  expect(newestText(harness.as("theo"))).toContain("I only work in servers that my operator has chosen");
  expect((await readCalendar(harness.app, path)).status).toBe(404);

  const inPrivate = harness.discord.inPrivate(mia);
  expect(textOf(await inPrivate.run("me"))).toBe(refusal.replace(/To have it.*\n/, ""));
  expect(textOf(await inPrivate.run("privacy"))).toContain("What I keep about you in Harbour Café");
});

test("nothing is posted or read for a server that isn't listed, until it is", async () => {
  const done = async (allowedServers: string) => {
    await using harness = await startHarness({ ...onlyBakery, allowedServers });
    await connect(harness);
    await prepareWork(harness);
    const { store, now } = harness.app.ctx;
    const found = {
      imports: (await store.imports.due(now(), 9)).length,
      refreshes: (await store.schedules.toRefresh(now(), 9)).length,
      reminders: (await store.reminders.due(now(), 9)).length,
      expiring: (await store.connectionRequests.expiring(now() + 1, 9)).length,
    };
    const asked = harness.service.requests.length;
    const sent = harness.discord.requests.length;
    for (const job of [...jobs.filter(({ name }) => name !== "departures"), retention])
      await runJob(job, jobTools(harness.app));
    return {
      found,
      asked: new Set(harness.service.requests.slice(asked).map(({ operation }) => operation)).size > 0,
      sent: harness.discord.requests.slice(sent).map(({ path }) => path),
      posts: harness.discord.messagesIn(calendar).length,
      said: harness.discord.messagesIn(staff).length,
      states: {
        schedule: (await store.schedules.findById("late"))?.nextDueAt,
        request: (await store.timeRequests.find("asked"))?.dueAt,
        checks: (await store.guildLinks.claimChecks(Number.MAX_SAFE_INTEGER, 1, 9)).length,
      },
    };
  };
  expect(await done(bakeryIds.guildId)).toEqual({
    found: { imports: 0, refreshes: 0, reminders: 0, expiring: 0 },
    asked: false,
    sent: [],
    posts: 0,
    said: 0,
    states: { schedule: 1_000, request: 1_000, checks: 0 },
  });
  const listed = await done(`${bakeryIds.guildId}, ${guildId}`);
  expect(listed.found).toEqual({ imports: 1, refreshes: 1, reminders: 1, expiring: 1 });
  expect(listed).toMatchObject({ asked: true, posts: 1, said: 1, states: { checks: 1 } });
  expect(listed.states.schedule).not.toBe(1_000);
  expect(listed.states.request).not.toBe(1_000);
});

describe("live messages of a server that is taken off the list", () => {
  let harness: Harness;
  const { addBoard, present } = liveBoards(() => harness);
  const onlyTheBakery = { allowedServers: new Set([bakeryIds.guildId]) };
  const off =
    /^⏸️ Paused since <t:\d+:f>\. I only work in servers that my operator has chosen, and this isn't one of them anymore, so this message won't be updated\. To have it added again, ask here: https:\/\/help/;
  let orders = "";
  /** Updated at set times only. */
  let week = "";

  beforeEach(async () => {
    harness = await startHarness({ withJobs: false, supportContact: contact });
    orders = await addBoard();
    const [refreshEveryMs, nextRefreshAt] = [undefined, undefined];
    week = await addBoard({
      kind: "calendar",
      refreshEveryMs,
      nextRefreshAt,
      nextDueAt: harness.clock.now(),
    });
    await run(refreshing, posting);
    for (const id of [orders, week]) expect(await textOfBoard(id)).not.toBe("");
  });
  afterEach(() => harness[Symbol.asyncDispose]());

  const run = async (...which: readonly Job[]): Promise<void> => {
    for (const job of which) await runJob(job, jobTools(harness.app));
  };
  const textOfBoard = async (id: string): Promise<string> => {
    const { messageId, channelId } = await present(id);
    const message = harness.discord.messagesIn(channelId).find((each) => each.id === messageId);
    return message === undefined ? "" : withFooters(message);
  };
  const countEdits = () => harness.discord.requests.filter(({ method }) => method === "PATCH").length;

  test("say so once, whatever they are updated by, and follow again once it is back on the list", async () => {
    await harness.restart(onlyTheBakery);
    const before = countEdits();
    await Promise.all([run(notingNotAllowed), run(notingNotAllowed)]);
    for (const id of [orders, week]) {
      expect(await textOfBoard(id)).toMatch(off);
      expect(await textOfBoard(id)).not.toMatch(/Checked every/);
    }
    await harness.restart(onlyTheBakery);
    harness.clock.advance(dayMs);
    await run(notingNotAllowed, refreshing, posting, notingNotAllowed);
    expect(countEdits() - before).toBe(2);

    await harness.restart();
    await run(notingNotAllowed, refreshing, posting);
    expect(await textOfBoard(orders)).not.toContain("Paused");
    expect(await textOfBoard(orders)).toContain("Checked every 2 min");
    await harness.app.ctx.store.schedules.change(guildId, week, { nextDueAt: harness.clock.now() });
    await run(posting);
    expect(await textOfBoard(week)).not.toContain("Paused");
  });

  test("say so before the bot leaves it, if nobody links it either", async () => {
    await harness.app.ctx.store.guildLinks.remove(guildId, "cafe");
    await harness.restart({ ...onlyTheBakery, leaveUnlinkedAfterDays: 1 });
    const left = () =>
      harness.discord.requests.some(({ method, path }) => method === "DELETE" && path.endsWith(guildId));
    await run(leavingUnlinked, notingNotAllowed);
    harness.clock.advance(dayMs);
    expect(left()).toBe(false);
    await run(leavingUnlinked);
    expect(left()).toBe(true);
    expect(await textOfBoard(orders)).toMatch(off);
  });

  test("are tried again while Discord has trouble, for a day, and never where the bot may not write", async () => {
    await harness.restart(onlyTheBakery);
    harness.discord.faults.failRequests({ status: 500, pathPart: "/messages/", times: 99 });
    await run(notingNotAllowed);
    harness.discord.faults.clear();
    expect(await textOfBoard(orders)).not.toMatch(off);
    await run(notingNotAllowed);
    expect(await textOfBoard(orders)).toMatch(off);

    const [late, locked] = await Promise.all([addBoard(), addBoard({ channelId: managers })]);
    await harness.restart();
    await run(refreshing, posting);
    await harness.restart(onlyTheBakery);
    harness.discord.faults.takePermission(managers, PermissionFlagsBits.ViewChannel);
    harness.discord.faults.failRequests({ status: 500, pathPart: "/messages/", times: 99 });
    harness.clock.advance(2 * dayMs);
    await run(notingNotAllowed);
    harness.discord.faults.clear();
    harness.discord.faults.restorePermissions();
    const before = countEdits();
    await run(notingNotAllowed);
    expect(countEdits()).toBe(before);
    for (const id of [late, locked]) expect(await textOfBoard(id)).not.toMatch(off);
  });
});

test("whoever adds the bot to a server that isn't listed is told so", async () => {
  await using harness = await startHarness({ ...onlyBakery, interactions: "http" });
  const added = {
    integration_type: 0,
    scopes: ["bot"],
    user: { id: ada },
    guild: { id: guildId, name: "Harbour Café", system_channel_id: staff },
  };
  expect(await harness.discord.endpoints.tell("APPLICATION_AUTHORIZED", added)).toBe(204);
  const inPrivate = () => harness.discord.inPrivate(ada).read();
  await until("Ada was told", () => inPrivate().length > 0);
  expect(inPrivate().at(-1)?.text).toBe(`You added me to **Harbour Café**. ${refusal}`);
  expect(harness.discord.messagesIn(staff)).toEqual([]);
});

function connect({ app }: Harness): Promise<void> {
  const person = { discordUserId: mia, userId: "104872391", displayName: "Mia", memberName: "Mia" };
  return connectAccount(app.ctx, person);
}

/** Something due for every job that finds its work in the database. */
async function prepareWork({ app, service }: Harness): Promise<void> {
  const { store, now } = app.ctx;
  const where = { guildId, linkKey: "cafe", channelId: calendar, makerDiscordUserId: ada };
  const schedule = sampleSchedule({ ...where, id: "late", createdAt: now() - dayMs });
  await store.schedules.create({ ...schedule, nextDueAt: 1_000 });
  await store.schedules.create({ ...schedule, id: "now" });
  await store.deliveries.add({ scheduleId: "now", guildId, dueAt: now() });
  await store.guildSettings.set(guildId, "time-requests-channel", managers);
  const request = { ...sampleTimeRequest(now()), id: "asked", guildId, discordUserId: mia, dueAt: 1_000 };
  await store.timeRequests.create(request, 9);
  const { workspaceId } = service;
  const begun = { guildId, linkKey: "cafe", workspaceId, discordUserId: ada, source: "list" } as const;
  const person = { line: 1, typedMember: "nobody", typedUser: "nobody" };
  const doing = { ...begun, id: "import", until: 0, createdAt: now(), sealedReplyToken: undefined };
  await store.imports.create(doing, [person]);
  const live = {
    ...schedule,
    id: "live",
    mode: "live",
    nextRefreshAt: 1_000,
    refreshEveryMs: dayMs,
  } as const;
  await store.schedules.create(live);
  await store.connectionRequests.create({
    ...newRequest,
    id: "claim",
    guildId,
    discordUserId: playgroundIds.noor,
    userId: "940000001",
    displayName: "Noor",
    username: undefined,
    avatarUrl: undefined,
    memberName: "Noor",
    channelId: staff,
    createdAt: now(),
    state: "open",
    toldAt: undefined,
    reason: undefined,
  });
  const week = { guildId, workspaceId, userId: "104872391", weekStart: "2026-11-16", endsAt: now() + 1_000 };
  await store.weeks.snapshot({
    ...week,
    snapshotAt: now(),
    minutes: 1,
    messages: 1,
    orders: 1,
    assignments: [],
  });
  const reminder = { guildId, discordUserId: mia, linkKey: "cafe", channelId: staff, setAt: now() };
  await store.reminders.set({ ...reminder, kind: "order", hours: 0 });
  await store.reminders.set({ ...reminder, kind: "week", hours: 24 });
  await store.people.note([{ link: { guildId, linkKey: "cafe" }, userIds: ["104872391"] }], {
    now: now(),
    staleBefore: now(),
  });
  const payload = { channelId: staff, message: { content: "News" } };
  const saying = { key: "news", guildId, payload };
  await store.outbox.add(plainMessage.createEntry(saying, now()));
}
