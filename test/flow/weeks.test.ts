// Depends on: database, cache.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { retention } from "../support/all-jobs.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { weeks } from "../../commands/weeks/job.ts";
import { playgroundIds } from "../../playground/discord/index.ts";
import type { Week } from "../../commands/weeks/store.ts";
import { connectAccount, type Harness, jobTools, link, startHarness } from "../support/harness.ts";
import { shown } from "../support/replies.ts";
import { toNextWednesday } from "../support/next-wednesday.ts";
import { until } from "../support/wait-for.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const { guildId, mia, noor, theo } = playgroundIds;
const miaId = "104872391";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(async () => {
  harness.service.faults.clear();
  toNextWednesday(harness.clock);
  const { store } = harness.app.ctx;
  for (const discordUserId of [mia, noor, theo]) await store.accounts.disconnect(guildId, discordUserId);
  for (const userId of [miaId, "118203774", "310442876"]) await store.weeks.forgetUser(guildId, userId);
  await connectAccount(harness.app.ctx, {
    discordUserId: mia,
    userId: miaId,
    displayName: "Mia",
    memberName: "Mia",
  });
});

/** Of several replicas one reads a workspace in each minute, so that each run wants a minute of its own. */
function run(): Promise<void> {
  harness.clock.advance(minuteMs);
  return runJob(weeks, jobTools(harness.app));
}
const weeksOf = (userId = miaId): Promise<readonly Week[]> =>
  harness.app.ctx.store.weeks.ofUser(guildId, harness.service.workspaceId, userId, 60);
async function newest(userId = miaId): Promise<Week> {
  const [week] = await weeksOf(userId);
  if (week === undefined) throw new Error("no week was taken");
  return week;
}
const asked = (operation: string) =>
  harness.service.requests.filter((request) => request.operation === operation).length;
/** Moves to so long before (or, when negative, after) the end of the week that was taken last. */
async function moveTo(beforeEndMs: number, week?: Week): Promise<void> {
  const { endsAt } = week ?? (await newest());
  harness.clock.advance(endsAt - beforeEndMs - harness.clock.now());
}
/** A visit of so many minutes that ends now. */
function play(minutes: number): void {
  const now = Temporal.Instant.fromEpochMilliseconds(harness.clock.now()).toString();
  harness.service.state.activity.get(miaId)?.unshift({
    _id: "66aa00000000000000000003",
    start: now,
    end: now,
    ended: true,
    duration: minutes * minuteMs,
    messages_sent: 7,
  });
}
/** As the service does some minutes after a week's end. */
function mark(
  week: Pick<Week, "weekStart">,
  parts: { readonly achieved: number; readonly timeoff?: boolean },
): void {
  const start = Temporal.PlainDate.from(week.weekStart).toZonedDateTime("UTC");
  harness.service.state.assignments.get(miaId)?.history.unshift({
    _id: "66aa00000000000000000001",
    week_start: start.toInstant().toString(),
    week_end: start.add({ days: 7 }).subtract({ milliseconds: 1 }).toInstant().toString(),
    week_number: start.weekOfYear ?? 0,
    year: start.year,
    assignment: "66aa00000000000000000002",
    assignment_name: "Minutes in game",
    marked_at: start.add({ days: 7, minutes: 3 }).toInstant().toString(),
    passed: true,
    target: 100,
    target_type: "minutes",
    ...parts,
  });
}

test("a connected person's week is saved, with the service's results of earlier weeks", async () => {
  play(42);
  await run();
  const [present, ...past] = await weeksOf();
  expect(present).toMatchObject({ state: "provisional" });
  expect(present).toMatchObject({ minutes: 42, messages: 7 });
  expect(present?.assignments?.length).toBeGreaterThan(0);
  expect(present?.orders).toBeGreaterThanOrEqual(0);
  expect(Temporal.PlainDate.from(present?.weekStart ?? "").dayOfWeek).toBe(1);
  expect(past).toHaveLength(8);
  expect(past.every(({ state, minutes }) => state === "final" && minutes !== undefined)).toBe(true);
  expect(past.every(({ messages, orders }) => messages === undefined && orders === undefined)).toBe(true);
});

test("a week isn't read again before it is due", async () => {
  await run();
  const before = asked("getActivity");
  harness.clock.advance(5 * hourMs);
  await run();
  expect(asked("getActivity")).toBe(before);
  harness.clock.advance(hourMs);
  await run();
  expect(asked("getActivity")).toBe(before + 1);
});

