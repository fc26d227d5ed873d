// Depends on: transport.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { markPaused } from "../../commands/schedule/delivery/pause.ts";
import { weeks } from "../../commands/weeks/job.ts";
import { connectAccount, type Harness, jobTools, startHarness } from "../support/harness.ts";
import { liveBoards } from "../support/live-boards.ts";
import { newest, textOf } from "../support/replies.ts";
import { chooseSetting, openSetting } from "../support/settings.ts";
import { until } from "../support/wait-for.ts";
import { leaderboardDrawing } from "../../commands/team-board/leaderboard/draw.ts";

const { guildId, orders: channelId, mia, noor, theo } = playgroundIds;
const people = [
  [mia, "104872391", "Mia"],
  [noor, "129945018", "Noor"],
  [theo, "118203774", "Theo"],
] as const;

let harness: Harness;
beforeAll(async () => {
  // No test here runs into the next week.
  const aheadMs = Date.parse("2026-11-18T12:00:00Z") - Date.now();
  harness = await startHarness({ realNow: () => Date.now() + aheadMs });
  for (const [discordUserId, userId, name] of people)
    await connectAccount(harness.app.ctx, { discordUserId, userId, displayName: name, memberName: name });
  await runJob(weeks, jobTools(harness.app));
});
afterAll(() => harness[Symbol.asyncDispose]());

const boards = liveBoards(() => harness);
const store = () => harness.app.ctx.store;
const newestPost = (): SeenMessage => harness.discord.messagesIn(channelId).at(-1) ?? expect.unreachable();
const post = (id: string): SeenMessage | undefined =>
  harness.discord.messagesIn(channelId).find((message) => message.id === id);
const imageOf = (message: SeenMessage | undefined) => message?.embeds[0]?.image;

/** Different for different pictures. */
const nameOf = (message: SeenMessage | undefined) =>
  /calendar-[\w-]+\.png/.exec(imageOf(message)?.url ?? "")?.[0];

/** The first bytes of a picture as a browser gets it. */
async function signature(message: SeenMessage | undefined): Promise<string> {
  const response = await fetch(imageOf(message)?.url ?? expect.unreachable("no picture"));
  return Buffer.from(await response.arrayBuffer()).toString("latin1", 1, 4);
}

const teamAlt = /^3 people: .*(?:behind|on track|passed)/;

test("the team board has a picture with a description that says the same", async () => {
  await harness.as("theo").run("board");
  const message = newest(harness.as("theo"));
  expect(imageOf(message)).toMatchObject({ width: 1_136, description: expect.stringMatching(teamAlt) });
  expect(await signature(message)).toBe("PNG");
  expect(message.attachments).toEqual([]);
  expect(message.text).toContain("Team board");
});

test("shown in its channel, it takes its picture along", async () => {
  const asked = harness.as("theo");
  await asked.run("board");
  const own = newest(asked);
  // Discord deletes what was attached to a private reply.
  expect(imageOf(own)?.url).toContain("/ephemeral-attachments/");
  const outcome = await asked.press(own, "Show in channel");
  const shown = outcome.kind === "message" ? outcome.message : undefined;
  expect(shown?.content).toContain("Shown by");
  expect(imageOf(shown)?.url).toContain("/attachments/");
  expect(imageOf(shown)?.description).toMatch(teamAlt);
  expect(await signature(shown)).toBe("PNG");
});

test("a live board uploads its picture again only when its content changed", async () => {
  await boards.clear();
  harness.discord.planEvents(guildId, []);
  const { id } = await boards.standing({ kind: "calendar", zone: "UTC" });
  const { id: messageId } = newestPost();
  const first = imageOf(post(messageId));
  expect(first?.description).toMatch(/^Calendar of /);
  const readAt = () => post(messageId)?.embeds.at(-1)?.timestamp;
  const before = readAt();
  // One that shows the same is edited once in a quarter of an hour.
  harness.clock.advance(15 * 60_000);
  await boards.looked(id);
  await until("it says when it was read", () => readAt() !== before);
  expect(imageOf(post(messageId))?.url).toBe(first?.url);
  expect(post(messageId)?.attachments).toEqual([]);

  harness.discord.planEvents(guildId, [planned("Regatta", inThisWeek(6, 19))]);
  await boards.looksUntil(id, "it has another picture", () => imageOf(post(messageId))?.url !== first?.url);
  expect(imageOf(post(messageId))?.description).toContain("Regatta");
  expect(post(messageId)?.attachments).toEqual([]);
  await store().schedules.pause(guildId, id, undefined);
});

