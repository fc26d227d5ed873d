import { describe, expect, test } from "vitest";
import { databaseKinds } from "./test-databases.ts";
import { guildId, now, schedule } from "./sample-rows.ts";
import { useStore } from "./with-store.ts";

const look = { scheduleId: "s1", guildId, change: "ready", noticedAt: now };
const leaseMs = 1_000;

describe.each(databaseKinds)("on %s", (kind) => {
  const { store } = useStore(kind);

  const claim = (at = now, limit = 10) => store.orderAlerts.claim("s1", at, at + leaseMs, limit);

  test("orders of the first read are known, and later changes are announced once, by one of many", async () => {
    await store.orderAlerts.observe(look, ["a", "b"]);
    expect(await claim()).toEqual([]);
    await Promise.all(Array.from({ length: 5 }, () => store.orderAlerts.observe(look, ["a", "b", "c"])));
    const claimed = (await Promise.all(Array.from({ length: 5 }, () => claim()))).flat();
    expect(claimed).toMatchObject([{ orderId: "c", change: "ready", attempts: 1 }]);
    await store.orderAlerts.complete({ scheduleId: "s1", orderId: "c", change: "ready" }, "posted");
    await store.orderAlerts.observe(look, ["c"]);
    expect(await claim(now + 10 * leaseMs)).toEqual([]);
  });

  test("what changed since a schedule was added is announced even by its first check, and by no later one", async () => {
    await store.orderAlerts.observe(look, ["a", "b", "c"], new Set(["b", "c"]));
    expect((await claim()).map(({ orderId }) => orderId).toSorted()).toEqual(["b", "c"]);
    const muchLater = { ...look, noticedAt: now + 16 * 60_000 };
    await store.orderAlerts.observe(muchLater, ["a", "d"], new Set(["d"]));
    expect((await claim(muchLater.noticedAt)).map(({ orderId }) => orderId)).not.toContain("d");
  });

  test("an expired claim is taken again, with its attempts counted", async () => {
    await store.orderAlerts.observe(look, []);
    await store.orderAlerts.observe(look, ["a"]);
    expect(await claim()).toHaveLength(1);
    expect(await claim(now + leaseMs - 1)).toEqual([]);
    expect(await claim(now + leaseMs)).toMatchObject([{ orderId: "a", attempts: 2 }]);
  });

  test("an announcement counts as posted until it was deleted", async () => {
    await store.orderAlerts.observe(look, []);
    await store.orderAlerts.observe(look, ["a", "b"]);
    for (const alert of await claim())
      await store.orderAlerts.complete(
        alert,
        alert.orderId === "a" ? "posted" : "dropped",
        alert.orderId === "a" ? "m1" : undefined,
      );
    const [alert, ...others] = await store.orderAlerts.listPosted("s1", 10);
    expect([alert?.orderId, alert?.messageId, others]).toEqual(["a", "m1", []]);
    if (alert !== undefined) await store.orderAlerts.removed(alert);
    expect(await store.orderAlerts.listPosted("s1", 10)).toEqual([]);
    await store.orderAlerts.observe(look, ["a"]);
    expect(await claim(now + 10 * leaseMs)).toEqual([]);
  });

  test("each schedule and each kind of change has a first read of its own", async () => {
    await store.orderAlerts.observe(look, []);
    await store.orderAlerts.observe({ ...look, change: "stuck" }, ["a"]);
    await store.orderAlerts.observe({ ...look, scheduleId: "s2" }, ["a"]);
    expect(await claim()).toEqual([]);
    await store.orderAlerts.observe(look, ["a"]);
    expect(await claim()).toHaveLength(1);
  });

  test("what changed while nobody looked for long is known, and what waited since isn't announced", async () => {
    const minuteMs = 60_000;
    const lookAt = (at: number, ids: readonly string[]) =>
      store.orderAlerts.observe({ ...look, noticedAt: at }, ids);
    await lookAt(now, []);
    await lookAt(now + 15 * minuteMs, ["a"]);
    expect(await claim(now + 15 * minuteMs)).toMatchObject([{ orderId: "a" }]);
    await lookAt(now + 30 * minuteMs, ["a", "b"]);
    await lookAt(now + 46 * minuteMs, ["b", "c"]);
    // A process may have posted the first of them before it died.
    expect(await claim(now + 46 * minuteMs)).toMatchObject([{ orderId: "a", attempts: 2 }]);
    await lookAt(now + 48 * minuteMs, ["b", "c", "d"]);
    expect(await claim(now + 48 * minuteMs)).toMatchObject([{ orderId: "a" }, { orderId: "d" }]);
  });

  test("an order that is listed twice is announced once, and keeps no other from it", async () => {
    await store.orderAlerts.observe(look, ["a", "a"]);
    await store.orderAlerts.observe(look, ["a", "b", "b", "c"]);
    expect((await claim()).map(({ orderId }) => orderId).toSorted()).toEqual(["b", "c"]);
    const later = { ...look, noticedAt: now + 60 * 24 * 60 * 60_000 };
    await store.orderAlerts.observe(later, ["a", "a"]);
  });

  test("notices are deleted with their schedule and by age", async () => {
    await store.schedules.create(schedule);
    await store.orderAlerts.observe(look, ["a"]);
    expect(await store.orderAlerts.removeBefore(now)).toBe(0);
    expect(await store.orderAlerts.removeBefore(now + 1)).toBe(2);
    await store.orderAlerts.observe(look, []);
    await store.orderAlerts.observe(look, ["b"]);
    expect(await claim()).toHaveLength(1);
    expect(await store.schedules.remove(guildId, "s1")).toBe(true);
    await store.orderAlerts.observe(look, ["b"]);
    expect(await claim()).toEqual([]);
  });

  test("an order that is still seen stays known, however long ago it was first seen", async () => {
    await store.orderAlerts.observe(look, ["a"]);
    const later = { ...look, noticedAt: now + 60 * 24 * 60 * 60_000 };
    await store.orderAlerts.observe(later, ["a"]);
    expect(await store.orderAlerts.removeBefore(now + 1)).toBe(0);
    await store.orderAlerts.observe(later, ["a"]);
    expect(await claim(later.noticedAt)).toEqual([]);
  });

  test("one of many processes refreshes a message, and none once it moved or is paused", async () => {
    await store.schedules.create({ ...schedule, nextRefreshAt: now });
    const taken = await Promise.all(
      Array.from({ length: 10 }, () => store.schedules.claimRefresh("s1", now, now + leaseMs)),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await store.schedules.claimRefresh("s1", now, now + leaseMs)).toBe(false);
    await store.schedules.pause(guildId, "s1", undefined);
    expect(await store.schedules.claimRefresh("s1", now + leaseMs, undefined)).toBe(false);
    // Its message has to say so.
    expect(await store.schedules.toRefresh(now + leaseMs, 1)).toMatchObject([{ id: "s1", state: "paused" }]);
    expect(await store.schedules.claimRefresh("s1", now + leaseMs, undefined, "paused")).toBe(true);
    expect(await store.schedules.toRefresh(now + leaseMs, 1)).toEqual([]);
  });
});