/** Replaces the orders with some that a person prepared. @returns brings them back */
function prepareOrders(moments: readonly number[], userId: string): () => void {
  const { orders } = harness.service.state;
  const before = [...orders];
  orders.clear();
  for (const [index, ms] of moments.entries()) {
    const createdAt = Temporal.Instant.fromEpochMilliseconds(ms).toString();
    const _id = String(index).repeat(24);
    const order = { _id, order_number: index, items: ["Tea"], status: "preparing", createdAt };
    orders.set(_id, { order: { ...order, updatedAt: createdAt, prepared_by: userId }, steps: [] });
  }
  return () => {
    orders.clear();
    for (const [id, order] of before) orders.set(id, order);
  };
}

test("orders count from the first moment of their week to its last, and not a millisecond beyond", async () => {
  await run();
  const { weekStart, endsAt } = await newest();
  const startsAt = Temporal.PlainDate.from(weekStart).toZonedDateTime("UTC").epochMilliseconds;
  expect(endsAt - startsAt).toBe(7 * 24 * hourMs);
  const moments = [startsAt - 1, startsAt, startsAt + hourMs, endsAt - 1, endsAt];
  const restore = prepareOrders(moments, miaId);
  harness.clock.advance(6 * hourMs);
  await run();
  expect((await newest()).orders).toBe(3);
  restore();
});

test("deeply nested data of a visit doesn't keep a week from being saved", async () => {
  harness.service.faults.add({ kind: "nonsense", form: "nested", operation: "getActivity" });
  await run();
  expect(await newest()).toMatchObject({ state: "provisional" });
});

test("a history that names the current week finalizes nothing", async () => {
  await run();
  const running = await newest();
  mark(running, { achieved: 1 });
  harness.clock.advance(6 * hourMs);
  await run();
  expect(await newest()).toMatchObject({ weekStart: running.weekStart, state: "provisional" });
  harness.service.state.assignments.get(miaId)?.history.shift();
});

describe("around the end of a week", () => {
  test("nothing is read in the last minute, even where no week is known yet", async () => {
    await run();
    const { endsAt } = await newest();
    await harness.app.ctx.store.weeks.forgetUser(guildId, miaId);
    harness.clock.advance(endsAt - 2 * minuteMs - harness.clock.now());
    const before = asked("getActivity");
    await run();
    expect(asked("getActivity")).toBe(before + 1);
    expect((await weeksOf()).filter(({ state }) => state === "provisional")).toEqual([]);
  });

  test("the last numbers before it are kept, and those after it belong to the next", async () => {
    await run();
    await moveTo(16 * minuteMs);
    play(500);
    await run();
    const last = await newest();
    expect(last.minutes).toBeGreaterThanOrEqual(500);

    // No number is certain around the turn of the week.
    const before = asked("getActivity");
    await moveTo(2 * minuteMs, last);
    await run();
    await moveTo(-5 * minuteMs, last);
    await run();
    expect(asked("getActivity")).toBe(before);

    mark(last, { achieved: 99, timeoff: true });
    await moveTo(-16 * minuteMs, last);
    await run();
    const [next, marked] = await weeksOf();
    expect(next?.weekStart).toBe(Temporal.PlainDate.from(last.weekStart).add({ days: 7 }).toString());
    expect(next?.minutes).toBeLessThan(500);
    expect(marked).toMatchObject({
      weekStart: last.weekStart,
      minutes: last.minutes,
      messages: last.messages,
      state: "final",
      assignments: [{ name: "Minutes in game", achieved: 99, timeoff: true }],
    });
  });

  test("orders after its last snapshot count once the service has marked it", async () => {
    await run();
    const taken = await newest();
    const startsAt = Temporal.PlainDate.from(taken.weekStart).toZonedDateTime("UTC").epochMilliseconds;
    const restore = prepareOrders([startsAt - 1, startsAt, taken.endsAt - 1, taken.endsAt], miaId);
    mark(taken, { achieved: 120 });
    await moveTo(-16 * minuteMs, taken);
    await run();
    const marked = (await weeksOf()).find(({ weekStart }) => weekStart === taken.weekStart);
    expect(marked).toMatchObject({ state: "final", orders: 2, messages: taken.messages });
    restore();
  });

  test("orders that don't go back to its start leave its number as it was", async () => {
    await run();
    const taken = await newest();
    const restore = prepareOrders([taken.endsAt - 1], miaId);
    mark(taken, { achieved: 120 });
    await moveTo(-16 * minuteMs, taken);
    await run();
    const marked = (await weeksOf()).find(({ weekStart }) => weekStart === taken.weekStart);
    expect(marked).toMatchObject({ state: "final", orders: taken.orders });
    restore();
  });

  test("a service that is down before it costs nothing saved earlier", async () => {
    await run();
    const taken = await newest();
    await moveTo(16 * minuteMs);
    harness.service.faults.add({ kind: "status", status: 503, times: 1_000 });
    await run();
    await moveTo(-20 * minuteMs, taken);
    harness.service.faults.clear();
    await run();
    expect((await weeksOf()).find(({ weekStart }) => weekStart === taken.weekStart)).toEqual(taken);
  });

  test("a week without a result is finalized after two days", async () => {
    await run();
    const taken = await newest();
    await moveTo(-49 * hourMs, taken);
    await runJob(retention, jobTools(harness.app));
    expect((await weeksOf()).find(({ weekStart }) => weekStart === taken.weekStart)).toEqual({
      ...taken,
      state: "final",
    });
  });
});

