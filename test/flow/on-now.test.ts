// Depends on: database, wording.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import type { ServiceEmulator } from "../../playground/service/index.ts";
import { posting } from "../../commands/schedule/delivery/job.ts";
import { refreshing } from "../../commands/schedule/delivery/refresh-job.ts";
import type { Schedule } from "../../commands/boards/store.ts";
import { weeks } from "../../commands/weeks/job.ts";
import type { App } from "../../src/app.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { outbox } from "../support/all-jobs.ts";
import { connectAccount, type Harness, jobTools, startHarness } from "../support/harness.ts";
import { liveBoards } from "../support/live-boards.ts";
import { askToForgetMe, downloadMyData } from "../support/privacy.ts";
import { labelsOf, shown, withFooters } from "../support/replies.ts";
import { askToAdd, askToChange, openCard, pressOnCard } from "../support/schedules.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { startTwoApps } from "../support/two-apps.ts";

const { guildId, mia, theo, staffRole, managerRole, orders: channelId } = playgroundIds;
const minuteMs = 60_000;
const kind = "on-now";
const mias = "104872391";
const theos = "118203774";

let harness: Harness;
const { present, addBoard } = liveBoards(() => harness);

beforeEach(async () => {
  harness = await startHarness({ guarded: true, withJobs: false });
  harness.service.setRateLimit(100);
  harness.service.state.activity.forEach((_entries, userId) => leave(userId));
});
afterEach(() => harness[Symbol.asyncDispose]());

const now = () => harness.clock.now();
const iso = (atMs: number) => Temporal.Instant.fromEpochMilliseconds(atMs).toString();
function join(userId: string, start = iso(now()), service: ServiceEmulator = harness.service): void {
  service.state.activity.set(userId, [{ _id: "66aa00000000000000000001", start, ended: false }]);
}
function leave(userId: string, service: ServiceEmulator = harness.service): void {
  service.state.activity.set(userId, []);
}

/** People of the server who are connected, in no game. */
async function connectMany(count: number, roleIds: readonly string[] = []): Promise<readonly string[]> {
  const members = Array.from({ length: count }, (_, index) => ({
    discordUserId: (1_300_000_000_000_000_000n + BigInt(index)).toString(),
    userId: String(700_000_000 + index),
  }));
  for (const [index, { discordUserId, userId }] of members.entries()) {
    const username = `person_${index}`;
    harness.discord.addMember(guildId, { id: discordUserId, username, displayName: username }, { roleIds });
    leave(userId);
    await connect(discordUserId, userId, username);
  }
  return members.map(({ userId }) => userId);
}
const connect = (discordUserId: string, userId: string, name: string) =>
  connectAccount(harness.app.ctx, { discordUserId, userId, displayName: name, memberName: name });
const memberOf = (userId: string) => `<@${1_300_000_000_000_000_000n + BigInt(userId) - 700_000_000n}>`;

const run = async (...jobs: (typeof posting)[]): Promise<void> => {
  for (const job of jobs) await runJob(job, jobTools(harness.app));
};
/** One look of every board, in a minute of its own. */
async function look(minutes = 1): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    harness.clock.advance(minuteMs + 1);
    await run(refreshing, posting);
  }
}
const live = (parts: Partial<Schedule> = {}) =>
  addBoard({ kind, refreshEveryMs: minuteMs, nextRefreshAt: now(), ...parts });
const inChannel = () => harness.discord.messagesIn(channelId);
async function textOfBoard(id: string): Promise<string> {
  const { messageId } = await present(id);
  const message = inChannel().find((each) => each.id === messageId);
  return message === undefined ? "" : withFooters(message);
}
const asked = () => harness.service.requests.filter(({ operation }) => operation === "getActivity");

/** The answer to *On now* below the team board. */
async function openOnNow(): Promise<SeenMessage> {
  const board = shown(await harness.as("theo").run("board"));
  return shown(await harness.as("theo").press(board, "On now"));
}
/** A week that the team board can show. */
async function saveWeek(): Promise<void> {
  await run(weeks);
  harness.clock.advance(2 * minuteMs);
}

