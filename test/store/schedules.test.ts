import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { NewDelivery } from "../../src/store/deliveries.ts";
import type { Store } from "../../src/store/store.ts";
import { databaseKinds, makePlace, type Place } from "./places.ts";
import { guildId, now, otherGuildId, schedule } from "./samples.ts";

const past = (dueAt: number, parts: Partial<NewDelivery> = {}): NewDelivery => ({
  dueAt,
  isLate: false,
  skipReason: undefined,
  ...parts,
});

describe.each(databaseKinds)("on %s", (kind) => {
  let place: Place;
  let store: Store;

  beforeAll(async () => {
    place = await makePlace(kind);
    store = await place.open({ now: () => now });
  });
  afterAll(async () => {
    await store.close();
    await place.remove();
  });
  beforeEach(async () => {
    await store.forgetGuild(guildId);
    await store.forgetGuild(otherGuildId);
  });

  const advance = (deliveries: readonly NewDelivery[], to: number | undefined = now + 9_000) =>
    store.deliveries.advance({ scheduleId: "s1", guildId, from: now + 1_000, to, deliveries });

  test("a schedule is kept as it was, changed, emptied where said, and removed in its own guild only", async () => {
    await store.schedules.create(schedule);
    expect(await store.schedules.find(guildId, "s1")).toEqual(schedule);
    expect(await store.schedules.find(otherGuildId, "s1")).toBeUndefined();
    expect(await store.schedules.change(otherGuildId, "s1", { zone: "UTC" })).toBe(false);
    const change = { zone: "UTC", options: { week: 0 }, pins: false, nextDueAt: undefined };
    expect(await store.schedules.change(guildId, "s1", change)).toBe(true);
    expect(await store.schedules.list(guildId)).toEqual([{ ...schedule, ...change }]);
    expect(await store.schedules.remove(otherGuildId, "s1")).toBe(false);
    expect(await store.schedules.remove(guildId, "s1")).toBe(true);
    expect(await store.schedules.count(guildId)).toBe(0);
  });

  test("only active schedules fall due, the longest due first", async () => {
    await store.schedules.create(schedule);
    await store.schedules.create({ ...schedule, id: "s2", nextDueAt: now });
    await store.schedules.create({ ...schedule, id: "s3", state: "paused", nextDueAt: now });
    await store.schedules.create({ ...schedule, id: "s4", nextDueAt: undefined });
    const due = async (at: number) => (await store.schedules.due(at, 10)).map(({ id }) => id);
    expect(await due(now - 1)).toEqual([]);
    expect(await due(now)).toEqual(["s2"]);
    expect(await due(now + 1_000)).toEqual(["s2", "s1"]);
    expect((await store.schedules.due(now + 1_000, 1)).map(({ id }) => id)).toEqual(["s2"]);
  });

  test("the next due time of all guilds is that of an active schedule", async () => {
    expect(await store.schedules.nextDueAt()).toBeUndefined();
    await store.schedules.create({ ...schedule, nextDueAt: undefined });
    await store.schedules.create({ ...schedule, id: "s2", state: "paused", nextDueAt: now });
    expect(await store.schedules.nextDueAt()).toBeUndefined();
    await store.schedules.create({ ...schedule, id: "s3", nextDueAt: now + 5_000 });
    await store.schedules.create({ ...schedule, id: "s4", guildId: otherGuildId, nextDueAt: now + 3_000 });
    expect(await store.schedules.nextDueAt()).toBe(now + 3_000);
  });

  test("a due time that somebody asked for is put in the line once, and the schedule stands where it stood", async () => {
    await store.schedules.create(schedule);
    const asked = { scheduleId: "s1", guildId, dueAt: now };
    const added = await Promise.all(Array.from({ length: 10 }, () => store.deliveries.add(asked)));
    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await store.deliveries.claim(now, now + 1_000, 10)).toMatchObject([
      { scheduleId: "s1", dueAt: now, isLate: false },
    ]);
    expect(await store.schedules.find(guildId, "s1")).toEqual(schedule);
  });

  test("a schedule is paused by one of many at once", async () => {
    await store.schedules.create(schedule);
    const paused = await Promise.all(
      Array.from({ length: 10 }, () => store.schedules.pause(guildId, "s1", "The channel is gone.")),
    );
    expect(paused.filter(Boolean)).toHaveLength(1);
    expect(await store.schedules.find(guildId, "s1")).toMatchObject({
      state: "paused",
      pausedReason: "The channel is gone.",
    });
  });

  test("of many that move a schedule on at once, one does, and each due time is written down once", async () => {
    await store.schedules.create(schedule);
    const moved = await Promise.all(Array.from({ length: 10 }, () => advance([past(now + 1_000)])));
    expect(moved.filter(Boolean)).toHaveLength(1);
    expect(await store.schedules.find(guildId, "s1")).toMatchObject({ nextDueAt: now + 9_000 });
    expect(await store.deliveries.list("s1", 10)).toHaveLength(1);
  });

  test("a paused schedule does not move on", async () => {
    await store.schedules.create({ ...schedule, state: "paused" });
    expect(await advance([past(now + 1_000)])).toBe(false);
    expect(await store.deliveries.list("s1", 10)).toEqual([]);
  });

  test("a due time that nobody met is written down as skipped, and never claimed", async () => {
    await store.schedules.create(schedule);
    await advance([
      past(now + 1_000, { skipReason: "The bot was away." }),
      past(now + 5_000, { isLate: true }),
    ]);
    const claimed = await store.deliveries.claim(now + 6_000, now + 60_000, 10);
    expect(claimed).toMatchObject([{ dueAt: now + 5_000, isLate: true, attempts: 1, state: "claimed" }]);
    expect(await store.deliveries.list("s1", 10)).toMatchObject([
      { dueAt: now + 5_000, state: "claimed" },
      { dueAt: now + 1_000, state: "skipped", reason: "The bot was away." },
    ]);
  });

  test("each delivery is claimed by one of many at once, and again only after its lease", async () => {
    await store.schedules.create(schedule);
    await advance(Array.from({ length: 40 }, (_, index) => past(now + index)));
    const claim = (at: number) => store.deliveries.claim(at, at + 60_000, 10);
    const all = (await Promise.all(Array.from({ length: 6 }, () => claim(now + 1_000)))).flat();
    const rest = (await Promise.all([claim(now + 1_001), claim(now + 1_001)])).flat();
    const dues = [...all, ...rest].map(({ dueAt }) => dueAt);
    expect(new Set(dues).size).toBe(dues.length);
    expect(dues).toHaveLength(40);
    expect(await claim(now + 60_999)).toEqual([]);
    expect(await claim(now + 62_000)).toMatchObject(Array.from({ length: 10 }, () => ({ attempts: 2 })));
  });

  test("what is settled stays as it is, what is postponed comes again", async () => {
    await store.schedules.create(schedule);
    await advance([past(now + 1_000), past(now + 2_000)]);
    const [first, second] = await store.deliveries.claim(now + 3_000, now + 60_000, 10);
    if (first === undefined || second === undefined) throw new Error("nothing was claimed");
    await store.deliveries.settle(first, { state: "sent", messageId: "77" });
    await store.deliveries.settle(first, { state: "failed", reason: "too late" });
    await store.deliveries.postpone(second, now + 10_000, "The service is not answering.");
    expect(await store.deliveries.claim(now + 9_999, now + 60_000, 10)).toEqual([]);
    expect(await store.deliveries.claim(now + 10_000, now + 60_000, 10)).toMatchObject([
      { dueAt: now + 2_000, attempts: 2, reason: "The service is not answering." },
    ]);
    expect(await store.deliveries.list("s1", 10)).toMatchObject([{}, { state: "sent", messageId: "77" }]);
    expect(await store.deliveries.removeBefore(now + 5_000)).toBe(1);
  });
});