describe("while weeks are being read", () => {
  const store = () => harness.app.ctx.store;
  /** Does it after the pass began and before what it asked for arrives. */
  async function during(act: () => Promise<unknown>): Promise<void> {
    const held = Promise.withResolvers<void>();
    harness.service.faults.add({ kind: "held", until: held.promise, operation: "getAssignments", times: 1 });
    const pass = run();
    await until("assignments are asked for", () => harness.service.faults.active.length === 0);
    await act();
    held.resolve();
    await pass;
  }
  const forget = (disconnects: boolean) =>
    store().forgetPerson({ guildId, userId: miaId, discordUserId: undefined, disconnects });

  test("someone is forgotten: only their current week is saved", async () => {
    await run();
    harness.clock.advance(6 * hourMs);
    await during(() => forget(false));
    expect(await weeksOf()).toMatchObject([{ state: "provisional" }]);
  });

  test("someone is forgotten and disconnected: nothing is saved", async () => {
    await during(() => forget(true));
    expect(await weeksOf()).toEqual([]);
  });

  test("the server's data is deleted: nothing is saved", async () => {
    await during(() => store().forgetGuild(guildId));
    await link(harness.app.ctx, harness.service);
    expect(await weeksOf()).toEqual([]);
  });

  test("a server chooses to keep fewer: older ones aren't saved again", async () => {
    const oldest = harness.clock.now() - 91 * 24 * hourMs;
    const start = Temporal.Instant.fromEpochMilliseconds(oldest - 8 * 24 * hourMs).toZonedDateTimeISO("UTC");
    mark({ weekStart: start.toPlainDate().toString() }, { achieved: 1 });
    await during(() => store().guildSettings.set(guildId, "weeks-kept", "3"));
    await store().guildSettings.remove(guildId, "weeks-kept");
    const saved = await weeksOf();
    expect(saved).not.toEqual([]);
    expect(saved.filter((week) => week.endsAt < oldest)).toEqual([]);
    harness.service.state.assignments.get(miaId)?.history.shift();
  });
});

test("one user unknown to the workspace doesn't hold up the others", async () => {
  const { ctx } = harness.app;
  await connectAccount(ctx, { discordUserId: noor, userId: "99999", displayName: "A", memberName: "A" });
  await connectAccount(ctx, { discordUserId: theo, userId: "118203774", displayName: "Z", memberName: "Z" });
  await run();
  expect((await newest("118203774")).minutes).toBeGreaterThanOrEqual(0);
  expect(await weeksOf("99999")).toMatchObject([{ minutes: undefined, assignments: undefined }]);
  const before = asked("getActivity");
  await run();
  expect(asked("getActivity")).toBe(before);
});

test("one person at whom the service fails doesn't hold up the others", async () => {
  const { ctx } = harness.app;
  const { assignments } = harness.service.state;
  const kept = assignments.get(miaId) ?? expect.unreachable();
  // The service answers 500 for such a record.
  const broken = kept.assigned.map((assignment) => ({ ...assignment, due: "someday" }));
  assignments.set(miaId, { ...kept, assigned: broken });
  await connectAccount(ctx, { discordUserId: theo, userId: "118203774", displayName: "Z", memberName: "Z" });
  await run();
  await run();
  expect((await newest("118203774")).minutes).toBeGreaterThanOrEqual(0);
  expect(await weeksOf()).toEqual([]);
  assignments.set(miaId, kept);
  await run();
  expect((await newest()).minutes).toBeGreaterThanOrEqual(0);
});

