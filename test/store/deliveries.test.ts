import { describe, expect, test } from "vitest";
import type { NewDelivery } from "../../commands/boards/store.ts";
import type { DeliveryClaim, Saturated } from "../../commands/schedule/delivery/store.ts";
import { databaseKinds } from "./test-databases.ts";
import { guildId, now, otherGuildId, schedule } from "./sample-rows.ts";
import { useStore } from "./with-store.ts";

const leaseMs = 60_000;
const past = (dueAt: number, parts: Partial<NewDelivery> = {}): NewDelivery => ({
  dueAt,
  isLate: false,
  skipReason: undefined,
  ...parts,
});

describe.each(databaseKinds)("on %s", (kind) => {
  const { store } = useStore(kind);

  const advance = async (deliveries: readonly NewDelivery[], to: number | undefined = now + 9_000) =>
    (await store.deliveries.advance([{ scheduleId: "s1", guildId, from: now + 1_000, to, deliveries }])) ===
    1;
  /** As the posting job does: from the line, what nobody else has taken meanwhile. */
  const claim = async (at: number, most = 10) =>
    store.deliveries.claim(await store.deliveries.ready(at, most), { now: at, leaseUntil: at + leaseMs });
  const one = async (at: number): Promise<DeliveryClaim> => {
    const [claimed] = await claim(at);
    if (claimed === undefined) throw new Error("nothing was claimed");
    return claimed;
  };

  test("a due time requested by a person is queued once, and the schedule's next one is unchanged", async () => {
    await store.schedules.create(schedule);
    const asked = { scheduleId: "s1", guildId, dueAt: now };
    const added = await Promise.all(Array.from({ length: 10 }, () => store.deliveries.add(asked)));
    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await claim(now)).toMatchObject([{ scheduleId: "s1", dueAt: now, isLate: false }]);
    expect(await store.schedules.find(guildId, "s1")).toEqual(schedule);
  });

  test("one of many concurrent calls advances a schedule, and each due time is stored once", async () => {
    await store.schedules.create(schedule);
    const moved = await Promise.all(Array.from({ length: 10 }, () => advance([past(now + 1_000)])));
    expect(moved.filter(Boolean)).toHaveLength(1);
    expect(await store.schedules.find(guildId, "s1")).toMatchObject({ nextDueAt: now + 9_000 });
    expect(await store.deliveries.list("s1", 10)).toHaveLength(1);
  });

  test("removing schedules while their posts complete doesn't deadlock", async () => {
    const ids = Array.from({ length: 60 }, (_, index) => `s${index}`);
    const added = { guildId, dueAt: now };
    for (const id of ids) {
      await store.schedules.create({ ...schedule, id });
      await store.deliveries.add({ ...added, scheduleId: id });
    }
    const claimed = await claim(now, ids.length);
    await Promise.all(
      claimed.flatMap((held, index) => [
        index % 2 === 0
          ? store.deliveries.complete(held, { state: "failed", reason: "Gone." }, { lastReason: "Gone." })
          : store.deliveries.postpone(held, { until: now + 1, reason: "Slow." }),
        store.schedules.remove(guildId, held.scheduleId),
      ]),
    );
    expect(await store.schedules.list(guildId)).toEqual([]);
    expect(await store.deliveries.list("s0", 10)).toEqual([]);
  });

  test("a paused schedule doesn't advance", async () => {
    await store.schedules.create({ ...schedule, state: "paused" });
    expect(await advance([past(now + 1_000)])).toBe(false);
    expect(await store.deliveries.list("s1", 10)).toEqual([]);
  });

  test("a missed due time is stored as skipped, and never claimed", async () => {
    await store.schedules.create(schedule);
    await advance([
      past(now + 1_000, { skipReason: "The bot was away." }),
      past(now + 5_000, { isLate: true }),
    ]);
    const claimed = await claim(now + 6_000);
    expect(claimed).toMatchObject([{ dueAt: now + 5_000, isLate: true, attempts: 1, state: "claimed" }]);
    expect(await store.deliveries.list("s1", 10)).toMatchObject([
      { dueAt: now + 5_000, state: "claimed" },
      { dueAt: now + 1_000, state: "skipped", reason: "The bot was away." },
    ]);
  });

  test("each delivery is claimed by one of many at once, and again only after its lease", async () => {
    for (let index = 0; index < 40; index++) {
      await store.schedules.create({ ...schedule, id: `s${index}` });
      await store.deliveries.add({ scheduleId: `s${index}`, guildId, dueAt: now + index });
    }
    const line = await store.deliveries.ready(now + 1_000, 10);
    const take = () => store.deliveries.claim(line, { now: now + 1_000, leaseUntil: now + 61_000 });
    const dues = (await Promise.all(Array.from({ length: 6 }, take))).flat().map(({ dueAt }) => dueAt);
    expect(dues).toHaveLength(line.length);
    expect(new Set(dues)).toEqual(new Set(line.map(({ dueAt }) => dueAt)));
    expect(await claim(now + 1_001, 40)).toHaveLength(30);
    expect(await claim(now + 60_999)).toEqual([]);
    expect(await claim(now + 62_000)).toMatchObject(Array.from({ length: 10 }, () => ({ attempts: 2 })));
  });

  test("a completed delivery is left alone, a postponed one comes again", async () => {
    await store.schedules.create(schedule);
    await advance([past(now + 1_000), past(now + 2_000)]);
    const [first, second] = await claim(now + 3_000);
    if (first === undefined || second === undefined) throw new Error("nothing was claimed");
    expect(await store.deliveries.complete(first, { state: "sent", messageId: "77" })).toBe(true);
    expect(await store.deliveries.complete(first, { state: "failed", reason: "too late" })).toBe(false);
    const reason = "The service is not answering.";
    await store.deliveries.postpone(second, { until: now + 10_000, reason });
    expect(await store.schedules.find(guildId, "s1")).toMatchObject({ lastReason: reason });
    expect(await claim(now + 9_999)).toEqual([]);
    expect(await claim(now + 10_000)).toMatchObject([{ dueAt: now + 2_000, attempts: 2, reason }]);
    expect(await store.deliveries.list("s1", 10)).toMatchObject([{}, { state: "sent", messageId: "77" }]);
    expect(await store.deliveries.removeBefore(now + 5_000)).toBe(1);
  });

  test("an outcome and the schedule's copy of it are stored together, or not at all", async () => {
    await store.schedules.create(schedule);
    await store.deliveries.add({ scheduleId: "s1", guildId, dueAt: now });
    const first = await one(now);
    const second = await one(now + leaseMs);
    const skipped = { state: "skipped", reason: "Nothing changed." } as const;
    expect(await store.deliveries.complete(first, skipped, { lastOutcome: "skipped" })).toBe(false);
    expect(await store.schedules.find(guildId, "s1")).toEqual(schedule);
    const shown = {
      messageId: "77",
      messageHash: "abc",
      lastOutcome: "sent",
      lastReason: undefined,
    } as const;
    expect(await store.deliveries.complete(second, { state: "sent", messageId: "77" }, shown)).toBe(true);
    expect(await store.schedules.find(guildId, "s1")).toEqual({ ...schedule, ...shown });
    expect(await store.sends.knownMessages(guildId, ["76", "77"])).toEqual(new Set(["77"]));
    expect(await store.sends.knownMessages(guildId, [])).toEqual(new Set());
  });

  test("what was posted counts as posted, even if another process has claimed it by then", async () => {
    await store.schedules.create(schedule);
    await store.deliveries.add({ scheduleId: "s1", guildId, dueAt: now });
    const slow = await one(now);
    const other = await one(now + leaseMs);
    await store.deliveries.postpone(slow, { until: now + 1, reason: "too late to say so" });
    expect(await claim(now + leaseMs + 2)).toEqual([]);
    await store.deliveries.postpone(other, { until: now + 2 * leaseMs, reason: "Discord had trouble." });
    expect(await store.deliveries.complete(slow, { state: "sent", messageId: "77" })).toBe(true);
    expect(await claim(now + 3 * leaseMs)).toEqual([]);
  });

  test("a post may exist since the first claim left open, or since the first uncertain attempt", async () => {
    await store.schedules.create(schedule);
    await store.deliveries.add({ scheduleId: "s1", guildId, dueAt: now });
    const waits = { until: now + 1_000, reason: "The service is not answering." };
    await store.deliveries.postpone(await one(now), waits);
    expect(await one(now + 1_000)).toMatchObject({ attempts: 2, uncertainSince: undefined });
    const third = await one(now + 1_000 + leaseMs);
    expect(third).toMatchObject({ attempts: 3, uncertainSince: now + 1_000 });
    await store.deliveries.postpone(third, { ...waits, uncertainSince: now + 5_000 });
    const fourth = await one(now + 2 * leaseMs);
    expect(fourth).toMatchObject({ attempts: 4, uncertainSince: now + 1_000 });
    await store.deliveries.complete(fourth, { state: "failed", reason: "nobody can say" });

    await store.deliveries.add({ scheduleId: "s1", guildId, dueAt: now + 1 });
    const asked = await one(now + 1);
    await store.deliveries.postpone(asked, { ...waits, uncertainSince: now + 7_000 });
    expect(await one(now + 1_000)).toMatchObject({ dueAt: now + 1, uncertainSince: now + 7_000 });
  });

  test("the queue starts with the longest waiting, and leaves out full channels and guilds", async () => {
    const places = [
      { id: "s1", channelId: "9", guildId },
      { id: "s2", channelId: "10", guildId },
      { id: "s3", channelId: "11", guildId: otherGuildId },
    ];
    for (const [index, place] of places.entries()) {
      await store.schedules.create({ ...schedule, ...place });
      await store.deliveries.add({ scheduleId: place.id, guildId: place.guildId, dueAt: now + 5 - index });
    }
    const ids = async (full?: Saturated) =>
      (await store.deliveries.ready(now + 10, 10, full)).map(({ scheduleId }) => scheduleId);
    expect(await ids()).toEqual(["s3", "s2", "s1"]);
    expect(await ids({ channelIds: ["10"], guildIds: [] })).toEqual(["s3", "s1"]);
    expect(await ids({ channelIds: [], guildIds: [guildId] })).toEqual(["s3"]);
    expect(await ids({ channelIds: ["11"], guildIds: [guildId] })).toEqual([]);
    await store.deliveries.postpone(await one(now + 3), { until: now + 9, reason: "later" });
    expect(await ids()).toEqual(["s2", "s1", "s3"]);
    expect(await store.deliveries.ready(now + 10, 1)).toMatchObject([{ scheduleId: "s2", channelId: "10" }]);
  });

  test("a schedule's next delivery is queued once the previous one is neither running nor uncertain", async () => {
    await store.schedules.create(schedule);
    await store.deliveries.add({ scheduleId: "s1", guildId, dueAt: now });
    await store.deliveries.add({ scheduleId: "s1", guildId, dueAt: now + 1 });
    const dues = async (at: number) => (await store.deliveries.ready(at, 10)).map(({ dueAt }) => dueAt);
    const first = await one(now);
    expect(await dues(now + 1)).toEqual([]);
    const wait = { until: now + 5_000, reason: "The service is not answering." };
    await store.deliveries.postpone(first, wait);
    expect(await dues(now + 1)).toEqual([now + 1]);
    const [again] = await store.deliveries.claim([first], { now: now + 5_000, leaseUntil: now + leaseMs });
    if (again === undefined) throw new Error("it was not claimed again");
    await store.deliveries.postpone(again, { ...wait, uncertainSince: now + 4_000 });
    expect(await dues(now + 1)).toEqual([]);
    expect(await dues(now + 5_000)).toEqual([now]);
  });
});
