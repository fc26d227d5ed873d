// Depends on: database, cache, wording.
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  type APIGuildScheduledEventRecurrenceRule,
  GuildScheduledEventRecurrenceRuleFrequency,
} from "discord-api-types/v10";
import { ICalCalendar } from "ical-generator";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { bakeryIds, playgroundIds } from "../../playground/discord/index.ts";
import { departures } from "../../src/jobs/housekeeping.ts";
import { createRetentionJob } from "../../src/jobs/runner.ts";
import { features } from "../../commands/index.ts";
import { backUp, restore } from "../../src/start/backup.ts";
import { createLinkSealContext } from "../../src/vault/vault.ts";
import { hashToken } from "../../commands/calendar/address/store.ts";
import {
  ask as askApp,
  type Entry,
  pathIn,
  publicUrl,
  readWithIcalJs,
  readWithNodeIcal,
  subscribe,
} from "../support/calendar-address.ts";
import { connectAccount, type Harness, jobTools, startHarness } from "../support/harness.ts";
import { pressOnLink } from "../support/links.ts";
import { askToForgetMe, downloadMyData } from "../support/privacy.ts";
import { labelsOf, newestText, shown } from "../support/replies.ts";
import { until } from "../support/wait-for.ts";

const { guildId, staffRole } = playgroundIds;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const staffId = "104872391";

let harness: Harness;
const start = async (options: Parameters<typeof startHarness>[0] = {}): Promise<void> => {
  harness = await startHarness({ publicUrl, ...options });
};
const mia = () => harness.as("mia");
const ask = (path: string, init?: RequestInit) => askApp(harness.app, path, init);
const store = () => harness.app.ctx.store;
const connectMia = () =>
  connectAccount(harness.app.ctx, {
    discordUserId: playgroundIds.mia,
    userId: staffId,
    displayName: "Mia",
    memberName: "Mia",
  });
const assignmentsAsked = () =>
  harness.service.requests.filter(({ operation }) => operation === "getAssignments").length;
const statusOf = async (path: string) => (await ask(path)).status;
const plan = (name: string, startsAt: number, recurrence?: APIGuildScheduledEventRecurrenceRule) =>
  harness.discord.planEvents(guildId, [
    {
      name,
      startsAt,
      endsAt: startsAt + hourMs,
      place: "Bar",
      interested: 1,
      ...(recurrence && { recurrence }),
    },
  ]);
const inOrder = (entries: readonly Entry[]) => entries.toSorted(([a], [b]) => a.localeCompare(b));
const unknownPath = `/calendar/${"A".repeat(22)}.ics`;
/** All that a reader without an address gets to see. */
const seenAt = async (path: string) => {
  const response = await ask(path);
  // The rest is about the connection, which Discord's requests may have come on.
  const about = ["date", "connection", "keep-alive"];
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !about.includes(name)));
  return { status: response.status, headers, text: await response.text() };
};