test("a guest without assignments has the same week as the others", async () => {
  const { ctx } = harness.app;
  const guest = { discordUserId: noor, userId: "310442876", displayName: "Olive", memberName: "Olive" };
  await connectAccount(ctx, guest);
  await run();
  await run();
  const { weekStart, endsAt } = await newest();
  expect(await weeksOf("310442876")).toMatchObject([{ weekStart, endsAt, minutes: 0 }]);
});

test("someone new whose assignments are due after the week has the same week as the others", async () => {
  const { ctx } = harness.app;
  const { assignments } = harness.service.state;
  const theoId = "118203774";
  const kept = assignments.get(theoId) ?? expect.unreachable();
  await run();
  const { weekStart, endsAt } = await newest();
  mark(
    { weekStart: Temporal.PlainDate.from(weekStart).subtract({ weeks: 1 }).toString() },
    { achieved: 100 },
  );
  harness.clock.advance(7 * hourMs);
  await run();
  const due = new Date(endsAt + 12 * hourMs).toISOString();
  assignments.set(theoId, { assigned: kept.assigned.map((each) => ({ ...each, due })), history: [] });
  await connectAccount(ctx, { discordUserId: theo, userId: theoId, displayName: "Theo", memberName: "Theo" });
  await run();
  expect(await weeksOf(theoId)).toMatchObject([{ weekStart, endsAt }]);
  assignments.set(theoId, kept);
});

test("a guest's week isn't overwritten by the next one where the server's day is behind the service's", async () => {
  const { ctx } = harness.app;
  const oliveId = "310442876";
  await ctx.store.guildSettings.set(guildId, "zone", "America/Phoenix");
  const guest = { discordUserId: noor, userId: oliveId, displayName: "Olive", memberName: "Olive" };
  await connectAccount(ctx, guest);
  const kept = harness.service.state.activity.get(oliveId) ?? [];
  const at = new Date(harness.clock.now()).toISOString();
  const visit = { _id: "66aa00000000000000000004", start: at, end: at, ended: true, duration: 45 * minuteMs };
  harness.service.state.activity.set(oliveId, [visit, ...kept]);
  await run();
  harness.clock.advance(7 * hourMs);
  await run();
  const { weekStart, endsAt } = await newest();
  expect(await newest(oliveId)).toMatchObject({ weekStart, endsAt, minutes: 45 });
  for (const hours of [0.25, 5, 6.9, 13]) {
    await moveTo(-hours * hourMs, { ...(await newest()), endsAt });
    await run();
    expect((await weeksOf(oliveId)).find((week) => week.weekStart === weekStart)).toMatchObject({
      endsAt,
      minutes: 45,
    });
  }
  expect(await newest(oliveId)).toMatchObject({ endsAt: endsAt + 7 * 24 * hourMs, minutes: 0 });
  harness.service.state.activity.set(oliveId, kept);
  await ctx.store.guildSettings.remove(guildId, "zone");
});

describe("if the service doesn't say when weeks begin", () => {
  const store = () => harness.app.ctx.store;
  const unknown = "99999";
  beforeEach(async () => {
    await store().accounts.disconnect(guildId, mia);
    await store().weeks.forgetUser(guildId, unknown);
    await connectAccount(harness.app.ctx, {
      discordUserId: noor,
      userId: unknown,
      displayName: "A",
      memberName: "A",
    });
  });
  afterEach(async () => {
    for (const key of ["zone", "week-start"] as const) await store().guildSettings.remove(guildId, key);
  });

  test("the server's own choice applies", async () => {
    await store().guildSettings.set(guildId, "week-start", "sunday");
    await run();
    const { weekStart, endsAt } = await newest(unknown);
    expect(Temporal.PlainDate.from(weekStart).dayOfWeek).toBe(7);
    expect(Temporal.Instant.fromEpochMilliseconds(endsAt).toZonedDateTimeISO("UTC").dayOfWeek).toBe(7);
  });

  test("everyone has the same week, even where midnight is far from UTC's", async () => {
    await store().guildSettings.set(guildId, "zone", "Pacific/Kiritimati");
    await run();
    await connectAccount(harness.app.ctx, {
      discordUserId: theo,
      userId: "99998",
      displayName: "B",
      memberName: "B",
    });
    await run();
    expect((await newest("99998")).weekStart).toBe((await newest(unknown)).weekStart);
    await store().weeks.forgetUser(guildId, "99998");
  });
});

