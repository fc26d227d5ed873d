import { describe, expect, test } from "vitest";
import type { PauseFilter } from "../../commands/boards/store.ts";
import { databaseKinds } from "./test-databases.ts";
import { guildId, now, otherGuildId, schedule } from "./sample-rows.ts";
import { useStore } from "./with-store.ts";

describe.each(databaseKinds)("on %s", (kind) => {
  const { store } = useStore(kind);

  test("a schedule is stored, changed, cleared where said, and removed in its own guild only", async () => {
    await store.schedules.create(schedule);
    expect(await store.schedules.find(guildId, "s1")).toEqual(schedule);
    expect(await store.schedules.find(otherGuildId, "s1")).toBeUndefined();
    expect(await store.schedules.change(otherGuildId, "s1", { zone: "UTC" })).toBe(false);
    const change = { zone: "UTC", options: { week: 0 }, pins: false, replaces: false, nextDueAt: undefined };
    expect(await store.schedules.change(guildId, "s1", change)).toBe(true);
    expect(await store.schedules.list(guildId)).toEqual([{ ...schedule, ...change }]);
    expect(await store.schedules.remove(otherGuildId, "s1")).toBe(false);
    expect(await store.schedules.remove(guildId, "s1")).toBe(true);
    expect(await store.schedules.count(guildId)).toBe(0);
  });

  test("many added at once stay within the guild's limit, and other guilds have limits of their own", async () => {
    const add = (id: string, guild = guildId) =>
      store.schedules.createIfRoom({ ...schedule, id, guildId: guild }, 3);
    await store.schedules.create(schedule);
    const added = await Promise.all(Array.from({ length: 10 }, (_, index) => add(`more-${index}`)));
    expect(added.filter((outcome) => outcome === "created")).toHaveLength(2);
    expect(added.filter((outcome) => outcome === "full")).toHaveLength(8);
    expect(await store.schedules.count(guildId)).toBe(3);
    expect(await add("elsewhere", otherGuildId)).toBe("created");
    await store.schedules.remove(guildId, "s1");
    expect(await add("s5")).toBe("created");
  });

  test("of many adding what a channel may have only once, one succeeds", async () => {
    const add = (id: string, other: Partial<typeof schedule> = {}) =>
      store.schedules.createIfRoom({ ...schedule, ...other, id }, 25, []);
    const added = await Promise.all(Array.from({ length: 10 }, (_, index) => add(`same-${index}`)));
    expect(added.toSorted()).toEqual(["created", ...Array.from({ length: 9 }, () => "planned")]);
    expect(await store.schedules.count(guildId)).toBe(1);
    expect(await add("another-kind", { kind: "orders" })).toBe("created");
    expect(await add("in-one-message", { mode: "live" })).toBe("created");
    expect(await add("in-one-message-twice", { mode: "live" })).toBe("planned");
    expect(await add("another-channel", { channelId: "78" })).toBe("created");
    expect(await add("another-workspace", { linkKey: "k002" })).toBe("created");
    expect(await add("another-server", { guildId: otherGuildId })).toBe("created");
  });

  test("of many edits of a schedule one succeeds, and none once it fell due or changed", async () => {
    await store.schedules.create(schedule);
    const due = { dueAt: now, isLate: false, skipReason: undefined };
    const change = { zone: "UTC", rule: { kind: "monthly", day: 1, time: "09:00" }, nextDueAt: now + 9_000 };
    const revised = await Promise.all(
      Array.from({ length: 10 }, () => store.schedules.revise(schedule, change, [due])),
    );
    expect(revised.filter(Boolean)).toHaveLength(1);
    expect(await store.schedules.find(guildId, "s1")).toEqual({ ...schedule, ...change });
    expect(await store.deliveries.list("s1", 10)).toMatchObject([{ dueAt: now, state: "waiting" }]);

    const present = { ...schedule, ...change };
    await store.schedules.change(guildId, "s1", { nextDueAt: now + 18_000 });
    expect(await store.schedules.revise(present, { zone: "Europe/Rome" }, [])).toBe(false);
    const moved = { ...present, nextDueAt: now + 18_000 };
    const other = { ...moved, guildId: otherGuildId };
    for (const wrong of [{ ...moved, pins: !moved.pins }, { ...moved, mentionRoleId: "77" }, other])
      expect(await store.schedules.revise(wrong, { zone: "Europe/Rome" }, [])).toBe(false);
    expect(await store.schedules.revise(moved, { zone: "Europe/Rome" }, [])).toBe(true);
  });

  test("only active schedules fall due, the least recent first", async () => {
    await store.schedules.create(schedule);
    await store.schedules.create({ ...schedule, id: "s2", nextDueAt: now });
    await store.schedules.create({ ...schedule, id: "s3", state: "paused", nextDueAt: now });
    await store.schedules.create({ ...schedule, id: "s4", nextDueAt: undefined });
    const due = async (at: number) => (await store.schedules.due(at, 10)).map(({ id }) => id);
    expect(await due(now - 1)).toEqual([]);
    expect(await due(now)).toEqual(["s2"]);
    expect(await due(now + 1_000)).toEqual(["s1", "s2"]);
    expect((await store.schedules.due(now + 1_000, 1)).map(({ id }) => id)).toEqual(["s1"]);
  });

  test("the next due time across guilds is an active schedule's", async () => {
    expect(await store.schedules.nextDueAt()).toBeUndefined();
    await store.schedules.create({ ...schedule, nextDueAt: undefined });
    await store.schedules.create({ ...schedule, id: "s2", state: "paused", nextDueAt: now });
    expect(await store.schedules.nextDueAt()).toBeUndefined();
    await store.schedules.create({ ...schedule, id: "s3", nextDueAt: now + 5_000 });
    await store.schedules.create({ ...schedule, id: "s4", guildId: otherGuildId, nextDueAt: now + 3_000 });
    expect(await store.schedules.nextDueAt()).toBe(now + 3_000);
    await store.schedules.create({ ...schedule, id: "s5", mode: "live", nextDueAt: now + 1_000 });
    expect(await store.schedules.nextDueAt()).toBe(now + 1_000);
    expect(await store.schedules.nextDueAt("new")).toBe(now + 3_000);
  });

  test("the count of schedules due per moment covers the active ones of all guilds, up to a limit", async () => {
    const at = async (id: string, nextDueAt: number | undefined, more: object = {}) =>
      store.schedules.create({ ...schedule, id, nextDueAt, ...more });
    await at("early", now - 1);
    await at("s2", now);
    await at("s3", now, { guildId: otherGuildId });
    await at("s4", now + 60_000);
    await at("paused", now, { state: "paused" });
    await at("never", undefined);
    await at("late", now + 120_000);
    const counted = async (most: number) =>
      Object.fromEntries(await store.schedules.countDue(now, now + 120_000, most));
    expect(await counted(100)).toEqual({ [now]: 2, [now + 60_000]: 1 });
    expect(await counted(2)).toEqual({ [now]: 2 });
  });

  test("a schedule is paused by one of many at once", async () => {
    await store.schedules.create(schedule);
    const paused = await Promise.all(
      Array.from({ length: 10 }, () =>
        store.schedules.pause(guildId, "s1", { reason: "The channel is gone.", cause: "deleted-channel" }),
      ),
    );
    expect(paused.filter(Boolean)).toHaveLength(1);
    expect(await store.schedules.find(guildId, "s1")).toMatchObject({
      state: "paused",
      pausedReason: "The channel is gone.",
      pausedCause: "deleted-channel",
    });
  });

  test("schedules paused together have the same cause, and one of many callers reports each pause", async () => {
    const common = { state: "active", channelId: "9", linkKey: "k001" } as const;
    await store.schedules.create({ ...schedule, ...common, createdAt: now + 2 });
    await store.schedules.create({ ...schedule, ...common, id: "s2", createdAt: now + 1 });
    await store.schedules.create({ ...schedule, ...common, id: "s3", channelId: "10" });
    await store.schedules.create({ ...schedule, ...common, id: "s4", linkKey: "k002" });
    await store.schedules.create({ ...schedule, ...common, id: "s5", guildId: otherGuildId });
    const pause = (reach: PauseFilter) => store.schedules.pauseAll(guildId, reach, { reason: "It is gone." });
    const all = (await Promise.all([pause({ channelId: "9" }), pause({ channelId: "9" })])).flat();
    expect(all.map(({ id }) => id).toSorted()).toEqual(["s1", "s2", "s4"]);
    expect(all).toMatchObject(all.map(() => ({ state: "paused", pausedReason: "It is gone." })));
    expect((await pause({ linkKey: "k001" })).map(({ id }) => id)).toEqual(["s3"]);
    expect(await pause({})).toEqual([]);
    expect(await store.schedules.find(otherGuildId, "s5")).toMatchObject({ state: "active" });
  });
});