describe("one address", () => {
  beforeEach(() => start());
  afterEach(() => harness[Symbol.asyncDispose]());

  test("is given in private, read as a calendar, and asked again for free while nothing changes", async () => {
    const answer = await subscribe(mia());
    expect(answer.private).toBe(true);
    expect(answer.text).toContain("Whoever has this address can read your calendar");
    expect(labelsOf(answer)).toEqual(["New address", "Turn off"]);
    const path = pathIn(answer);

    const first = await ask(path);
    const text = await first.text();
    expect(first.status).toBe(200);
    expect(Object.fromEntries(first.headers)).toMatchObject({
      "content-type": "text/calendar; charset=utf-8",
      "cache-control": "private, no-cache",
      "content-disposition": 'attachment; filename="calendar.ics"',
      "content-length": String(Buffer.byteLength(text)),
    });
    expect(text).toContain("REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n");
    expect(text).toMatch(/\r\nEND:VCALENDAR\r\n$/);

    // An hour later, nothing of it is different, its stamps included.
    harness.clock.advance(hourMs);
    const [etag = "", modified = ""] = ["etag", "last-modified"].map((name) => first.headers.get(name) ?? "");
    expect(await (await ask(path)).text()).toBe(text);
    for (const headers of [
      { "if-none-match": etag },
      { "if-none-match": `"other", W/${etag}` },
      { "if-modified-since": modified },
    ]) {
      const again = await ask(path, { headers });
      expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
    }
    const head = await ask(path, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(head.headers.get("content-length")).toBe(first.headers.get("content-length"));
    expect(await statusOf(path.replace(".ics", ""))).toBe(200);
    expect((await ask(path, { method: "POST" })).status).toBe(405);

    plan("Tasting", harness.clock.now() + dayMs);
    harness.clock.advance(2 * minuteMs);
    const changed = await ask(path, { headers: { "if-none-match": etag, "if-modified-since": modified } });
    const newer = await changed.text();
    expect(changed.status).toBe(200);
    expect(newer).toContain("SUMMARY:Tasting");
    const sequence = (of: string) => Number(/SEQUENCE:(\d+)/.exec(of)?.[1]);
    expect(sequence(newer)).toBeGreaterThan(sequence(text));
    expect(newer.match(/DTSTAMP:.*/)?.[0]).toBe(
      newer.match(/LAST-MODIFIED:.*/)?.[0]?.replace("LAST-MODIFIED", "DTSTAMP"),
    );
    expect(
      new Set(readWithIcalJs(text).map(([uid]) => uid)).isSubsetOf(
        new Set(readWithIcalJs(newer).map(([uid]) => uid)),
      ),
    ).toBe(true);
  });

  test("is written once for an app that has it already", async () => {
    const path = pathIn(await subscribe(mia()));
    const etag = (await ask(path)).headers.get("etag") ?? "";
    const written = vi.spyOn(ICalCalendar.prototype, "toString");
    expect((await ask(path, { headers: { "if-none-match": etag } })).status).toBe(304);
    expect(written).toHaveBeenCalledTimes(1);
    written.mockRestore();
  });

  test("pressed twice at once, New address makes one, and what is shown works", async () => {
    const answer = await subscribe(mia());
    const older = await subscribe(mia());
    const pressed = await Promise.all([1, 2].map(() => mia().press(answer, "New address")));
    const told = pressed.map((outcome) => shown(outcome).text);
    expect(told.filter((text) => text.includes("nothing was changed"))).toHaveLength(1);
    const now = mia()
      .read()
      .find(({ id }) => id === answer.id);
    expect(now && (await statusOf(pathIn(now)))).toBe(200);
    expect(await statusOf(pathIn(answer))).toBe(404);
    const made = (await store().audit.list(guildId, {}, { limit: 100 })).filter(
      ({ action }) => action === "calendar.subscribe",
    );
    expect(made).toHaveLength(2);

    // From an answer about an address that is no more.
    const old = shown(await mia().press(older, "New address"));
    expect(old.text).toContain("nothing was changed");
    expect(now && (await statusOf(pathIn(now)))).toBe(200);
  });

  test("has its owner's assignments in the week that runs, as their progress is now", async () => {
    const path = pathIn(await subscribe(mia()));
    const described = async () => {
      const unfolded = (await (await ask(path)).text()).replaceAll("\r\n ", "");
      return unfolded.match(/(?<=\r\nSUMMARY:Week ends.*\r\nTRANSP.*\r\nDESCRIPTION:).*/g) ?? [];
    };
    expect(await described()).toEqual([expect.stringContaining("connect yourself with /account connect")]);
    await connectMia();
    const [before, ...others] = await described();
    expect(before).toMatch(/^- Minutes in game: \d+ of 120 min.*\\n- Sessions hosted/);
    expect(others).toEqual([]);
    harness.clock.advance(hourMs);
    expect(await described()).not.toEqual([before]);
  });

  test("doesn't take assignments that can't be read for none", async () => {
    await connectMia();
    const path = pathIn(await subscribe(mia()));
    const told = async (count: number) => {
      harness.service.faults.clear();
      harness.service.faults.add({ kind: "wrong-records", operation: "getAssignments", count, times: 9 });
      harness.clock.advance(hourMs);
      return (await (await ask(path)).text()).replaceAll("\r\n ", "");
    };
    const { assigned } = harness.service.state.assignments.get(staffId) ?? expect.unreachable();
    const none = await told(assigned.length);
    expect(none).toContain("DESCRIPTION:I don't know your assignments of that week.");
    expect(none).not.toContain("Nothing is assigned to you");
    const some = await told(1);
    expect(some).toMatch(/DESCRIPTION:- Sessions hosted.*\\nThere may be more: not all of your assignments/);
  });

  test("is shown once, replaced by a new one, and off at a press; each leaves an audit entry", async () => {
    const first = await subscribe(mia());
    const path = pathIn(first);
    const kept = await subscribe(mia());
    expect(kept.text).toContain("You have a calendar address for **Harbour Café**");
    expect(kept.text).toContain("No calendar app has read it yet.");
    expect(kept.text).not.toContain("/calendar/");
    expect(await statusOf(path)).toBe(200);
    expect((await subscribe(mia())).text).toMatch(/Last read by an app: <t:\d+:R>/);

    const second = shown(await mia().press(kept, "New address"));
    expect(second.text).toContain("Your earlier address no longer works.");
    expect(await seenAt(path)).toEqual(await seenAt(unknownPath));
    expect(await statusOf(pathIn(second))).toBe(200);

    const off = shown(await mia().press(second, "Turn off"));
    expect(off.text).toContain("Your calendar address is off.");
    expect(labelsOf(off)).toEqual(["New address"]);
    expect(await seenAt(pathIn(second))).toEqual(await seenAt(unknownPath));
    expect(shown(await mia().press(first, "Turn off")).text).toContain("was already off");
    const third = shown(await mia().press(off, "New address"));
    expect(third.text).not.toContain("earlier address");
    expect(await statusOf(pathIn(third))).toBe(200);

    const entries = await store().audit.list(guildId, {}, { limit: 9 });
    expect(entries.map(({ action, discordUserId }) => [action, discordUserId])).toEqual(
      ["subscribe", "turn-off", "subscribe", "subscribe"].map((done) => [
        `calendar.${done}`,
        playgroundIds.mia,
      ]),
    );
    const log = shown(await harness.as("ada").run("audit")).text;
    expect(log).toContain("made a new calendar address in place of their earlier one");
    expect(log).toContain("turned their calendar address off");
    // Neither the log nor the database knows an address.
    const rows = JSON.stringify(await store().calendarAddresses.find(guildId, playgroundIds.mia));
    for (const each of [path, pathIn(second), pathIn(third)]) {
      const token = each.slice("/calendar/".length, -".ics".length);
      expect(harness.logs.some((line) => line.includes(token))).toBe(false);
      expect(rows).not.toContain(token);
    }
  });

  test("stays the same as unknown for whoever has none, whatever they try", async () => {
    const nothing = await seenAt(unknownPath);
    expect(nothing).toMatchObject({ status: 404, headers: { "cache-control": "no-store" } });
    for (const path of [
      "/calendar/",
      "/calendar/x",
      "/calendar/%00.ics",
      `${unknownPath}?a=b`,
      `/calendar/${"A".repeat(9_000)}`,
    ])
      expect(await seenAt(path)).toEqual(nothing);
    expect(await statusOf(`/calendar/a/${"A".repeat(22)}.ics`)).toBe(404);
    expect(await statusOf("/metrics")).toBe(200);
  });

  test("tells no more once it was turned off, not even to who is reading it", async () => {
    const answer = await subscribe(mia());
    const held = harness.discord.faults.holdAnswers(`/members/${playgroundIds.mia}`);
    const reading = seenAt(pathIn(answer));
    await until("the calendar is being read", () => held.count > 0);
    await mia().press(answer, "Turn off");
    held.release();
    expect(await reading).toEqual(await seenAt(unknownPath));
  });

  test("is read as long as its owner is a member who may use the calendar", async () => {
    const path = pathIn(await subscribe(mia()));
    const nothing = await seenAt(unknownPath);
    harness.discord.setRoles(guildId, playgroundIds.mia, []);
    expect(await seenAt(path)).toEqual(nothing);
    harness.discord.setRoles(guildId, playgroundIds.mia, [staffRole]);
    expect(await statusOf(path)).toBe(200);
    harness.discord.removeMember(guildId, playgroundIds.mia);
    expect(await seenAt(path)).toEqual(nothing);
  });

  test("ends with what is kept of its owner, with the link and with the server", async () => {
    const path = pathIn(await subscribe(mia()));
    expect(shown(await mia().run("privacy")).text).toContain("**Your calendar address**");
    const { attachments } = await downloadMyData(mia());
    const file: unknown = await (await fetch(attachments[0]?.url ?? "")).json();
    expect(file).toMatchObject({ calendarAddress: { linkKey: "cafe", madeAt: expect.any(String) } });
    const preview = await askToForgetMe(mia());
    expect(preview.text).toContain("your calendar address, so apps get nothing more from it");
    await mia().press(preview, "Forget me");
    expect(await statusOf(path)).toBe(404);
    expect(shown(await mia().run("privacy")).text).not.toContain("calendar address");

    const second = pathIn(await subscribe(mia()));
    const asked = await pressOnLink(harness.as("ada"), "Remove…");
    await harness.as("ada").press(asked, "Remove link");
    expect(await store().guildLinks.list(guildId)).toEqual([]);
    expect(await statusOf(second)).toBe(404);
    expect(await store().calendarAddresses.find(guildId, playgroundIds.mia)).toBeUndefined();
  });

  test("has the events that its owner sees now, and none of a channel that is hidden from them", async () => {
    const { managerRole, managers, mia: owner } = playgroundIds;
    const path = pathIn(await subscribe(mia()));
    const startsAt = harness.clock.now() + dayMs;
    const planned = { startsAt, endsAt: startsAt + hourMs, interested: 0 };
    harness.discord.planEvents(guildId, [
      { ...planned, name: "Lantern walk", place: "The pier" },
      { ...planned, name: "Open mic", channelId: playgroundIds.calendar },
      { ...planned, name: "Review of staff", channelId: managers },
    ]);
    const events = async () => {
      harness.clock.advance(2 * minuteMs);
      const text = await (await ask(path)).text();
      return ["Lantern walk", "Open mic", "Review of staff"].filter((name) => text.includes(name));
    };
    expect(await events()).toEqual(["Lantern walk", "Open mic"]);
    harness.discord.setRoles(guildId, owner, [staffRole, managerRole]);
    expect(await events()).toEqual(["Lantern walk", "Open mic", "Review of staff"]);
    harness.discord.setRoles(guildId, owner, [staffRole]);
    expect(await events()).toEqual(["Lantern walk", "Open mic"]);

    // Apps delete what a calendar no longer has, so they are asked to come back instead.
    harness.clock.advance(2 * minuteMs);
    harness.discord.faults.failRequests({ status: 500, pathEnd: `/guilds/${guildId}/channels`, times: 9 });
    expect(await statusOf(path)).toBe(503);
    harness.discord.faults.clear();
    expect(await events()).toEqual(["Lantern walk", "Open mic"]);
  });

  test("has the next thousand events of a server where many take place every day", async () => {
    const path = pathIn(await subscribe(mia()));
    const startsAt = harness.clock.now() + dayMs;
    const daily = {
      start: new Date(startsAt).toISOString(),
      end: null,
      frequency: GuildScheduledEventRecurrenceRuleFrequency.Daily,
      interval: 1,
      by_weekday: null,
      by_n_weekday: null,
      by_month: null,
      by_month_day: null,
      by_year_day: null,
      count: null,
    };
    harness.discord.planEvents(
      guildId,
      Array.from({ length: 40 }, (_, at) => ({
        name: `Shift ${at}`,
        startsAt,
        endsAt: startsAt + hourMs,
        place: "Bar",
        interested: 1,
        recurrence: daily,
      })),
    );
    harness.clock.advance(2 * minuteMs);
    const read = readWithIcalJs(await (await ask(path)).text());
    const events = read.filter(([uid]) => uid.startsWith("event/"));
    expect(events).toHaveLength(1_000);
    expect(Math.max(...events.map(([, at]) => at))).toBe(Math.floor(startsAt / 1_000) * 1_000 + 24 * dayMs);
    expect(read.filter(([uid]) => uid.startsWith("week/"))).toHaveLength(52);
  });

  test("ends a week after the server removed the bot, and is unreadable from the start", async () => {
    const path = pathIn(await subscribe(mia()));
    harness.discord.removeBotFromGuild(guildId);
    expect(await statusOf(path)).toBe(404);
    const tools = jobTools(harness.app);
    await departures.run(tools);
    harness.clock.advance(7 * dayMs + minuteMs);
    await departures.run(tools);
    expect(await store().calendarAddresses.find(guildId, playgroundIds.mia)).toBeUndefined();
  });

  test("ends after 90 days in which no app asked", async () => {
    const path = pathIn(await subscribe(mia()));
    const clean = () => createRetentionJob(features).run(jobTools(harness.app));
    harness.clock.advance(60 * dayMs);
    expect(await statusOf(path)).toBe(200);
    harness.clock.advance(60 * dayMs);
    await clean();
    expect(await statusOf(path)).toBe(200);
    harness.clock.advance(90 * dayMs + minuteMs);
    await clean();
    expect(await statusOf(path)).toBe(404);
  });
});

describe("by a clock that only the test moves", () => {
  const noon = Temporal.Instant.from("2026-12-02T12:00:00Z").epochMilliseconds;
  beforeEach(() => start({ realNow: () => noon, withJobs: false }));
  afterEach(() => harness[Symbol.asyncDispose]());

  test("an address is served so often, and again after the time that the refusal says", async () => {
    const path = pathIn(await subscribe(mia()));
    const statuses: number[] = [];
    for (let count = 0; count < 30; count += 1) statuses.push(await statusOf(path));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const refused = await ask(path);
    expect([refused.status, (await refused.text()).includes("too often")]).toEqual([429, true]);
    const waitSeconds = Number(refused.headers.get("retry-after"));
    expect(waitSeconds).toBeGreaterThan(0);
    expect(waitSeconds).toBeLessThanOrEqual(600);
    harness.clock.advance(waitSeconds * 1_000);
    expect(await statusOf(path)).toBe(200);
  });

  test("an address is served while someone guesses thousands", async () => {
    const path = pathIn(await subscribe(mia()));
    expect(await statusOf(path)).toBe(200);
    const guess = (at: number) => statusOf(`/calendar/${String(at).padStart(22, "x")}.ics`);
    const statuses = new Map<number, number>();
    for (let at = 0; at < 1_000; at += 1) {
      const status = await guess(at);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    // The address itself was one of the 300.
    expect(Object.fromEntries(statuses)).toEqual({ 404: 299, 429: 701 });
    expect(await statusOf(path)).toBe(200);
  });
});

describe("with the cache and limits of production", () => {
  beforeEach(() => start({ guarded: true, withJobs: false }));
  afterEach(() => harness[Symbol.asyncDispose]());

  test("a thousand reads in five hours ask the service every quarter of an hour", async () => {
    await connectMia();
    const path = pathIn(await subscribe(mia()));
    const before = assignmentsAsked();
    const statuses = new Set<number>();
    for (let step = 0; step < 100; step += 1) {
      for (let count = 0; count < 10; count += 1) statuses.add(await statusOf(path));
      // 30 in ten minutes are the most that are served.
      harness.clock.advance(200_000);
    }
    expect(statuses).toEqual(new Set([200]));
    const asked = assignmentsAsked() - before;
    expect(asked).toBeGreaterThan(5);
    expect(asked).toBeLessThanOrEqual(Math.ceil((100 * 200_000) / (15 * minuteMs)));
  });

  test("a thousand reads at once ask it once", async () => {
    await connectMia();
    const path = pathIn(await subscribe(mia()));
    const before = assignmentsAsked();
    const statuses: number[] = [];
    const reads = Array.from({ length: 1_000 }, (_, at) => at).values();
    const read = async () => {
      for (const _ of reads) statuses.push(await statusOf(path));
    };
    await Promise.all(Array.from({ length: 16 }, read));
    const counts = Object.groupBy(statuses, String);
    const notServed = harness.logs.filter((line) => line.includes("could not be served"));
    expect(notServed).toEqual([]);
    expect(Object.entries(counts).map(([status, { length = 0 } = []]) => [status, length])).toEqual([
      ["200", 30],
      ["429", 970],
    ]);
    expect(assignmentsAsked() - before).toBe(1);
    expect(await statusOf(pathIn(await subscribe(harness.as("theo"))))).toBe(200);
  });

  test("in an outage it serves what it last knew, and asks apps to come back once it knows nothing", async () => {
    await connectMia();
    const path = pathIn(await subscribe(mia()));
    const known = await (await ask(path)).text();
    harness.service.faults.add({ kind: "status", status: 503, forMs: 10 * hourMs });
    harness.clock.advance(20 * minuteMs);
    const stale = await ask(path);
    expect([stale.status, await stale.text()]).toEqual([200, known]);
    harness.clock.advance(2 * hourMs);
    const refused = await ask(path);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.text()).not.toContain("VCALENDAR");
    expect(harness.logs.some((line) => line.includes("a calendar could not be served"))).toBe(true);
    harness.service.faults.clear();
    harness.clock.advance(hourMs);
    expect(readWithIcalJs(await (await ask(path)).text())).toEqual(readWithIcalJs(known));
  });
});

describe("what it depends on", () => {
  beforeEach(() => start());
  afterEach(() => harness[Symbol.asyncDispose]());

  test.each([
    [
      "the service",
      () => harness.service.faults.add({ operation: "getAssignments", kind: "nonsense", times: 9 }),
    ],
    ["Discord's members", () => fail("/members/")],
    ["Discord's events", () => fail("/scheduled-events")],
  ])(
    "while %s can't be read, there is no calendar that would delete people's events",
    async (_what, strike) => {
      await connectMia();
      const path = pathIn(await subscribe(mia()));
      // What was read for the button is no longer kept.
      harness.clock.advance(2 * minuteMs);
      strike();
      const refused = await ask(path);
      expect(refused.status).toBe(503);
      expect(Number(refused.headers.get("retry-after"))).toBe(600);
      expect(await refused.text()).not.toContain("VCALENDAR");
      harness.service.faults.clear();
      harness.discord.faults.clear();
      expect(await statusOf(path)).toBe(200);
    },
  );
  const fail = (pathPart: string) =>
    harness.discord.faults.failRequests({ status: 500, pathPart, times: 20 });

  test("where the bot may not read events or assignments, the rest is there", async () => {
    await connectMia();
    const path = pathIn(await subscribe(mia()));
    harness.service.faults.add({ operation: "getAssignments", kind: "status", status: 403, times: 9 });
    harness.discord.faults.failRequests({
      status: 403,
      code: 50_001,
      pathPart: "/scheduled-events",
      times: 20,
    });
    const response = await ask(path);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(readWithIcalJs(text)).toHaveLength(52);
    expect(text).toContain("I don't know your assignments of that week.");
  });

  test("two servers have addresses of their own, and neither shows or ends the other's", async () => {
    const { ctx } = harness.app;
    const bakery = harness.service.addWorkspace({ name: "Bakery" });
    await ctx.store.guildLinks.save(
      {
        guildId: bakeryIds.guildId,
        linkKey: "cafe",
        workspaceId: bakery.workspaceId,
        name: "Rye & Co",
        sealedToken: ctx.vault.seal(
          bakery.token,
          createLinkSealContext(bakeryIds.guildId, bakery.workspaceId),
        ),
        linkedByDiscordUserId: playgroundIds.ada,
        linkedAt: ctx.now(),
        createdAt: ctx.now(),
      },
      10,
    );
    await ctx.store.accessRoles.set(bakeryIds.guildId, bakeryIds.bakerRole, "staff");
    plan("Latte night", ctx.now() + dayMs);
    const inCafe = await subscribe(mia());
    const inBakery = await subscribe(harness.inBakery("mia"));
    const [one, other] = [pathIn(inCafe), pathIn(inBakery)];
    const texts = await Promise.all([one, other].map(async (path) => (await ask(path)).text()));
    expect(texts[0]).toContain("Harbour Café");
    expect(texts[0]).toContain("Latte night");
    expect(texts[0]).not.toContain("Rye");
    expect(texts[0]).not.toContain(bakery.workspaceId);
    expect(texts[1]).toContain("Rye & Co");
    for (const theirs of ["Harbour", "Latte night", harness.service.workspaceId, guildId])
      expect(texts[1]).not.toContain(theirs);

    await mia().press(inCafe, "Turn off");
    expect([await statusOf(one), await statusOf(other)]).toEqual([404, 200]);
    harness.discord.removeMember(bakeryIds.guildId, playgroundIds.mia);
    const again = pathIn(await subscribe(mia()));
    expect([await statusOf(again), await statusOf(other)]).toEqual([200, 404]);
  });

  test("in a server with two workspaces it's about the one it was made for, until there is a new one", async () => {
    const { ctx } = harness.app;
    const { workspaceId, token } = harness.service.addWorkspace({ name: "Bakery" });
    const sealedToken = ctx.vault.seal(token, createLinkSealContext(guildId, workspaceId));
    const by = { linkedByDiscordUserId: playgroundIds.ada, linkedAt: ctx.now(), createdAt: ctx.now() + 1 };
    const added = { guildId, linkKey: "rye", workspaceId, name: "Rye & Co", sealedToken, ...by };
    await ctx.store.guildLinks.save(added, 10);
    await ctx.store.channelLinks.bind(guildId, playgroundIds.staff, "rye");
    const ofCafe = pathIn(await subscribe(mia()));
    const kept = await subscribe(harness.as("mia", "staff"));
    expect(kept.text).toContain("You have a calendar address for **Harbour Café**");
    const moved = shown(await harness.as("mia", "staff").press(kept, "New address"));
    expect(moved.text).toContain("Your calendar address for Rye & Co");
    expect(await statusOf(ofCafe)).toBe(404);
    const text = await (await ask(pathIn(moved))).text();
    expect(text).toContain("Week ends at Rye & Co");
    expect(text).not.toContain("Harbour");
    await ctx.store.guildLinks.remove(guildId, "cafe");
    expect(await statusOf(pathIn(moved))).toBe(200);
    await ctx.store.guildLinks.remove(guildId, "rye");
    expect(await statusOf(pathIn(moved))).toBe(404);
  });

  test("no address of a backup works once it's restored, and Subscribe… says so with the new one", async () => {
    const { databaseUrl, app } = harness;
    const config = { ...app.ctx.config, databaseUrl, discordToken: undefined, secretKeys: undefined };
    const off = await subscribe(mia());
    const replaced = await subscribe(harness.as("theo"));
    const file = join(harness.dataFolder, "all.backup");
    await backUp(config, file, () => undefined);
    await mia().press(off, "Turn off");
    const newer = shown(await harness.as("theo").press(replaced, "New address"));
    const noor = await subscribe(harness.as("noor"));
    await harness.app.stop();
    const said: string[] = [];
    await restore(config, file, (text) => said.push(text));
    expect(said.join("\n")).toContain("All calendar addresses (2) were turned off");
    await harness.restart();
    for (const answer of [off, replaced, newer, noor]) expect(await statusOf(pathIn(answer))).toBe(404);

    const notice = "Your earlier address stopped working when my data was restored from a backup";
    for (const person of [mia(), harness.as("theo")]) {
      const made = await subscribe(person);
      expect(made.text).toContain(notice);
      expect(await statusOf(pathIn(made))).toBe(200);
      expect((await subscribe(person)).text).not.toContain(notice);
    }
    expect((await subscribe(harness.as("noor"))).text).not.toContain(notice);
    // From before the restore.
    expect(shown(await harness.as("theo").press(newer, "New address")).text).toContain("nothing was changed");
  });

  test("an address works after a restart", async () => {
    const path = pathIn(await subscribe(mia()));
    const before = await (await ask(path)).text();
    await harness.restart();
    expect(await (await ask(path)).text()).toBe(before);
  });
});

test("while the database can't be written, apps are asked to come back", async () => {
  await start({ sqlite: true, withJobs: false });
  const path = pathIn(await subscribe(mia()));
  const other = new DatabaseSync(join(harness.dataFolder, "workspace-bot.sqlite"));
  other.exec("begin immediate");
  const refused = await ask(path);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "600"]);
  other.exec("rollback");
  other.close();
  expect(await statusOf(path)).toBe(200);
  await harness[Symbol.asyncDispose]();
});