describe("a live board of 40 people", () => {
  test("asks for at most 8 a minute, for each person every five minutes, and ends with all of them", async () => {
    const userIds = await connectMany(40);
    const [first = "", second = ""] = userIds;
    const id = await live();
    const other = await live();
    const seen = new Map<string, number>();
    for (let minute = 0; minute < 15; minute += 1) {
      const before = asked().length;
      await look();
      const paths = asked().slice(before);
      expect(paths.length).toBeLessThanOrEqual(8);
      for (const { path } of paths) {
        const userId = /\d+$/.exec(path.split("?")[0] ?? "")?.[0] ?? "";
        const last = seen.get(userId);
        if (last !== undefined) expect(minute - last).toBeLessThanOrEqual(6);
        seen.set(userId, minute);
      }
      if (minute === 2) expect(await textOfBoard(id)).toMatch(/not read yet/);
      if (minute === 6) {
        expect(await textOfBoard(id)).toContain("Nobody on now");
        expect(await textOfBoard(id)).not.toContain("not read yet");
        join(first, iso(now() - 7 * minuteMs));
        join(second, "this morning");
      }
    }
    expect(seen.size).toBe(40);
    for (const board of [id, other]) {
      const text = await textOfBoard(board);
      expect(text).toContain("2 on now");
      expect(text).toMatch(new RegExp(`${memberOf(first)} · joined:\\s<t:\\d+:R>`));
      // When they joined can't be read.
      expect(text.split("\n")).toContain(memberOf(second));
      expect(text).toContain("Checked every");
    }
  });

  test("leaves the limit to people", async () => {
    await connectMany(40);
    await live();
    harness.service.setRateLimit(10);
    const params = { workspaceId: harness.service.workspaceId };
    const { api } = await jobTools(harness.app).resolveWorkspace({ guildId, channelId, linkKey: "cafe" });
    await api.listPosts({ params }, { noCache: true });
    for (let time = 0; time < 8; time += 1) await api.listPosts({ params }, { noCache: true });
    const before = asked().length;
    harness.clock.advance(1_000);
    await run(refreshing, posting);
    expect(asked().length - before).toBe(0);
    await api.listPosts({ params }, { noCache: true });
    expect(harness.service.requests.at(-1)?.status).toBe(200);
  });
});

test("it groups people by their highest mapped role, and leaves out a role that is gone", async () => {
  const userIds = await connectMany(3, [staffRole]);
  await connect(theo, theos, "Theo");
  await harness.app.ctx.store.accessRoles.set(guildId, "1399999999999999999", "admin");
  join(userIds[0] ?? "");
  join(theos);
  const id = await live();
  await look(2);
  const text = await textOfBoard(id);
  expect(text).toContain("2 on now");
  expect(text).toContain(`**1 of 1** <@&${managerRole}>`);
  expect(text).toContain(`**1 of 3** <@&${staffRole}>`);
  expect(text).not.toContain("1399999999999999999");
});

