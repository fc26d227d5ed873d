// Depends on: database, cache.
import { afterAll, beforeAll, expect, test } from "vitest";
import { playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import { summarizePeopleOfWeek, readSavedWeeks } from "../../commands/team-board/report/weeks.ts";
import { connectAccount, type Harness, startHarness } from "../support/harness.ts";
import { liveBoards } from "../support/live-boards.ts";
import { labelsOf, shown } from "../support/replies.ts";
import { withoutPictures } from "../support/without-pictures.ts";
import { pressOnCard } from "../support/schedules.ts";

const { guildId, orders: channelId, mia, noor, theo, managerRole } = playgroundIds;
const [miaId, noorId, theoId] = ["104872391", "129945018", "118203774"];
const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

let harness: Harness;
/** The first day of the week that is over, in the emulator's weeks, which begin on Mondays in UTC. */
let first: Temporal.PlainDate;
/** A result as the service has it. */
let marked: ReturnType<typeof historyOf>[number];
beforeAll(async () => {
  harness = await startHarness({ guarded: false });
  const people = [
    [mia, miaId, "Mia"],
    [noor, noorId, "Noor"],
    [theo, theoId, "=Theo"],
  ] as const;
  for (const [discordUserId, userId, name] of people)
    await connectAccount(harness.app.ctx, { discordUserId, userId, displayName: name, memberName: name });
  marked = historyOf(miaId)[0] ?? expect.unreachable();
  for (const [, userId] of people) historyOf(userId).splice(0);
  const today = Temporal.Instant.fromEpochMilliseconds(harness.clock.now()).toZonedDateTimeISO("UTC");
  first = today.toPlainDate().subtract({ days: 6 + today.dayOfWeek });
});
afterAll(() => harness[Symbol.asyncDispose]());

const boards = liveBoards(() => harness);
const store = () => harness.app.ctx.store;
const startOf = (weeksAgo: number): Temporal.PlainDate => first.subtract({ weeks: weeksAgo });

interface Saved {
  /** Sessions hosted, of two; omitted if none are asked for. */
  readonly hosted?: number;
  readonly minutes?: number;
  readonly achieved?: number;
  readonly timeoff?: boolean;
  readonly isMarked?: boolean;
}

async function save(
  userId: string,
  weeksAgo: number,
  { minutes, achieved = 0, ...more }: Saved,
): Promise<void> {
  const { timeoff = false, isMarked = true } = more;
  const start = startOf(weeksAgo);
  const endsAt = start.add({ days: 7 }).toZonedDateTime("UTC").epochMilliseconds;
  const { workspaceId } = harness.service;
  const week = {
    guildId,
    workspaceId,
    userId,
    weekStart: start.toString(),
    endsAt,
    snapshotAt: endsAt - 1_000,
  };
  const goal = {
    name: "Minutes in game",
    targetType: "minutes",
    target: 120,
    achieved,
    passed: achieved >= 120,
  };
  const { hosted = 2 } = more;
  const sessions = { name: "Hosting", targetType: "sessions_hosted", target: 2, achieved: hosted };
  const assignments = [
    { ...goal, timeoff },
    ...(more.hosted === undefined ? [] : [{ ...sessions, passed: hosted >= 2, timeoff }]),
  ];
  await store().weeks.snapshot({ ...week, minutes, messages: 5, orders: 2, assignments });
  if (isMarked) await store().weeks.finalize([{ ...week, assignments }]);
}

let placed = 0;
function order(date: Temporal.PlainDate, items: readonly string[], tookMinutes?: number): void {
  placed += 1;
  const at = date.toZonedDateTime({ timeZone: "Europe/Berlin", plainTime: "14:00" }).toInstant();
  const _id = String(placed).padStart(24, "0");
  const updatedAt = at.add({ minutes: tookMinutes ?? 0 }).toString();
  const status = tookMinutes === undefined ? "cancelled" : "handed_to";
  const stored = {
    _id,
    order_number: placed,
    items: [...items],
    status,
    createdAt: at.toString(),
    updatedAt,
  };
  harness.service.state.orders.set(_id, { order: stored, steps: [] });
}

const historyOf = (userId: string) =>
  (harness.service.state.assignments.get(userId) ?? expect.unreachable()).history;

/** What the service says of a person's past weeks until it's disposed: how the last one ended, and otherwise nothing. */
function markedByService(userId: string, achieved: number): Disposable {
  const [week_start, week_end] = [
    `${first.toString()}T00:00:00.000Z`,
    `${startOf(-1).toString()}T00:00:00.000Z`,
  ];
  const result = { target: 120, achieved, passed: achieved >= 120, timeoff: false };
  historyOf(userId).push({ ...marked, week_start, week_end, ...result });
  return { [Symbol.dispose]: () => void historyOf(userId).splice(0) };
}

async function clear(): Promise<void> {
  await boards.clear();
  harness.service.state.posts.clear();
  await store().weeks.removeBefore(harness.clock.now() + 365 * dayMs, guildId);
}

async function posted(parts: Parameters<typeof boards.standing>[0]): Promise<SeenMessage> {
  const at = { nextDueAt: harness.clock.now(), nextRefreshAt: undefined, refreshEveryMs: undefined };
  await boards.standing({ mode: "new", options: {}, ...at, ...parts });
  return harness.discord.messagesIn(channelId).at(-1) ?? expect.unreachable();
}

const inWords = { kind: "report", options: { pictures: false } };

/** The table behind the button of a report. */
async function fileOf(message: SeenMessage) {
  const { attachments, text } = shown(await harness.as("theo").press(message, "Download CSV"));
  const { url, filename: name } = attachments[0] ?? expect.unreachable("no file");
  return { name, text, lines: (await (await fetch(url)).text()).split("\r\n") };
}

test("the report names the goal that those who failed are furthest from", async () => {
  await clear();
  await save(noorId, 0, { minutes: 80, achieved: 80, hosted: 1 });
  await save(miaId, 0, { minutes: 120, achieved: 120, hosted: 0 });
  const { text } = await posted({ kind: "report" });
  expect(text).toContain(`\n<@${noor}> · 1\u00a0of\u00a02\u00a0hosted\n`);
  expect(text).toContain(`\n<@${mia}> · 0\u00a0of\u00a02\u00a0hosted\n`);
});

test("the report describes a week in words, as a picture and as a table", async () => {
  await clear();
  for (const [weeksAgo, achieved] of [26, 40, 90, 120].entries())
    await save(noorId, weeksAgo, { minutes: achieved, achieved });
  await save(miaId, 0, { minutes: 424, achieved: 424 });
  await save(miaId, 1, { minutes: 100, achieved: 100 });
  await save(theoId, 0, { minutes: 12, achieved: 12, timeoff: true });
  for (const minutes of [10, 11, 30])
    order(first.add({ days: 4 }), ["Flat white", "flat  whites", "Bun"], minutes);
  order(first.add({ days: 6 }), ["Chai"]);
  order(startOf(1), ["Tea"], 5);
  order(first.add({ days: 7 }), ["Tea"], 500);
  // Of the week before, nobody knows yet whether these are all.
  expect((await posted(inWords)).text).toContain("Orders: **4**, busiest Fri (3)");
  order(startOf(2), ["Tea"], 5);
  const at = first.add({ days: 2 }).toZonedDateTime("UTC").toInstant().toString();
  harness.service.state.posts.set("a".repeat(24), { _id: "a".repeat(24), title: "Menu", createdAt: at });

  const { text } = await posted(inWords);
  expect(text).toContain("Orders: **4** (was\u00a01), busiest Fri (3)");
  expect(text).toContain("Hand-over: **11 min**");
  const message = await posted({ kind: "report" });
  expect(text).toMatch(
    /^Report, .*: 1\u00a0of\u00a02\u00a0passed\nThe week before: 0\u00a0of\u00a0\d\u00a0passed\n\n❌ \*\*Failed\*\*\n<.*\n🌿 1\u00a0excused\n/,
  );
  // What its picture shows isn't said twice.
  expect(message.text).toMatch(
    /^Report, .*: 1\u00a0of\u00a02\u00a0passed\n❌ \*\*Failed\*\*\n<.*\n🌿 1\u00a0excused\n/,
  );
  expect(message.text).not.toMatch(/week before|Orders:|Hand-over|New posts/);
  expect(text).toContain("New posts: **1**");
  for (const said of [text, message.text]) {
    expect(said).toContain(`\nMost minutes: <@${mia}>\u00a0**424**`);
    expect(said).toMatch(/^Most ordered: \*\*Flat white\*\* \(6\)$/m);
    expect(said).toContain(
      `\n<@${noor}> · 26\u00a0of\u00a0120\u00a0min (3rd\u00a0fail\u00a0in\u00a0a\u00a0row)\n`,
    );
  }
  const image = message.embeds[0]?.image;
  expect(image).toMatchObject({
    width: 1_136,
    description: expect.stringMatching(
      /: 4 orders; 11\smin to hand over; 1 new post\. Last 12 weeks, passed: 1, 0, 0, 1; failed: 0, 1, 2, 1\. Orders by day: .*Fri 3,.* From 4 of 12/,
    ),
  });
  // Discord shows files above the text of an embed, so the post has none but its picture.
  expect(message.attachments).toEqual([]);
  expect(labelsOf(message)).toEqual(["Download CSV"]);
  const { name, text: about, lines } = await fileOf(message);
  expect(name).toBe(`report-${first.toString()}.csv`);
  expect(about).toContain("\n-# Days are in Europe/Berlin. The file contains names");
  expect(lines).toContain(`"Results","${first.toString()}","passed","","1",""`);
  expect(lines.join("\n")).toContain(`"Result","${first.toString()}","'=Theo","${theoId}","excused"`);
  expect(lines.join("\n")).toContain(`"Failed weeks in a row","${first.toString()}","Noor","${noorId}","3"`);
  expect(lines).toContain(`"Most ordered","${first.toString()}","Flat white","","6",""`);
  expect(lines).toContain(`"Usual minutes per order","${first.toString()}","handed_to","","11",""`);
});

test.each([
  ["de", ";", "15,5"],
  ["en-US", ",", "15.5"],
])(
  "the table is as a spreadsheet of someone whose Discord is in %j reads it",
  async (locale, separator, minutes) => {
    await clear();
    await save(noorId, 0, { minutes: 15.5, achieved: 120, hosted: 1 });
    const message = await posted(inWords);
    speak(locale);
    const { lines } = await fileOf(message);
    speak("en-GB");
    const cells = lines.map((line) => line.split(separator));
    expect(cells[0]).toEqual(['"What"', '"Week from"', '"Name"', '"User id"', '"Value"', '"Details"']);
    const week = `"${first.toString()}"`;
    expect(cells).toContainEqual(['"Minutes"', week, '"Noor"', `"${noorId}"`, `"${minutes}"`, '""']);
  },
);

/** Theo's Discord is in this language from now on. */
function speak(locale: string): void {
  const user = { id: theo, username: "theo", displayName: "Theo", locale };
  harness.discord.addMember(guildId, user, { roleIds: [managerRole] });
}

test("the duration of an order is the observed one, even if it was changed after the handover", async () => {
  await clear();
  const day = first.add({ days: 3 });
  const seen = [0, 1, 2].map((index) => {
    order(day, ["Tea"], 300);
    const createdAt = day.toZonedDateTime({
      timeZone: "Europe/Berlin",
      plainTime: "14:00",
    }).epochMilliseconds;
    const changedAt = createdAt + (12 + index) * 60_000;
    return { orderId: String(placed).padStart(24, "0"), status: "handed_to", changedAt, createdAt };
  });
  await store().orderSteps.observe([{ link: { guildId, linkKey: "cafe" }, seen, at: harness.clock.now() }]);
  const message = await posted(inWords);
  expect(message.text).toContain("Hand-over: **13 min**");
});

test("a member without a result yet has neither passed nor failed", async () => {
  await clear();
  await save(miaId, 0, { minutes: 424, achieved: 424, isMarked: false });
  await save(noorId, 0, { minutes: 26, achieved: 26, isMarked: false });
  const message = await posted({ kind: "report" });
  expect(message.text).toMatch(/^Report, .*: 0\u00a0of\u00a02\u00a0passed\n/);
  expect(message.text).toContain("2\u00a0not marked yet");
  expect(message.text).not.toMatch(/failed/);
  expect((await posted(inWords)).text).toContain("Orders: **0**");
});

test("a result set while the bot was away is in the report", async () => {
  await clear();
  await save(miaId, 0, { minutes: 60, achieved: 60, isMarked: false });
  await save(noorId, 0, { minutes: 26, achieved: 26, isMarked: false });
  using _marked = markedByService(miaId, 424);
  const message = await posted(inWords);
  expect(message.text).toMatch(/^Report, .*: 1\u00a0of\u00a02\u00a0passed\n1\u00a0not marked yet\n/);
  // More than were read before the bot was away.
  expect(message.text).toContain("\u00a0**424**");
  harness.service.faults.add({ operation: "getAssignments", kind: "status", status: 503, times: 9 });
  expect((await posted({ kind: "report" })).text).toContain("passed\n2\u00a0not marked yet");
  harness.service.faults.clear();
});

test("a week of which nothing was saved is read from the service before it's reported", async () => {
  await using _text = await withoutPictures(harness);
  await clear();
  using _mia = markedByService(miaId, 424);
  using _noor = markedByService(noorId, 26);
  // Saved before the bot was off for all of the last week.
  await save(miaId, 2, { minutes: 60, achieved: 60 });
  const message = await posted(inWords);
  expect(message.text).toMatch(
    /^Report, .*: 1\u00a0of\u00a02\u00a0passed\n❌ \*\*Failed\*\*\n<@\d+> · [^\n]*\n\n/,
  );
  expect(message.text).toContain(`\nMost minutes: <@${mia}>\u00a0**424**`);
  expect((await fileOf(message)).lines).toContain(`"Results","${first.toString()}","passed","","1",""`);
  const ranked = await posted({ kind: "leaderboard", options: { part: "final" } });
  expect(ranked.text).toContain(`🥇 <@${mia}> · 424\u00a0min\n🥈 <@${noor}> · 26\u00a0min`);

  order(first.add({ days: 1 }), ["Tea"], 3);
  harness.service.faults.add({ operation: "getAssignments", kind: "status", status: 403, times: 99 });
  await harness.forgetRead();
  expect((await posted(inWords)).text).toContain("so I can't tell who passed");
  harness.service.faults.clear();
});

test("a week that is saved of some people so far is read from the service for the others", async () => {
  await using _text = await withoutPictures(harness);
  await clear();
  await save(miaId, 0, { minutes: 424, achieved: 424 });
  using _noor = markedByService(noorId, 26);
  const report = await posted(inWords);
  expect(report.text).toMatch(
    /^Report, .*: 1\u00a0of\u00a02\u00a0passed\n❌ \*\*Failed\*\*\n<@\d+> · [^\n]*\n\n/,
  );
  const ranked = await posted({ kind: "leaderboard", options: { part: "final" } });
  expect(ranked.text).toContain(`🥇 <@${mia}> · 424\u00a0min\n🥈 <@${noor}> · 26\u00a0min`);
  // Without an answer, it's about those who were saved.
  harness.service.faults.add({ operation: "getAssignments", kind: "status", status: 503, times: 99 });
  await harness.forgetRead();
  expect((await posted(inWords)).text).toMatch(/^Report, .*: 1\u00a0of\u00a01\u00a0passed\n/);
  harness.service.faults.clear();
});

test("a week in which everyone was excused has no share of people who passed", async () => {
  await clear();
  await save(miaId, 0, { timeoff: true });
  await save(miaId, 1, { achieved: 424 });
  const after = await posted({ kind: "report" });
  expect((await posted(inWords)).text).toContain("\nThe week before: 1\u00a0of\u00a01\u00a0passed");
  expect(after.embeds[0]?.image?.description).not.toContain("0 of 0");
  await clear();
  await save(miaId, 0, { achieved: 424 });
  await save(miaId, 1, { timeoff: true });
  expect((await posted(inWords)).text).toContain("\nThe week before: 1\u00a0excused");
});

test("after a server changes its first day of the week, two weeks a day apart are kept separate", async () => {
  await clear();
  await save(miaId, 0, { achieved: 424 });
  const sunday = first.subtract({ days: 1 });
  const endsAt = sunday.add({ weeks: 1 }).toZonedDateTime("UTC").epochMilliseconds;
  const week = { guildId, workspaceId: harness.service.workspaceId, userId: noorId };
  const goal = { name: "Minutes", targetType: "minutes", target: 120, achieved: 26, passed: false };
  const assignments = [{ ...goal, timeoff: false }];
  await store().weeks.finalize([
    { ...week, weekStart: sunday.toString(), endsAt, snapshotAt: endsAt, assignments },
  ]);
  const countsOf = async (from: Temporal.PlainDate) =>
    summarizePeopleOfWeek(await readSavedWeeks(week, from, store()), from)?.counts;
  expect(await countsOf(first)).toMatchObject({ passed: 1, failed: 0 });
  expect(await countsOf(sunday)).toMatchObject({ passed: 0, failed: 1 });
  expect((await posted({ kind: "report" })).text).toMatch(/^Report, .*: 1\u00a0of\u00a01\u00a0passed\n/);
});

test("a previous week without any goals isn't compared", async () => {
  await clear();
  await save(miaId, 0, { achieved: 424 });
  const week = { guildId, workspaceId: harness.service.workspaceId, userId: miaId };
  const endsAt = first.toZonedDateTime("UTC").epochMilliseconds;
  const span = { weekStart: startOf(1).toString(), endsAt, snapshotAt: endsAt };
  await store().weeks.finalize([{ ...week, ...span, assignments: [] }]);
  expect((await posted(inWords)).text).not.toContain("The week before");
});

test("the table stays at its week, and a report's menu opens its people", async () => {
  await clear();
  await save(noorId, 0, { minutes: 26, achieved: 26 });
  await save(noorId, 1, { minutes: 40, achieved: 40 });
  const message = await posted({ kind: "report" });
  const [menu] = message.selects;
  expect(menu?.options).toEqual([
    expect.objectContaining({
      label: "Noor",
      value: noorId,
      description: "❌ failed, 2nd fail in a row",
    }),
  ]);
  await save(miaId, -1, { minutes: 424, achieved: 424 });
  const { lines } = await fileOf(message);
  expect(lines).toContain(`"Results","${first.toString()}","failed","","1",""`);
  expect(lines.join("\n")).not.toContain("Mia");
  const staff = shown(await harness.as("mia").press(message, "Download CSV"));
  expect(staff.text).toMatch(/Only managers/);
  expect(staff.attachments).toEqual([]);
  await clear();
  // Nor has the workspace anything left of it.
  const gone = shown(await harness.as("theo").press(message, "Download CSV"));
  expect(gone.text).toContain("no saved weeks, orders or posts of that week anymore");
});

test("the table of an old report still has its week, and the ones before it", async () => {
  await clear();
  await save(noorId, 0, { minutes: 26, achieved: 26 });
  await save(noorId, 1, { minutes: 40, achieved: 40 });
  const message = await posted({ kind: "report" });
  for (let later = 1; later <= 20; later += 1) await save(noorId, -later, { minutes: 424, achieved: 424 });
  const { lines } = await fileOf(message);
  expect(lines).toContain(`"Results","${first.toString()}","failed","","1",""`);
  expect(lines).toContain(`"Failed weeks in a row","${first.toString()}","Noor","${noorId}","2",""`);
});

test("without saved weeks the report says so, and without any data it isn't posted", async () => {
  await clear();
  order(first.add({ days: 1 }), ["Tea"], 3);
  const { text } = await posted({ kind: "report" });
  expect(text).toContain("\nNo results yet\n");
  expect(text).toContain("No weeks of connected people were saved");
  await clear();
  const theoSees = harness.as("theo");
  const id = await boards.addBoard({
    kind: "report",
    mode: "new",
    nextRefreshAt: undefined,
    refreshEveryMs: undefined,
  });
  const reply = await pressOnCard(theoSees, id, "Preview");
  expect(reply.text).toContain("I wouldn't post anything now. There's nothing to report");
});

test("after a break of some weeks, the last week is the one before this one, as the workspace counts weeks", async () => {
  await clear();
  await save(miaId, 5, { minutes: 424, achieved: 424 });
  // This one began on a Sunday, and the server's would begin on Mondays.
  const sunday = startOf(-1).subtract({ days: 1 });
  const endsAt = sunday.add({ weeks: 1 }).toZonedDateTime("UTC").epochMilliseconds;
  const running = { guildId, workspaceId: harness.service.workspaceId, userId: miaId, endsAt };
  await store().weeks.snapshot({
    ...running,
    weekStart: sunday.toString(),
    snapshotAt: harness.clock.now(),
    minutes: 5,
    messages: 0,
    orders: 0,
    assignments: [
      { name: "Minutes", targetType: "minutes", target: 120, achieved: 5, passed: false, timeoff: false },
    ],
  });
  order(sunday.subtract({ weeks: 1 }), ["Tea"], 3);
  const { text } = await posted(inWords);
  expect(text).toContain("Orders: **1**, on Sun");
});

test("a workspace that refuses to list its orders still gets its report", async () => {
  await clear();
  await save(miaId, 0, { minutes: 424, achieved: 424 });
  harness.service.faults.add({ operation: "searchOrders", kind: "status", status: 403 });
  const message = await posted({ kind: "report" });
  expect(message.text).toMatch(/^Report, .*: 1\u00a0of\u00a01\u00a0passed\n/);
  expect(message.text).toContain("didn't let me read its orders");
});

test("a leaderboard can be posted for the current week and for the one before, and names either", async () => {
  await clear();
  await save(miaId, 0, { minutes: 40 });
  await save(noorId, 0, { minutes: 400 });
  for (const userId of [miaId, noorId, theoId]) await save(userId, -1, { minutes: 7, isMarked: false });
  const named = { kind: "leaderboard", options: { part: "final", pictures: false } };
  const { text } = await posted(named);
  expect(text).toMatch(/Most minutes, week of [\s\S]*🥇 <@\d+> · 400\smin\n🥈 <@\d+> · 40\smin/);
  expect(text).toContain(`🥇 <@${noor}>`);
  const final = await posted({ kind: "leaderboard", options: { part: "final" } });
  expect(final.text).toMatch(/^Most minutes, week of [^\n]*\nEnded Mon/);
  expect(final.text).not.toContain("🥇");
  expect(final.embeds[0]?.image?.description).toMatch(
    /^Most minutes, week of .*, 2 people: 1\. Noor 400 min/,
  );
  const present = await posted({ kind: "leaderboard", options: { rankBy: "messages", pictures: false } });
  expect(present.text).toMatch(
    /^Most messages, week of \d+\s[A-Z][a-z]+\nWeek ends Mon[\s\S]*🥇 <@\d+> · 5\smessages/,
  );
});

test("a week that was deleted with someone's data isn't read again", async () => {
  await clear();
  await save(miaId, 0, { minutes: 424, achieved: 424 });
  using _theo = markedByService(theoId, 26);
  expect((await posted(inWords)).text).toMatch(/^Report, .*: 1\u00a0of\u00a02\u00a0passed\n/);
  await store().forgetPerson({ guildId, userId: theoId, discordUserId: theo, disconnects: false });
  expect((await posted(inWords)).text).toMatch(/^Report, .*: 1\u00a0of\u00a01\u00a0passed\n/);
});

test("last week stays the last one until this one is over, also when the clocks add an hour to it", async () => {
  await using _text = await withoutPictures(harness);
  await clear();
  const endsAt = harness.clock.now() - 168.5 * hourMs;
  const goal = { name: "Minutes", targetType: "minutes", target: 120, achieved: 400, passed: true };
  for (const [minutes, ends] of [
    [400, endsAt],
    [7, endsAt + 169 * hourMs],
  ] as const) {
    // By the calendar, the week before this one began on another day.
    const [weekStart = ""] = new Date(ends - 160 * hourMs - 3 * dayMs).toISOString().split("T");
    const about = { guildId, workspaceId: harness.service.workspaceId, userId: miaId, weekStart };
    const read = { snapshotAt: ends - 169 * hourMs, assignments: [{ ...goal, timeoff: false }] };
    await store().weeks.snapshot({ ...about, ...read, minutes, messages: 0, orders: 0, endsAt: ends });
  }
  const final = await posted({ kind: "leaderboard", options: { part: "final" } });
  expect(final.text).toMatch(/🥇 <@\d+> · 400\smin/);
  expect((await posted({ kind: "report" })).text).toMatch(/^Report, .*: 0\u00a0of\u00a01\u00a0passed\n/);
});
