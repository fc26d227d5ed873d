// Depends on: database, cache.
import { afterAll, beforeAll, expect, test } from "vitest";
import { runJob } from "../../src/jobs/runner.ts";
import { weeks } from "../../commands/weeks/job.ts";
import type { Schedule } from "../../commands/boards/store.ts";
import { playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import { connectAccount, type Harness, jobTools, startHarness } from "../support/harness.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { menuOf, textOf, shown } from "../support/replies.ts";
import { until } from "../support/wait-for.ts";
import { withoutPictures } from "../support/without-pictures.ts";

const hourMs = 60 * 60_000;
const { guildId, calendar: channelId, ada, mia, noor, theo } = playgroundIds;
const people = [
  [mia, "104872391", "Mia"],
  [noor, "129945018", "Noor"],
  [theo, "118203774", "Theo"],
] as const;
const noorId = "129945018";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
  for (const [discordUserId, userId, name] of people)
    await connectAccount(harness.app.ctx, { discordUserId, userId, displayName: name, memberName: name });
});
afterAll(() => harness[Symbol.asyncDispose]());

const now = () => harness.clock.now();

/**
 * To so many hours into the next week of the emulator, which begins on Monday at 00:00 UTC. What is being read then would be
 * the old week's with the new one's age.
 */
async function intoNextWeek(hours: number): Promise<void> {
  const today = Temporal.Instant.fromEpochMilliseconds(now()).toZonedDateTimeISO("UTC").startOfDay();
  const monday = today.add({ days: 8 - today.dayOfWeek });
  await until("no week is being saved", () => !harness.isAtWork(weeks.name));
  harness.clock.advance(monday.epochMilliseconds + hours * hourMs - now());
  await harness.forgetRead();
}

async function posted(kind = "team", options: Schedule["options"] = {}): Promise<string> {
  const { store, newId } = harness.app.ctx;
  const id = newId();
  const where = { id, guildId, linkKey: "cafe", channelId, makerDiscordUserId: ada, createdAt: now() };
  await store.schedules.create({ ...sampleSchedule(where), kind, options, nextDueAt: now() });
  await until("it is posted", async () => (await store.schedules.find(guildId, id))?.lastOutcome === "sent");
  return harness.discord.messagesIn(channelId).at(-1)?.text ?? "";
}

/** Each person's status, in the order of the list. */
function standings(text: string): readonly (readonly [mark: string, member: string])[] {
  let mark: string | undefined;
  return text.split("\n").flatMap((line) => {
    // A heading may have its people beside it or below it.
    mark = /^(✅|🟦|🟧|❌|🌿|🔹) \*\*\d/u.exec(line)?.[1] ?? mark;
    const of = mark;
    const ids = [...line.matchAll(/<@(\d+)>/g)].flatMap(([, id]) => id ?? []);
    return of === undefined ? [] : ids.map((id) => [of, id] as const);
  });
}

/** Without pictures, which leave out most people. */
async function both(): Promise<{ readonly asked: string; readonly channel: string }> {
  await using _text = await withoutPictures(harness);
  await runJob(weeks, jobTools(harness.app));
  return { asked: textOf(await harness.as("theo").run("board")), channel: await posted() };
}

test("a week in which nobody has done anything yet has no picture of empty bars", async () => {
  await intoNextWeek(0.1);
  await runJob(weeks, jobTools(harness.app));
  const asked = shown(await harness.as("theo").run("board"));
  expect(asked.text).toContain("Team board");
  expect(standings(asked.text)).toHaveLength(3);
  expect(asked.embeds[0]?.image).toBeUndefined();
  expect(standings(await posted())).toHaveLength(3);
  expect(harness.discord.messagesIn(channelId).at(-1)?.embeds[0]?.image).toBeUndefined();
});