describe("once a role is deleted in Discord", () => {
  const { starRole } = playgroundIds;
  const readCard = async (id: string) => (await openCard(harness.as("theo"), id)).text;
  const told = () => inChannel().filter(({ content }) => content.includes("I tell when fewer than"));

  test("a board that groups by it says so, as does its schedule, and goes on without it", async () => {
    const [first = ""] = await connectMany(3, [starRole]);
    await connect(theo, theos, "Theo");
    await harness.app.ctx.store.accessRoles.remove(guildId, staffRole);
    await harness.app.ctx.store.accessRoles.set(guildId, starRole, "staff");
    join(first);
    const id = await live();
    await look(2);
    expect(await textOfBoard(id)).toContain(`**1 of 3** <@&${starRole}>`);
    expect(await readCard(id)).not.toContain("deleted in Discord");

    harness.discord.deleteRole(guildId, starRole);
    await look();
    join(theos);
    await look();
    const text = await textOfBoard(id);
    expect(text).toContain("2 on now");
    expect(text).toContain("**1 of 3** others");
    expect(text).toContain("was deleted in Discord, so nobody is listed under it");
    expect(await readCard(id)).toContain("⚠️ A role that gives access to me was deleted in Discord");
    const answer = await openOnNow().catch(() => undefined);
    expect(answer?.text ?? "").not.toContain(starRole);

    await harness.app.ctx.store.accessRoles.set(guildId, staffRole, "staff");
    await look();
    for (const each of [text, await textOfBoard(id), await readCard(id)])
      expect(each).not.toContain(starRole);
    expect(await textOfBoard(id)).not.toContain("deleted in Discord");
    expect(await readCard(id)).not.toContain("deleted in Discord");
  });

  test("a board that mentions it says so, as does its schedule, and tells without it", async () => {
    const [first = ""] = await connectMany(3);
    join(first);
    harness.discord.setMentionable(guildId, starRole, true);
    const id = await live({ options: { fewerThan: 2 }, mentionRoleId: starRole });
    await run(refreshing, posting);
    expect((await present(id)).lastOutcome).toBe("sent");
    expect(await readCard(id)).toContain(`🔔 mentions <@&${starRole}>`);

    harness.discord.deleteRole(guildId, starRole);
    harness.clock.advance(60 * minuteMs);
    await look(2);
    await run(outbox);
    const gone = "The role to mention was deleted in Discord. Choose another one with *Edit…* in";
    expect(told()).toHaveLength(1);
    expect(told()[0]?.content).toContain(`⚠️ Only 1 is on now. I tell when fewer than 2 are. ${gone}`);
    expect(await textOfBoard(id)).toContain("1 on now");
    expect(await textOfBoard(id)).toContain(gone);
    expect(await readCard(id)).toContain(`⚠️ ${gone}`);
    const once = { mode: "new", refreshEveryMs: undefined, nextRefreshAt: undefined } as const;
    const post = await addBoard({ kind, ...once, mentionRoleId: starRole, nextDueAt: now() });
    await run(posting);
    expect((await present(post)).lastOutcome).toBe("sent");
    expect(await textOfBoard(post)).toContain(`-# ${gone}`);
    for (const text of [...inChannel().map(({ content }) => content), await readCard(id)])
      expect(text).not.toContain(starRole);
    for (const { pinged } of inChannel().slice(1)) expect(pinged.roleIds).toEqual([]);

    const changed = await askToChange(harness.as("theo"), id, { mention: staffRole });
    shown(await harness.as("theo").press(changed, "Change schedule"));
    await look();
    expect(await textOfBoard(id)).not.toContain(gone);
  });
});

test("a key that may no longer read activity pauses the board once, tells of no shortage, and needs a Resume", async () => {
  const userIds = await connectMany(3);
  for (const userId of userIds) join(userId);
  const id = await live({ options: { fewerThan: 2 } });
  await look(2);
  expect(await textOfBoard(id)).toContain("3 on now");
  harness.service.setForbidden(["getActivity"]);
  const before = asked().length;
  await look();
  expect(await textOfBoard(id)).toMatch(/^⏸️ Paused since <t:\d+:f>/);
  // The last that was read, with its time.
  expect(await textOfBoard(id)).toContain("3 on now");
  for (const userId of userIds) leave(userId);
  await look(5);
  await run(outbox);
  expect(inChannel()).toHaveLength(1);
  expect(asked().length - before).toBeLessThanOrEqual(4);
  const told = harness.discord.inPrivate(playgroundIds.ada).read();
  expect(told.map(({ text }) => text)).toEqual([
    expect.stringContaining("This server's key isn't allowed to read that in the workspace."),
  ]);
  expect((await openCard(harness.as("theo"), id)).text).toContain(
    "⏸️ Paused: This server's key isn't allowed",
  );

  harness.service.setForbidden([]);
  await pressOnCard(harness.as("theo"), id, "Resume");
  await look(2);
  await run(outbox);
  expect(await textOfBoard(id)).toMatch(/^Nobody on now/);
  expect(
    inChannel()
      .map(({ content }) => content)
      .join("\n"),
  ).toContain("⚠️ Nobody is on now.");
});

test("on demand it is a manager's, with moments alone, an age, and a button that reads on", async () => {
  const userIds = await connectMany(10);
  await saveWeek();
  join(userIds[0] ?? "");
  const first = await openOnNow();
  expect(first.text).toMatch(/on now so far/);
  expect(first.text).toContain("2 people not read yet");
  harness.clock.advance(minuteMs + 1);
  const all = shown(await harness.as("theo").press(first, "Reload"));
  expect(all.text).toContain("1 on now");
  expect(all.text).not.toContain("not read yet");
  expect(all.embeds[0]?.footer?.text).toContain("As of");
  const board = shown(await harness.as("theo").run("board"));
  const refused = await harness.as("mia").forge.press(board, "board.on-now");
  expect(shown(refused).text).toContain("Only managers");
});

