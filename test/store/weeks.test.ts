import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Store } from "../../src/store/store.ts";
import type { MarkedWeek } from "../../src/store/weeks.ts";
import { databaseKinds, makePlace, type Place } from "./places.ts";
import {
  account,
  accountNames,
  discordUserId,
  guildId,
  link,
  now,
  otherGuildId,
  reminder,
  week,
} from "./samples.ts";

const { workspaceId, userId, weekStart, endsAt } = week;
const marked: MarkedWeek = {
  guildId,
  workspaceId,
  userId,
  weekStart,
  endsAt,
  takenAt: now + 900,
  assignments: [
    { name: "Hosted", targetType: "hosted", target: 2, achieved: 2, passed: true, timeoff: false },
  ],
};

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

  const weeksOf = (id = userId) => store.weeks.ofUser(guildId, workspaceId, id, 10);

  test("a week is kept as it was taken, once however often it is taken, and the newest taking counts", async () => {
    await store.weeks.take(week);
    expect(await weeksOf()).toEqual([{ ...week, state: "taken" }]);
    const later = { ...week, takenAt: now + 5, minutes: 90, messages: undefined, orders: 3 };
    const earlier = { ...week, takenAt: now + 1, minutes: 1 };
    await Promise.all([store.weeks.take(later), store.weeks.take(earlier), store.weeks.take(later)]);
    // What the newest could not tell stays as it was.
    expect(await weeksOf()).toEqual([{ ...later, messages: 12, state: "taken" }]);
  });

  test("what the service marked counts for good, and the sums that were taken stay", async () => {
    await store.weeks.take(week);
    await store.weeks.mark([marked]);
    await store.weeks.take({ ...week, takenAt: now + 9_000, minutes: 0, assignments: [] });
    const { assignments } = marked;
    expect(await weeksOf()).toEqual([{ ...week, assignments, state: "final" }]);
    await store.weeks.mark([{ ...marked, assignments: [] }]);
    expect((await weeksOf())[0]?.assignments).toEqual([]);
  });

  test("a week that was only ever marked has no sums", async () => {
    await store.weeks.mark([marked, { ...marked, weekStart: "2025-11-10" }]);
    expect(await weeksOf()).toMatchObject([
      { weekStart, minutes: undefined, messages: undefined, orders: undefined, state: "final" },
      { weekStart: "2025-11-10" },
    ]);
    expect(await store.weeks.ofUser(guildId, workspaceId, userId, 1)).toMatchObject([{ weekStart }]);
  });

  test("weeks of other guilds, workspaces and people are others", async () => {
    await store.weeks.take(week);
    await store.weeks.take({ ...week, guildId: otherGuildId, minutes: 1 });
    await store.weeks.take({ ...week, workspaceId: "w2", minutes: 2 });
    await store.weeks.take({ ...week, userId: "9002", minutes: 3 });
    expect(await weeksOf()).toMatchObject([{ minutes: 84.5 }]);
    const people = await store.weeks.ofWeek(guildId, workspaceId, weekStart);
    expect(new Set(people.map(({ minutes }) => minutes))).toEqual(new Set([3, 84.5]));
    expect(await store.weeks.known(guildId, workspaceId, 5)).toEqual([{ weekStart, endsAt }]);
  });

  test("everybody connected is taken, who was never taken first, and only where a workspace is linked", async () => {
    await store.accounts.connect(account, accountNames);
    await store.accounts.connect({ ...account, discordUserId: "7", userId: "9002" }, ["noor"]);
    expect(await store.weeks.places()).toEqual([]);
    await store.guildLinks.save({ ...link, workspaceId }, 1);
    expect(await store.weeks.places()).toEqual([{ guildId, linkKey: "k001", workspaceId }]);
    await store.weeks.take(week);
    await store.weeks.take({ ...week, weekStart: "2025-11-10", endsAt: now - 5, userId: "9002" });
    expect(await store.weeks.people(guildId, workspaceId, now)).toEqual([
      { userId: "9002", takenAt: undefined, endsAt: undefined },
      { userId, takenAt: now, endsAt },
    ]);
  });

  test("what is waited for too long is final, and what is too old goes", async () => {
    await store.weeks.take(week);
    expect(await store.weeks.settleBefore(endsAt)).toBe(0);
    expect(await store.weeks.settleBefore(endsAt + 1)).toBe(1);
    expect((await weeksOf())[0]?.state).toBe("final");
    expect(await store.weeks.removeBefore(endsAt)).toBe(0);
    expect(await store.weeks.removeBefore(endsAt + 1)).toBe(1);
  });

  test("all of a person's weeks go, in their guild only", async () => {
    for (const start of ["2025-11-10", weekStart]) await store.weeks.take({ ...week, weekStart: start });
    await store.weeks.take({ ...week, workspaceId: "w2" });
    await store.weeks.take({ ...week, guildId: otherGuildId });
    await store.weeks.take({ ...week, userId: "9002" });
    expect(await store.weeks.forgetUser(guildId, userId)).toBe(3);
    expect(await weeksOf()).toEqual([]);
    expect(await weeksOf("9002")).toHaveLength(1);
    expect(await store.weeks.ofUser(otherGuildId, workspaceId, userId, 5)).toHaveLength(1);
  });

  describe("reminders", () => {
    const hourMs = 60 * 60_000;
    const due = (at: number) => store.reminders.due(at, 10);

    beforeEach(async () => {
      await store.guildLinks.save({ ...link, workspaceId }, 1);
      await store.accounts.connect(account, accountNames);
      await store.weeks.take(week);
    });

    test("are one for each member, and go when they are turned off", async () => {
      expect(await store.reminders.find(guildId, discordUserId)).toBeUndefined();
      await store.reminders.set(reminder);
      await store.reminders.set({ ...reminder, hours: 5, channelId: "6" });
      expect(await store.reminders.find(guildId, discordUserId)).toEqual({
        ...reminder,
        hours: 5,
        channelId: "6",
        remindedWeek: undefined,
      });
      expect(await store.reminders.remove(guildId, "4")).toBe(false);
      expect(await store.reminders.remove(guildId, discordUserId)).toBe(true);
      expect(await store.reminders.find(guildId, discordUserId)).toBeUndefined();
    });

    test("are due so many hours before the end of the week, and not after it", async () => {
      await store.reminders.set({ ...reminder, hours: 2 });
      expect(await due(endsAt - 2 * hourMs - 1)).toEqual([]);
      expect(await due(endsAt - 2 * hourMs)).toEqual([
        { ...reminder, hours: 2, remindedWeek: undefined, workspaceId, userId, weekStart, endsAt },
      ]);
      expect(await due(endsAt - 1)).toHaveLength(1);
      expect(await due(endsAt)).toEqual([]);
    });

    test("are marked by one of many at once, and then not due for that week any more", async () => {
      await store.reminders.set(reminder);
      const marks = await Promise.all(
        Array.from({ length: 10 }, () => store.reminders.mark(guildId, discordUserId, weekStart)),
      );
      expect(marks.filter(Boolean)).toHaveLength(1);
      expect(await due(endsAt - 1)).toEqual([]);
      await store.reminders.set({ ...reminder, hours: 48 });
      expect(await due(endsAt - 1)).toEqual([]);
      const next = { ...week, weekStart: "2025-11-24", endsAt: endsAt + 168 * hourMs };
      await store.weeks.take(next);
      expect(await due(next.endsAt - hourMs)).toMatchObject([{ weekStart: "2025-11-24" }]);
    });

    test("of who is no longer connected, or of a link that went, are not due", async () => {
      await store.reminders.set(reminder);
      await store.accounts.disconnect(guildId, discordUserId);
      expect(await due(endsAt - 1)).toEqual([]);
      expect(await store.reminders.mark(guildId, "4", weekStart)).toBe(false);
      await store.accounts.connect(account, accountNames);
      expect(await due(endsAt - 1)).toHaveLength(1);
      await store.guildLinks.remove(guildId, "k001");
      expect(await due(endsAt - 1)).toEqual([]);
    });
  });
});