describe("when the clocks change", () => {
  const counted = "99997";
  const store = () => harness.app.ctx.store;
  const moveToDay = (day: string) =>
    harness.clock.advance(Date.parse(`${day}T12:00:00Z`) - harness.clock.now());
  /** The moments around a week's two ends, two of which are in it. */
  const around = (startsAt: string, endsAt: string) =>
    [startsAt, endsAt].flatMap((text) => [Date.parse(text) - 1, Date.parse(text)]);
  let restore: () => void = () => undefined;
  afterEach(async () => {
    restore();
    await store().guildSettings.remove(guildId, "zone");
  });

  // 167 hours, and 169.
  test.each([
    ["2040-03-22", "2040-03-18T23:00:00Z", "2040-03-25T22:00:00Z"],
    ["2040-10-25", "2040-10-21T22:00:00Z", "2040-10-28T23:00:00Z"],
  ] as const)("orders of the week of %s count from its first moment to its last", async (day, start, end) => {
    await store().accounts.disconnect(guildId, mia);
    await store().weeks.forgetUser(guildId, counted);
    await store().guildSettings.set(guildId, "zone", "Europe/Berlin");
    moveToDay(day);
    const guest = { discordUserId: noor, userId: counted, displayName: "A", memberName: "A" };
    await connectAccount(harness.app.ctx, guest);
    restore = prepareOrders(around(start, end), counted);
    await run();
    const first = await newest(counted);
    expect(first).toMatchObject({ endsAt: Date.parse(end), orders: 2 });
    harness.clock.advance(7 * hourMs);
    await run();
    expect((await newest(counted)).orders).toBe(2);
    expect((await newest(counted)).snapshotAt).toBeGreaterThan(first.snapshotAt);
  });

  test("so do those of a week that the service dates", async () => {
    moveToDay("2041-10-23");
    const [start, end] = ["2041-10-20T23:00:00Z", "2041-10-28T00:00:00Z"];
    const assignments = harness.service.state.assignments.get(miaId);
    for (const assignment of assignments?.assigned ?? []) assignment.due = "2041-10-27T23:59:59.999Z";
    const [last] = assignments?.history ?? [];
    if (last !== undefined)
      assignments?.history.unshift({ ...last, week_start: "2041-10-13T23:00:00Z", week_end: start });
    restore = prepareOrders(around(start, end), miaId);
    await run();
    expect(await newest()).toMatchObject({ endsAt: Date.parse(end), orders: 2 });
  });
});

test("a calendar says of how many the week before isn't marked yet", async () => {
  const other = { discordUserId: theo, userId: "118203774", displayName: "Theo", memberName: "Theo" };
  await connectAccount(harness.app.ctx, other);
  await run();
  const over = await newest();
  await moveTo(-20 * minuteMs);
  mark(over, { achieved: 120 });
  await run();
  const { text } = shown(await harness.as("mia").run("calendar"));
  expect(text.replaceAll("\u00a0", " ")).toMatch(/: 1 of 1 passed, 1 not marked yet$/m);
});

test("weeks are kept for two years", async () => {
  await run();
  const { endsAt } = await newest();
  const twoYearsMs = 2 * 365 * 24 * hourMs;
  harness.clock.advance(endsAt + twoYearsMs - hourMs - harness.clock.now());
  await runJob(retention, jobTools(harness.app));
  expect(await weeksOf()).toHaveLength(1);
  harness.clock.advance(2 * hourMs);
  await runJob(retention, jobTools(harness.app));
  expect(await weeksOf()).toEqual([]);
});

test("this week, run again in the next one as it was suggested, is that one", async () => {
  const manager = harness.as("theo");
  await run();
  await manager.suggest("board", { week: "" }, { name: "week", value: "" });
  harness.clock.advance(7 * 24 * hourMs);
  await run();
  await run();
  expect(shown(await manager.run("board", { week: "This week" })).text).toContain("Week ends: ");
});