test("nobody is behind on the first day of a week, on any board", async () => {
  await intoNextWeek(9);
  const { asked, channel } = await both();
  expect(standings(channel).map(([, member]) => member)).toHaveLength(3);
  expect(`${asked}\n${channel}`).not.toContain("🟧");
  for (const name of ["theo", "mia"] as const)
    expect(textOf(await harness.as(name).run("assignments"))).not.toContain("🟧");
});

test("the team board of a command and of a channel show the same for everyone, in the same order", async () => {
  await intoNextWeek(100);
  excuseNoor(100);
  const { asked, channel } = await both();
  expect(standings(channel)).toHaveLength(3);
  expect(standings(channel)).toContainEqual(["🌿", noor]);
  expect(standings(channel).map(([mark]) => mark)).toContain("🟧");
  expect(standings(asked)).toEqual(standings(channel));
  // A picture that is shown to others days later names the moment.
  const board = shown(await harness.as("theo").run("board"));
  const described = / what is expected by \w{3} \d\d:\d\d(?: UTC)?, \d+\smin\.$/;
  expect(board.embeds[0]?.image?.description).toMatch(described);
  await harness.as("theo").press(board, "Show in channel");
  const copy = harness.as("theo").read().at(-1)?.embeds[0]?.image;
  expect(copy?.description).toMatch(described);
  // Only the first one says "by now".
  expect(copy?.url).not.toBe(board.embeds[0]?.image?.url);
  // As its colour does, the title begins with those behind.
  expect(await posted("standings")).toMatch(/^Standings: \d of\u00a0\d behind\n/);
  const own = textOf(await harness.as("noor").run("assignments"));
  expect(own).toMatch(/🌿 \*\*.*\*\* .* · excused$/m);
  expect(own).not.toContain("🟧");
});

test("numbers that couldn't be read again are compared with what was expected when they were read", async () => {
  await intoNextWeek(100);
  await runJob(weeks, jobTools(harness.app));
  const described = async () =>
    shown(await harness.as("theo").run("board")).embeds[0]?.image?.description?.replaceAll("\u00a0", " ");
  const expected = / expected by (\w{3} [^.]*, \d+ min)\./;
  const [, fresh = ""] = expected.exec((await described()) ?? "") ?? [];
  expect(fresh).toMatch(/^Thu|^Fri/);
  harness.clock.advance(25 * hourMs);
  harness.service.faults.add({ kind: "status", status: 503, times: 50 });
  expect(await described()).toContain(`expected by ${fresh}.`);
  harness.service.faults.clear();
});