test("a picture of how old orders are is drawn again when its board says when it was read", async () => {
  await boards.clear();
  boards.place("preparing");
  const { id } = await boards.standing({ options: { stuckMinutes: 600 } });
  const { id: messageId } = newestPost();
  const ageIn = () => /preparing: .*, (\d+)\smin/.exec(imageOf(post(messageId))?.description ?? "")?.[1];
  const before = ageIn();
  harness.clock.advance(15 * 60_000);
  await boards.looked(id);
  expect(Number(ageIn())).toBeGreaterThanOrEqual(Number(before ?? 0) + 15);
  await store().schedules.pause(guildId, id, undefined);
});

test("where nothing can be drawn, boards are posted as text, and the log says so once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "workspace-bot-pictures-"));
  const drawnBy = join(folder, "unavailable.mjs");
  writeFileSync(drawnBy, "process.on('message', () => process.send({ unavailable: 'no build of it' }));");
  try {
    await using bare = await startHarness({ drawnBy });
    const { ctx } = bare.app;
    await connectAccount(ctx, {
      discordUserId: mia,
      userId: "104872391",
      displayName: "Mia",
      memberName: "Mia",
    });
    const { standing, looksUntil } = liveBoards(() => bare);
    for (const kind of ["team", "calendar"]) {
      const { id } = await standing({ kind });
      const { id: messageId } = bare.discord.messagesIn(channelId).at(-1) ?? expect.unreachable();
      const message = () =>
        bare.discord.messagesIn(channelId).find((each) => each.id === messageId) ?? expect.unreachable();
      expect(message().text).toMatch(kind === "team" ? /Team board: [\s\S]*<@/ : /Week of/);
      expect([imageOf(message()), message().attachments]).toEqual([undefined, []]);
      bare.clock.advance(16 * 60_000);
      await looksUntil(id, "it is edited", () => message().edited);
      expect(imageOf(message())).toBeUndefined();
    }
    const said = bare.logs.filter((line) => line.includes("can't draw pictures"));
    expect(said).toEqual([expect.stringContaining("no build of it")]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a live board is marked as paused once, and keeps its picture", async () => {
  const { id } = await boards.standing();
  const { id: messageId } = newestPost();
  await store().schedules.pause(guildId, id, undefined);
  const paused = await store().schedules.find(guildId, id);
  const countEdits = () =>
    harness.discord.requests.filter(({ method, path }) => method === "PATCH" && path.endsWith(messageId))
      .length;
  const before = countEdits();
  await markPaused(paused === undefined ? [] : [paused], harness.app.ctx);
  // Nothing looks at it again.
  expect((await store().schedules.find(guildId, id))?.nextRefreshAt).toBeUndefined();
  expect(countEdits()).toBe(before + 1);
  expect(post(messageId)?.text).toContain("Paused since");
  expect(await signature(post(messageId))).toBe("PNG");
  expect(post(messageId)?.attachments).toEqual([]);
});

test("a schedule without pictures posts only text", async () => {
  await boards.standing({ kind: "team", options: { pictures: false } });
  expect(imageOf(newestPost())).toBeUndefined();
  expect(newestPost().text).toContain("Team board");
});

test("an admin turns pictures off for the whole server", async () => {
  const ada = harness.as("ada");
  expect((await openSetting(ada, "pictures")).text).toContain("Pictures are dark here.");
  expect((await chooseSetting(ada, "pictures", "off")).text).toContain("text only");
  expect((await chooseSetting(ada, "pictures", "off")).text).toContain("Nothing was changed.");
  expect(textOf(await ada.run("settings"))).toContain("**Pictures:** off");
  await harness.as("theo").run("board");
  expect(imageOf(newest(harness.as("theo")))).toBeUndefined();
  await boards.standing({ kind: "team" });
  expect(imageOf(newestPost())).toBeUndefined();
  expect(textOf(await ada.run("audit"))).toContain("turned pictures **off**");
  await chooseSetting(ada, "pictures", "dark");
});

test("an admin chooses light pictures, and a live board gets one at its next look", async () => {
  const ada = harness.as("ada");
  const { id } = await boards.standing({ kind: "team" });
  const { id: messageId } = newestPost();
  const dark = imageOf(post(messageId))?.url;
  await chooseSetting(ada, "pictures", "light");
  expect(textOf(await ada.run("settings"))).toContain("**Pictures:** light");
  expect(textOf(await ada.run("audit"))).toContain("chose **light** pictures");
  harness.clock.advance(15 * 60_000);
  await boards.looked(id);
  await until("its picture is another one", () => imageOf(post(messageId))?.url !== dark);
  expect(imageOf(post(messageId))).toBeDefined();
  await store().schedules.pause(guildId, id, undefined);
  await chooseSetting(ada, "pictures", "dark");
});

test.each(["on", undefined])("pictures are dark where an older version stored %s", async (stored) => {
  if (stored === undefined) await store().guildSettings.remove(guildId, "pictures");
  else await store().guildSettings.set(guildId, "pictures", stored);
  expect(textOf(await harness.as("ada").run("settings"))).toContain("**Pictures:** dark");
  await harness.as("theo").run("board");
  expect(imageOf(newest(harness.as("theo")))).toBeDefined();
});

test("the leaderboard shows everyone's place as a picture, on its first page", async () => {
  await harness.as("theo").run("leaderboard");
  const message = newest(harness.as("theo"));
  expect(imageOf(message)?.description).toMatch(/^Most minutes, week of .*, \d people: 1\. /);
  expect(await signature(message)).toBe("PNG");
});

test("shown to others, a leaderboard's picture marks nobody and has no place of the person's below", () => {
  const row = (place: number, isOwn: boolean) => ({
    place,
    person: { name: `P${place}` },
    value: 100 - place,
    numbers: `${100 - place} min`,
    isOwn,
  });
  const picture = { kind: "leaderboard", title: "Most minutes", total: 12 } as const;
  expect(leaderboardDrawing.toLasting?.({ ...picture, rows: [row(1, false), row(2, true)] })).toEqual({
    ...picture,
    rows: [row(1, false), row(2, false)],
    own: undefined,
  });
  expect(
    leaderboardDrawing.toLasting?.({ ...picture, rows: [row(1, false)], own: row(12, true) }),
  ).toMatchObject({
    own: undefined,
  });
});

test("someone's saved weeks have a picture, and so does their profile", async () => {
  const own = harness.as("noor");
  await own.run("activity view");
  await own.press(newest(own), "Past weeks");
  expect(imageOf(newest(own))?.description).toMatch(/^Noor: .* min in \d+ weeks?\. Last \d+ weeks?: /);
  await own.run("profile");
  const profile = newest(own);
  expect(imageOf(profile)?.description).toMatch(/^\S+: \d+ min this week.*(?:behind|on track|passed)/);
  expect(profile.attachments).toEqual([]);
  const turned = await own.press(profile, "Visits");
  const shown = turned.kind === "updated" ? turned.message : undefined;
  expect(imageOf(shown)).toBeUndefined();
  expect(shown?.attachments).toEqual([]);
});

test("final standings show the top three and who passed", async () => {
  const at = { nextDueAt: harness.clock.now(), nextRefreshAt: undefined, refreshEveryMs: undefined };
  await boards.standing({ kind: "standings", mode: "new", options: { part: "final" }, ...at });
  expect(imageOf(newestPost())?.description).toMatch(/^Week of .*\d+ passed.*Most minutes: /);
  expect(newestPost().text).toMatch(/\n✅ \*\*\d+ passed\*\* \(minutes\)\n<@\d+>\u00a0\*\*\d+\*\*/);
  await boards.standing({
    kind: "standings",
    mode: "new",
    options: { part: "final", pictures: false },
    ...at,
  });
  expect(newestPost().text).toMatch(/\n<@\d+>\u00a0\*\*\d+\*\*, <@/);
});

const hourMs = 60 * 60_000;
/** A moment of the present week in UTC, in epoch milliseconds. @param weekday from 1 (Monday) */
function inThisWeek(weekday: number, hour: number): number {
  const today = Temporal.Instant.fromEpochMilliseconds(harness.clock.now()).toZonedDateTimeISO("UTC");
  const day = today.startOfDay().add({ days: weekday - today.dayOfWeek });
  return day.add({ hours: hour }).epochMilliseconds;
}

const planned = (name: string, startsAt: number, interested = 0) => ({
  name,
  startsAt,
  endsAt: startsAt + hourMs,
  place: "The pier",
  interested,
});

test("the calendar shows the server's events, including recurring ones, and scheduled posts", async () => {
  const weekly = {
    start: new Date(inThisWeek(4, 19) - 21 * 24 * hourMs).toISOString(),
    end: null,
    frequency: 2,
    interval: 1,
    by_weekday: [3],
    by_n_weekday: null,
    by_month: null,
    by_month_day: null,
    by_year_day: null,
    count: null,
  };
  harness.discord.planEvents(guildId, [
    planned("Lantern *evening*", inThisWeek(6, 19), 23),
    { ...planned("Barista training", inThisWeek(4, 19)), recurrence: weekly },
    planned("Next year's party", inThisWeek(6, 19) + 350 * 24 * hourMs),
  ]);
  harness.clock.advance(2 * 60_000);
  const own = harness.as("theo");
  await own.run("calendar");
  const asked = newest(own);
  expect(imageOf(asked)?.description).toMatch(/Thu \d+: .*19:00 Barista training/);
  expect(imageOf(asked)?.description).toMatch(/Sat \d+: .*19:00 Lantern \*evening\*/);
  // They can be opened from the text.
  expect(asked.text.match(/🗓️ .*discord\.com\/events/gu)).toHaveLength(2);
  expect(asked.text).not.toContain("party");
  await store().guildSettings.set(guildId, "pictures", "off");
  await own.run("calendar");
  await store().guildSettings.remove(guildId, "pictures");
  expect(newest(own).text).toContain(
    `🗓️ <t:${inThisWeek(6, 19) / 1_000}:f> Lantern \\*evening\\* · [event](https://discord.com/events/`,
  );
  expect(newest(own).text).not.toContain("party");

  const at = { nextDueAt: harness.clock.now(), nextRefreshAt: undefined, refreshEveryMs: undefined };
  const rule = { kind: "weekly", days: [2, 7], time: "18:00" };
  const createdAt = inThisWeek(2, 19);
  await boards.addBoard({
    kind: "standings",
    mode: "new",
    rule,
    zone: "UTC",
    nextRefreshAt: undefined,
    createdAt,
  });
  await boards.standing({ kind: "calendar", mode: "new", options: {}, zone: "UTC", ...at });
  expect(imageOf(newestPost())?.description).toMatch(/Sun \d+: .*18:00 Standings of the week/);
  // The schedule was made after that day's time.
  expect(imageOf(newestPost())?.description).not.toMatch(/Tue \d+:/);
  expect(imageOf(newestPost())?.description).toContain("Barista training");
  expect(newestPost().text).not.toMatch(/today|<t:\d+:R>/);
});

test("an event cancelled while the calendar is drawn is in the post, and gone at the next look", async () => {
  await boards.clear();
  harness.discord.planEvents(guildId, [planned("Regatta", inThisWeek(6, 19))]);
  const held = harness.discord.faults.holdAnswers("/scheduled-events");
  const count = boards.messages().length;
  const id = await boards.addBoard({ kind: "calendar", zone: "UTC" });
  await until("Discord's answer is on its way", () => held.count > 0);
  harness.discord.planEvents(guildId, []);
  held.release();
  await until("it is posted", () => boards.messages().length > count);
  const { id: messageId } = newestPost();
  expect(imageOf(newestPost())?.description).toContain("Regatta");
  await boards.looksUntil(id, "it has another picture", () => {
    const description = imageOf(post(messageId))?.description;
    return description !== undefined && !description.includes("Regatta");
  });
  expect(post(messageId)?.text).not.toContain("Regatta");
  expect(boards.messages()).toHaveLength(count + 1);
  await store().schedules.pause(guildId, id, undefined);
});

test("a calendar whose events can't be read says so, and still appears", async () => {
  harness.discord.faults.failRequests({ status: 403, pathPart: "/scheduled-events" });
  harness.clock.advance(2 * 60_000);
  const own = harness.as("theo");
  await own.run("calendar");
  expect(newest(own).text).toContain("I couldn't read this server's Discord events.");
  expect(imageOf(newest(own))).toBeDefined();
});

test("a calendar shown in its channel marks no day as today: it's the same a day later", async () => {
  const asked = harness.as("theo");
  const showCalendar = async () => {
    await asked.run("calendar");
    const own = newest(asked);
    const outcome = await asked.press(own, "Show in channel");
    return { own: nameOf(own), inChannel: nameOf(outcome.kind === "message" ? outcome.message : undefined) };
  };
  const today = await showCalendar();
  harness.clock.advance(24 * hourMs);
  const tomorrow = await showCalendar();
  expect(today.own).not.toBe(tomorrow.own);
  expect(today.inChannel).toMatch(/^calendar-/);
  expect(today.inChannel).toBe(tomorrow.inChannel);
});