test("an outage is said with its age, and nobody is shown as on for longer than an hour", async () => {
  const [first = ""] = await connectMany(3);
  join(first);
  const id = await live();
  await look(2);
  expect(await textOfBoard(id)).toContain("1 on now");
  harness.service.faults.add({ kind: "status", status: 503, forMs: 90 * minuteMs });
  await look(6);
  const during = await textOfBoard(id);
  expect(during).toMatch(/⚠️ .+ Last read: <t:\d+:R> · next look: <t:\d+:R>/);
  expect(during).toContain("1 on now");
  await look(95);
  leave(first);
  await look(6);
  expect(await textOfBoard(id)).toContain("Nobody on now");
});

test("on demand during an outage it says so, and shows what was read before", async () => {
  const [first = ""] = await connectMany(3);
  await saveWeek();
  join(first);
  expect((await openOnNow()).text).toContain("1 on now");
  harness.clock.advance(2 * minuteMs);
  harness.service.faults.add({ kind: "status", status: 503, operation: "getActivity", forMs: minuteMs });
  const answer = await openOnNow();
  expect(answer.text).toMatch(/^⚠️ .+ Last read: <t:\d+:R>/);
  expect(answer.text).toContain("1 on now");
});

test("what can't be read of someone isn't taken for not being on; who isn't in the workspace is off", async () => {
  const [first = "", second = "", third = ""] = await connectMany(3);
  join(second);
  harness.service.state.activity.delete(third);
  const id = await live();
  harness.service.faults.add({ kind: "nonsense", form: "wrong-shape", operation: "getActivity" });
  await look();
  const text = await textOfBoard(id);
  expect(text).toMatch(/Couldn't tell for 1\sperson\./);
  expect(text).toContain("1 on now");
  expect(await harness.app.ctx.store.presences.list({ guildId, linkKey: "cafe" })).toMatchObject([
    { userId: first, state: "unreadable" },
    { userId: second, state: "on" },
    { userId: third, state: "off" },
  ]);
});

test("nobody's turn comes twice in a minute, and a clock that was set back keeps nobody waiting", async () => {
  await connectMany(12);
  const { presences } = harness.app.ctx.store;
  const link = { guildId, linkKey: "cafe" };
  const claim = async (at: number) => (await presences.claim(link, at)).map(({ userId }) => userId);
  const at = now();
  const first = await claim(at);
  expect(first).toHaveLength(8);
  expect(await claim(at + 59_000)).toEqual([]);
  // As of a replica whose clock is behind.
  expect(await claim(at - 2_000)).toEqual([]);
  const second = await claim(at + minuteMs);
  expect(second).toHaveLength(8);
  expect(new Set([...first, ...second]).size).toBe(12);
  expect(await claim(at - 60 * minuteMs)).toHaveLength(8);
  await presences.release(
    link,
    first.slice(0, 4).map((userId) => memberOf(userId).slice(2, -1)),
  );
  expect(await claim(at - 60 * minuteMs)).toHaveLength(4);
});

test.each([12, 100])("a post waits until everyone of %i was read", async (count) => {
  await connectMany(count);
  const id = await addBoard({
    kind,
    mode: "new",
    refreshEveryMs: undefined,
    nextRefreshAt: undefined,
    nextDueAt: now(),
  });
  await run(posting);
  expect(inChannel()).toEqual([]);
  const rounds = Math.ceil(count / 8);
  for (let tries = 0; tries < rounds + 3 && (await present(id)).lastOutcome !== "sent"; tries += 1) {
    harness.clock.advance(1.25 * minuteMs);
    await run(posting);
  }
  expect(inChannel()).toHaveLength(1);
  expect(inChannel()[0]?.text).toContain("Nobody was on");
  expect(inChannel()[0]?.text).not.toContain("not read yet");
});

test.each([
  [3, 15, /\nNobody was on\n-# As of/],
  [2, 70, /\nNobody was on, as far as I know\n-# Couldn't read \d+\speople in time/],
])(
  "where the workspace allows %i requests a minute, a post of %i people comes within an hour",
  async (limit, count, text) => {
    await connectMany(count);
    harness.service.setRateLimit(limit);
    const once = { mode: "new", refreshEveryMs: undefined, nextRefreshAt: undefined } as const;
    const id = await addBoard({ kind, ...once, nextDueAt: now() });
    for (let minute = 0; minute < 63 && inChannel().length === 0; minute += 1) {
      await run(posting);
      harness.clock.advance(minuteMs + 1);
    }
    expect((await present(id)).lastOutcome).toBe("sent");
    expect(inChannel()[0]?.text).toMatch(text);
  },
);

test("a post that is late waits for everyone just the same", async () => {
  await connectMany(20);
  const once = { mode: "new", refreshEveryMs: undefined, nextRefreshAt: undefined } as const;
  const id = await addBoard({ kind, ...once, nextDueAt: now() - 120 * minuteMs });
  for (let minute = 0; minute < 10 && inChannel().length === 0; minute += 1) {
    await run(posting);
    harness.clock.advance(minuteMs + 1);
  }
  expect((await present(id)).lastOutcome).toBe("sent");
  expect(inChannel()[0]?.text).toMatch(/\nNobody was on\n-# As of/);
});

test("a board of people who all don't want to be shown doesn't call them unconnected", async () => {
  await connect(mia, mias, "Mia");
  const id = await live();
  await look();
  const kept = shown(await harness.as("mia").run("privacy"));
  shown(await harness.as("mia").press(kept, "Don't show when I'm on"));
  await look(2);
  expect(await textOfBoard(id)).toContain("There's nobody to show.");
  expect(await textOfBoard(id)).not.toMatch(/nobody is connected/i);
});

describe("someone who doesn't want to be shown", () => {
  const hide = async (): Promise<SeenMessage> => {
    const kept = shown(await harness.as("mia").run("privacy"));
    return shown(await harness.as("mia").press(kept, "Don't show when I'm on"));
  };
  const everything = () =>
    JSON.stringify([inChannel(), harness.as("theo").read()].map((messages) => messages)).split(mia).length -
    1;

  beforeEach(async () => {
    await connectMany(2);
    await connect(mia, mias, "Mia");
    await saveWeek();
    join(mias);
  });

  test("appears nowhere and is asked about no more, until they say otherwise", async () => {
    const id = await live();
    await look(2);
    expect(await textOfBoard(id)).toContain(`<@${mia}>`);
    expect(await textOfBoard(id)).toContain("1 on now");
    const hidden = await hide();
    expect(hidden.text).toContain("not to be shown when you're on");
    expect(labelsOf(hidden)).toContain("Show when I'm on");
    const before = asked().length;
    await look(3);
    expect(everything()).toBe(0);
    expect(await textOfBoard(id)).toContain("Nobody on now");
    const answer = await openOnNow();
    expect(`${answer.text}${JSON.stringify(answer.embeds)}`).not.toContain(mia);
    expect(answer.text).not.toMatch(/1\son/);
    expect(
      asked()
        .slice(before)
        .filter(({ path }) => path.includes(mias)),
    ).toEqual([]);

    shown(await harness.as("mia").press(hidden, "Show when I'm on"));
    await look(2);
    expect(await textOfBoard(id)).toContain(`<@${mia}>`);
  });

  test("stays hidden when they are connected anew or forgotten, and finds it in their file", async () => {
    await live();
    await look();
    const file = async (): Promise<unknown> => {
      const [given] = (await downloadMyData(harness.as("mia"))).attachments;
      return (await fetch(given?.url ?? "")).json();
    };
    expect(await file()).toMatchObject({ presences: [{ linkKey: "cafe", state: "on" }] });
    await hide();
    expect(await file()).toMatchObject({ presences: [], hiddenFromOnNowSince: expect.any(String) });
    const { accounts, presences } = harness.app.ctx.store;
    await accounts.disconnect(guildId, mia);
    await connect(mia, mias, "Mia");
    const preview = await askToForgetMe(harness.as("mia"));
    shown(await harness.as("mia").press(preview, "Forget me"));
    await look(2);
    const people = await presences.list({ guildId, linkKey: "cafe" });
    expect(people.map(({ discordUserId }) => discordUserId)).not.toContain(mia);
    const last = await askToForgetMe(harness.as("mia"), { disconnect: true });
    shown(await harness.as("mia").press(last, "Forget me"));
    expect(JSON.stringify(await file())).not.toContain("hiddenFromOnNowSince");
  });
});

test("it is planned as a live board, with the number below which it tells in the form", async () => {
  await connectMany(12);
  const planned = { kind, channel: channelId, fewerThan: "3" };
  const preview = await askToAdd(harness.as("theo"), planned);
  expect(preview.text).toContain("On now: live, checked every minute");
  expect(preview.text).toContain("Tells when fewer than 3 are on");
  // It is previewed although not everyone was read.
  expect(preview.text).toMatch(/Nobody on now so far[^]*4\speople not read yet/);
  const refused = await askToAdd(harness.as("theo"), { ...planned, fewerThan: "a few" });
  expect(refused.text).toMatch(/isn't a whole number from 0 to 1\s000/);
  const most = await askToAdd(harness.as("theo"), { ...planned, fewerThan: "1\u202f000" });
  expect(most.text).toMatch(/Tells when fewer than 1\s?000 are on/);
});

describe("a board that tells when fewer than two are on", () => {
  const few = { fewerThan: 2 };
  const told = () => inChannel().filter(({ content }) => content.includes("I tell when fewer than"));

  test("tells once, over a restart, with its role, and again only after there were enough", async () => {
    const [first = "", second = ""] = await connectMany(3);
    join(first);
    harness.discord.setMentionable(guildId, staffRole, true);
    await live({ options: few, mentionRoleId: staffRole });
    await look(2);
    await run(outbox);
    expect(told().map(({ content }) => content)).toEqual([
      `⚠️ Only 1 is on now. I tell when fewer than 2 are. <@&${staffRole}>`,
    ]);
    await harness.restart();
    await look(3);
    await run(outbox);
    expect(told()).toHaveLength(1);
    join(second);
    await look(2);
    // A role is pinged once an hour at most: the board's own message did.
    harness.clock.advance(60 * minuteMs);
    leave(first);
    leave(second);
    await look(2);
    await run(outbox);
    expect(told().map(({ content }) => content.split(".")[0])).toEqual([
      "⚠️ Only 1 is on now",
      "⚠️ Nobody is on now",
    ]);
    expect(told().map(({ pinged }) => pinged.roleIds)).toEqual([[], [staffRole]]);
    await harness.restart();
    harness.clock.advance(60 * minuteMs);
    await look(3);
    await run(outbox);
    expect(told()).toHaveLength(2);
  });

  test("tells nothing while nobody knows, nor once enough are on before it was sent", async () => {
    const userIds = await connectMany(12);
    await live({ options: few });
    await look(1);
    await run(outbox);
    expect(told()).toEqual([]);
    await look(2);
    for (const userId of userIds) join(userId);
    await look(3);
    await run(outbox);
    expect(told()).toEqual([]);
  });
});

test("two replicas on one Postgres ask for 8 a minute between them, and tell once that too few are on, with one ping", async () => {
  await using two = await startTwoApps();
  const { apps, service, discord, clock } = two;
  const [{ ctx }] = apps;
  const people = Array.from({ length: 24 }, (_, index) => String(700_000_000 + index));
  for (const [index, userId] of people.entries()) {
    leave(userId, service);
    const discordUserId = String(1_300_000_000_000_000_000n + BigInt(index));
    await connectAccount(ctx, { discordUserId, userId, displayName: userId, memberName: userId });
  }
  discord.setMentionable(guildId, staffRole, true);
  const add = async (id: string, mentionRoleId?: string) => {
    const where = {
      id,
      guildId,
      linkKey: "cafe",
      channelId,
      makerDiscordUserId: theo,
      createdAt: clock.now(),
    };
    const shows = { kind, mode: "live" as const, options: { fewerThan: 2 } };
    const board = { ...sampleSchedule(where), ...shows, mentionRoleId };
    await ctx.store.schedules.create({ ...board, refreshEveryMs: minuteMs, nextRefreshAt: clock.now() });
  };
  await add("first", staffRole);
  await add("second");
  const both = (job: typeof posting) => Promise.all(apps.map((app: App) => runJob(job, jobTools(app))));
  const askedOf = () => service.requests.filter(({ operation }) => operation === "getActivity").length;
  const lookFor = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      const before = askedOf();
      clock.advance(minuteMs + 1);
      await both(refreshing);
      await both(posting);
      expect(askedOf() - before).toBeLessThanOrEqual(8);
      await both(outbox);
    }
  };
  const told = () =>
    discord.messagesIn(channelId).filter(({ content }) => content.includes("Nobody is on now"));
  await lookFor(6);
  // One for each board.
  expect(told()).toHaveLength(2);
  expect(askedOf()).toBeGreaterThanOrEqual(24);

  for (const userId of people) join(userId, undefined, service);
  await lookFor(4);
  for (const userId of people) leave(userId, service);
  // The board's own message pinged less than an hour ago.
  clock.advance(60 * minuteMs);
  await lookFor(6);
  expect(told()).toHaveLength(4);
  expect(told().flatMap(({ pinged }) => pinged.roleIds)).toEqual([staffRole]);
});