test("a calendar with what is due doesn't wait for someone excused", async () => {
  await intoNextWeek(50);
  excuseNoor(50);
  expect(await posted("calendar", { dues: true })).toMatch(/\n2 of 2 people aren't done yet$/m);
});

test("one person whose answer can't be read doesn't keep the others from a board", async () => {
  const before = standings(await posted("team", { pictures: false }));
  await harness.forgetRead();
  harness.service.faults.add({ operation: "getAssignments", kind: "nonsense", form: "wrong-shape" });
  const text = await posted("team", { pictures: false });
  const after = standings(text);
  expect(after.map(([, id]) => id).toSorted()).toEqual(before.map(([, id]) => id).toSorted());
  const worse = after.filter(([mark, id]) => before.every((one) => one[1] !== id || one[0] !== mark));
  expect(worse.map(([mark]) => mark)).toEqual(["🔹"]);
  expect(text).toContain("1 assignment couldn't be read.");
});

test("one person at whom the service fails doesn't keep the others from a board", async () => {
  const before = standings(await posted("team", { pictures: false }));
  const { assignments } = harness.service.state;
  const noors = assignments.get(noorId) ?? expect.unreachable();
  // The service answers 500 for such a record.
  const broken = noors.assigned.map((assignment) => ({ ...assignment, due: "someday" }));
  assignments.set(noorId, { ...noors, assigned: broken });
  await harness.forgetRead();
  const text = await posted("team", { pictures: false }).finally(() => assignments.set(noorId, noors));
  expect(standings(text)).toContainEqual(["🔹", noor]);
  expect(standings(text)).toHaveLength(before.length);
  expect(text).toContain("1 assignment couldn't be read.");
});

test("with 30 people, the menu below a board has 24 and leads to a list with the others", async () => {
  await intoNextWeek(50);
  const noors = harness.service.state.assignments.get(noorId) ?? expect.unreachable();
  for (let index = 10; index < 37; index += 1) {
    const [discordUserId, userId] = [`13000000000000000${index}`, `7000000${index}`];
    harness.service.state.assignments.set(userId, noors);
    const name = `Person ${index}`;
    await connectAccount(harness.app.ctx, { discordUserId, userId, displayName: name, memberName: name });
  }
  // It reads so many people a minute.
  for (let minute = 0; minute < 3; minute += 1) {
    await runJob(weeks, jobTools(harness.app));
    harness.clock.advance(60_000);
  }
  const offeredIn = ({ selects: [menu] }: SeenMessage) => menu?.options.map(({ value }) => value) ?? [];
  const manager = harness.as("theo", "calendar");
  async function followMenu(kind: string, options: Schedule["options"] = {}) {
    await posted(kind, options);
    const message = harness.discord.messagesIn(channelId).at(-1) ?? expect.unreachable();
    const last = message.selects[0]?.options.at(-1);
    expect(last).toMatchObject({ label: "More people…", description: "Opens the whole list" });
    const opened = shown(await manager.choose(message, menuOf(message), [last?.value ?? ""]));
    expect(opened.private).toBe(true);
    return { named: offeredIn(message).slice(0, 24), opened };
  }

  const team = await followMenu("team");
  expect(team.opened.text).toContain("Page 2 of 2");
  expect(new Set([...team.named, ...offeredIn(team.opened)]).size).toBe(30);

  // Those who passed are in another order there, so it begins at the beginning.
  const final = await followMenu("standings", { part: "final" });
  expect(final.opened.text).toMatch(/^Team board: [\s\S]*\nEnded: [\s\S]*Page 1 of 2/);
});

/** For the current week, so many hours into it. */
function excuseNoor(hours: number): void {
  markNoor(-hours, { timeoff: true, passed: false });
}

/** For the week that begins in so many hours. */
function markNoor(hours: number, result: { readonly timeoff?: boolean; readonly passed: boolean }): void {
  const noors = harness.service.state.assignments.get(noorId);
  const [entry] = noors?.history ?? [];
  if (noors === undefined || entry === undefined) throw new Error("nothing is assigned");
  const week = { week_start: isoIn(hours), week_end: isoIn(7 * 24 + hours) };
  harness.service.state.assignments.set(noorId, {
    ...noors,
    history: [...noors.history, { ...entry, ...week, timeoff: false, ...result }],
  });
}

function isoIn(hours: number): string {
  return Temporal.Instant.fromEpochMilliseconds(now() + hours * hourMs).toString();
}

test("a calendar posted before anyone's new week was read says what is due, and how the last one ended", async () => {
  await intoNextWeek(9);
  await runJob(weeks, jobTools(harness.app));
  await intoNextWeek(9);
  markNoor(-7 * 24 - 9, { passed: true });
  const text = await posted("calendar");
  expect(text).toMatch(/\n⏰ \*\*Due Sun.*\*\*\n/);
  const { image } = harness.discord.messagesIn(channelId).at(-1)?.embeds[0] ?? {};
  expect(image?.description).toMatch(/, Berlin time\. Sun.* assignments due by Mon /);
  expect(text).toMatch(/\n-# .*:\s1\sof\s1\spassed/);
});

test("a calendar that can't find out what is due is posted without it, and says so", async () => {
  await intoNextWeek(9);
  harness.service.faults.add({ operation: "getAssignments", kind: "status", status: 503, times: 500 });
  const text = await posted("calendar");
  harness.service.faults.clear();
  expect(text).not.toContain("Due");
  expect(text).toContain("\n🔹 I couldn't read what is due.");
});