test("without an address on the web there is no button, and an older one says so", async () => {
  await start();
  const week = shown(await mia().run("calendar"));
  const file = shown(await mia().press(week, "Add to my calendar"));
  expect(labelsOf(file)).toContain("Subscribe…");
  await harness[Symbol.asyncDispose]();

  harness = await startHarness();
  const without = shown(await mia().run("calendar"));
  expect(labelsOf(without)).not.toContain("Subscribe…");
  expect(labelsOf(shown(await mia().press(without, "Add to my calendar")))).toEqual([]);
  await mia().forge.press(without, "calendar.subscribe");
  expect(newestText(mia())).toContain("can't be reached from calendar apps any more, so nothing was changed");
  await harness[Symbol.asyncDispose]();
});

test("without an address on the web, who has a calendar address can turn it off, and isn't offered another", async () => {
  harness = await startHarness();
  const tokenHash = hashToken("A".repeat(22));
  const { mia: discordUserId } = playgroundIds;
  await store().calendarAddresses.add({ guildId, discordUserId, linkKey: "cafe", tokenHash, madeAt: 1 });
  const labelsBelow = async (who: "mia" | "theo") => labelsOf(shown(await harness.as(who).run("calendar")));
  expect(await labelsBelow("theo")).not.toContain("Calendar address…");
  const week = shown(await mia().run("calendar"));
  const file = shown(await mia().press(week, "Add to my calendar"));
  expect(labelsOf(file)).toEqual(["Calendar address…"]);
  const kept = shown(await mia().press(week, "Calendar address…"));
  expect(kept.text).toContain("You have a calendar address for **Harbour Café**");
  expect(kept.text).toContain("The one you have may still work");
  expect(kept.text).not.toContain("New address");
  expect(labelsOf(kept)).toEqual(["Turn off"]);
  const off = shown(await mia().press(kept, "Turn off"));
  expect(off.text).toContain("Your calendar address is off");
  expect(labelsOf(off)).toEqual([]);
  expect(await store().calendarAddresses.find(guildId, discordUserId)).toBeUndefined();
  expect(await labelsBelow("mia")).not.toContain("Calendar address…");
  await mia().press(week, "Calendar address…");
  expect(newestText(mia())).toContain("can't be reached from calendar apps any more, so nothing was changed");
  await harness[Symbol.asyncDispose]();
});

describe("a year of weeks", () => {
  const begunAt = Date.now();
  // A Wednesday between two changes of clocks, in each of the zones.
  const noon = Temporal.Instant.from("2027-06-02T12:00:00Z").epochMilliseconds;
  beforeAll(() => start({ withJobs: false, realNow: () => noon + Date.now() - begunAt }));
  afterAll(() => harness[Symbol.asyncDispose]());

  describe.each(["America/Los_Angeles", "Europe/Berlin", "Pacific/Auckland", "Pacific/Chatham"])(
    "in %s",
    (zone) => {
      test("ends at the same moments in both readers and in the bot's own files, over both changes of clocks", async () => {
        await store().guildSettings.set(guildId, "zone", zone);
        harness.clock.advance(hourMs);
        // Every week at the same hour in UTC, as Discord counts.
        const startsAt = Math.ceil(harness.clock.now() / hourMs) * hourMs + dayMs;
        plan("Tasting", startsAt, {
          start: new Date(startsAt).toISOString(),
          end: null,
          frequency: GuildScheduledEventRecurrenceRuleFrequency.Weekly,
          interval: 1,
          by_weekday: null,
          by_n_weekday: null,
          by_month: null,
          by_month_day: null,
          by_year_day: null,
          count: null,
        });
        const week = shown(await mia().run("calendar"));
        const answer = await subscribe(mia());
        const path = pathIn(
          labelsOf(answer).length > 1 && answer.text.includes("```")
            ? answer
            : shown(await mia().press(answer, "New address")),
        );
        const text = await (await ask(path)).text();
        const read = readWithIcalJs(text);
        expect(inOrder(readWithNodeIcal(text))).toEqual(inOrder(read));

        const weeks = read.filter(([uid]) => uid.startsWith("week/"));
        expect(weeks).toHaveLength(52);
        const firsts = weeks.map(([uid]) => Temporal.PlainDate.from(uid.split("/").at(-1) ?? ""));
        expect(weeks.map(([, at]) => at)).toEqual(
          firsts.map((first) => first.add({ days: 7 }).toZonedDateTime(zone).epochMilliseconds - 1_000),
        );
        const offsets = weeks.map(
          ([, at]) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).offset,
        );
        expect(offsets.filter((offset, at) => at > 0 && offset !== offsets[at - 1])).toHaveLength(2);

        const fromFiles: Entry[] = [];
        for (const first of firsts) {
          const file = shown(await mia().forge.press(week, `calendar.add:${first.toString()}`));
          fromFiles.push(...readWithIcalJs(await (await fetch(file.attachments[0]?.url ?? "")).text()));
        }
        expect(inOrder(fromFiles)).toEqual(inOrder(read));
        expect(read.length).toBeGreaterThan(52 + 40);
        await store().guildSettings.remove(guildId, "zone");
      });
    },
  );

  test.each([
    ["the server's own midnight follows its clocks", "2027-06-07T00:00:00+02:00[Europe/Berlin]", 2],
    ["another hour stays whole weeks away", "2027-06-07T03:00:00+02:00[Europe/Berlin]", 0],
  ])("where this week ends at a time that the service says, %s", async (_what, due, changes) => {
    const zone = "Europe/Berlin";
    await store().guildSettings.set(guildId, "zone", zone);
    await connectMia();
    const { assignments } = harness.service.state;
    const kept = assignments.get(staffId);
    if (kept === undefined) throw new Error("nothing is assigned");
    const at = new Date(Temporal.ZonedDateTime.from(due).epochMilliseconds - 1).toISOString();
    assignments.set(staffId, { ...kept, assigned: kept.assigned.map((each) => ({ ...each, due: at })) });
    await harness.forgetRead();
    harness.clock.advance(hourMs);
    const answer = await subscribe(mia());
    const made = answer.text.includes("```") ? answer : shown(await mia().press(answer, "New address"));
    const read = readWithIcalJs(await (await ask(pathIn(made))).text());
    const ends = read.filter(([uid]) => uid.startsWith("week/")).map(([, end]) => end);
    expect(ends).toContain(Temporal.ZonedDateTime.from(due).epochMilliseconds - 1_000);
    const lengths = ends.slice(1).map((end, index) => (end - (ends[index] ?? 0)) / hourMs);
    expect(lengths.filter((hours) => hours !== 7 * 24)).toEqual([169, 167].slice(0, changes));
    assignments.set(staffId, kept);
  });
});
