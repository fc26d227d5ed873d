import { beforeEach, describe, expect, test } from "vitest";
import { observeIn, type Sighting } from "../../commands/remind/notice/store.ts";
import type { Db } from "../../src/store/tables.ts";
import type { ReadWeeks } from "../../commands/weeks/snapshots.ts";
import type { FinalWeek } from "../../commands/weeks/store.ts";
import { databaseKinds } from "./test-databases.ts";
import {
  account,
  accountNames,
  discordUserId,
  guildId,
  link,
  message,
  now,
  otherGuildId,
  reminder,
  week,
} from "./sample-rows.ts";
import { useStore } from "./with-store.ts";

const { workspaceId, userId, weekStart, endsAt } = week;
const marked: FinalWeek = {
  guildId,
  workspaceId,
  userId,
  weekStart,
  endsAt,
  snapshotAt: now + 900,
  assignments: [
    { name: "Hosted", targetType: "hosted", target: 2, achieved: 2, passed: true, timeoff: false },
  ],
};

describe.each(databaseKinds)("on %s", (kind) => {
  const { store, place } = useStore(kind);

  const weeksOf = (id = userId) => store.weeks.ofUser(guildId, workspaceId, id, 10);

  /** In workspaces that are linked. */
  async function connectAll(): Promise<void> {
    await store.guildLinks.save({ ...link, workspaceId }, 5);
    await store.guildLinks.save({ ...link, linkKey: "k002", workspaceId: "w2" }, 5);
    await store.guildLinks.save({ ...link, guildId: otherGuildId, workspaceId }, 5);
    for (const each of [userId, "9002", "8001"])
      await store.accounts.connect({ ...account, discordUserId: `3${each}`, userId: each }, accountNames);
    for (const each of [userId, "9003"]) {
      const elsewhere = { ...account, guildId: otherGuildId, discordUserId: `3${each}`, userId: each };
      await store.accounts.connect(elsewhere, accountNames);
    }
  }

  describe("of people who are connected", () => {
    beforeEach(connectAll);

    test("a week is stored once however often it is saved, and the newest snapshot counts", async () => {
      await store.weeks.snapshot(week);
      expect(await weeksOf()).toEqual([{ ...week, state: "provisional" }]);
      const later = { ...week, snapshotAt: now + 5, minutes: 90, messages: undefined, orders: 3 };
      const earlier = { ...week, snapshotAt: now + 1, minutes: 1 };
      await Promise.all([
        store.weeks.snapshot(later),
        store.weeks.snapshot(earlier),
        store.weeks.snapshot(later),
      ]);
      // What the newest could not read is kept as it was.
      expect(await weeksOf()).toEqual([{ ...later, messages: 12, state: "provisional" }]);
    });

    test("a week with the service's result is final, and its saved totals are kept", async () => {
      await store.weeks.snapshot(week);
      await store.weeks.finalize([marked]);
      await store.weeks.snapshot({ ...week, snapshotAt: now + 9_000, minutes: 0, assignments: [] });
      const { assignments } = marked;
      expect(await weeksOf()).toEqual([{ ...week, assignments, state: "final" }]);
      await store.weeks.finalize([{ ...marked, assignments: [] }]);
      expect((await weeksOf())[0]?.assignments).toEqual([]);
    });

    describe("read together", () => {
      const userIds = [userId, "9002", "8001"];
      const read = (of: string): ReadWeeks => ({
        finals: userIds.map((id, index) => ({ ...marked, guildId: of, userId: id, orders: index })),
        snapshots: userIds.flatMap((id, index) => [
          { ...week, guildId: of, userId: id, weekStart: "2025-11-24", endsAt: endsAt + 1, minutes: index },
          // Once that is final, nothing of it changes any more.
          { ...week, guildId: of, userId: id, minutes: 7 },
        ]),
        alongside: [note(sighting(of, ["2025-11-17", "2025-11-10"]))],
      });
      const sighting = (of: string, subjects: readonly string[]): Sighting => ({
        look: { guildId: of, discordUserId: `3${userId}`, kind: "marked", noticedAt: now },
        subjects,
        announce: (found) => ({ ...message, key: `notice ${of}`, guildId: of, payload: found.subjects }),
      });
      const note = (seen: Sighting) => (transaction: Db) => observeIn(transaction, seen);
      const stored = async (of: string) => ({
        weeks: (
          await place.query(`select * from weeks where guild_id = '${of}' order by user_id, week_start`)
        ).map((row) => ({ ...row, guild_id: "" })),
        notices: (await place.query(`select * from notices where guild_id = '${of}' order by subject`)).map(
          (row) => ({ ...row, guild_id: "" }),
        ),
        outbox: (await place.query(`select payload from outbox where guild_id = '${of}'`)).length,
      });

      beforeEach(async () => {
        for (const guild of [guildId, otherGuildId]) {
          await store.accounts.connect({ ...account, guildId: guild, discordUserId: "5", userId: "9002" }, [
            "x",
          ]);
          await store.accounts.connect({ ...account, guildId: guild, discordUserId: "6", userId: "8001" }, [
            "y",
          ]);
          await store.reminders.set({
            ...reminder,
            guildId: guild,
            discordUserId: `3${userId}`,
            kind: "marked",
          });
          await store.weeks.save(guild, {
            finals: [],
            snapshots: [],
            alongside: [note(sighting(guild, ["2025-11-10"]))],
          });
          await store.weeks.snapshot({ ...week, guildId: guild, minutes: 90 });
        }
      });

      test("weeks are stored as if they had been saved one by one", async () => {
        await store.weeks.save(guildId, read(guildId));
        const { finals, snapshots, alongside } = read(otherGuildId);
        const none = { finals: [], snapshots: [], alongside: [] };
        for (const id of userIds) {
          await store.weeks.save(otherGuildId, {
            ...none,
            finals: finals.filter((each) => each.userId === id),
          });
          if (id === userId) await store.weeks.save(otherGuildId, { ...none, alongside });
          for (const snapshot of snapshots.filter((each) => each.userId === id))
            await store.weeks.save(otherGuildId, { ...none, snapshots: [snapshot] });
        }
        const together = await stored(guildId);
        expect(together.weeks).toHaveLength(6);
        expect(together).toMatchObject({ outbox: 1 });
        expect(await stored(otherGuildId)).toEqual(together);
        // Read once more after a crash.
        await store.weeks.save(guildId, read(guildId));
        expect(await stored(guildId)).toEqual(together);
      });

      test("all of it is stored, or nothing is", async () => {
        const before = await stored(guildId);
        const broken: Sighting = {
          ...sighting(guildId, ["2025-11-17"]),
          announce() {
            throw new Error("no");
          },
        };
        const failing = store.weeks.save(guildId, { ...read(guildId), alongside: [note(broken)] });
        await expect(failing).rejects.toThrow("no");
        expect(await stored(guildId)).toEqual(before);
      });
    });

    test("minutes proven by the result replace fewer that were read before the week ended", async () => {
      await store.weeks.snapshot(week);
      await store.weeks.finalize([{ ...marked, minutes: 130 }]);
      expect(await weeksOf()).toMatchObject([{ minutes: 130, messages: week.messages, state: "final" }]);
      await store.weeks.finalize([{ ...marked, minutes: 84 }]);
      expect(await weeksOf()).toMatchObject([{ minutes: 130 }]);
      await store.weeks.finalize([{ ...marked, userId: "9002", minutes: 0 }]);
      expect(await weeksOf("9002")).toMatchObject([{ minutes: 0 }]);
    });

    test("all orders of a week replace those of its last snapshot, which otherwise stay", async () => {
      await store.weeks.snapshot({ ...week, orders: 3 });
      await store.weeks.finalize([marked]);
      expect(await weeksOf()).toMatchObject([{ orders: 3, state: "final" }]);
      await store.weeks.finalize([{ ...marked, orders: 5 }]);
      expect(await weeksOf()).toMatchObject([{ orders: 5, messages: week.messages }]);
      await store.weeks.finalize([marked]);
      expect(await weeksOf()).toMatchObject([{ orders: 5 }]);
    });

    test("a week with only a result has no totals", async () => {
      await store.weeks.finalize([marked, { ...marked, weekStart: "2025-11-10" }]);
      expect(await weeksOf()).toMatchObject([
        { weekStart, minutes: undefined, messages: undefined, orders: undefined, state: "final" },
        { weekStart: "2025-11-10" },
      ]);
      expect(await store.weeks.ofUser(guildId, workspaceId, userId, 1)).toMatchObject([{ weekStart }]);
    });

    test("weeks of other guilds, workspaces and people are separate", async () => {
      await store.weeks.snapshot(week);
      await store.weeks.snapshot({ ...week, guildId: otherGuildId, minutes: 1 });
      await store.weeks.snapshot({ ...week, workspaceId: "w2", minutes: 2 });
      await store.weeks.snapshot({ ...week, userId: "9002", minutes: 3 });
      expect(await weeksOf()).toMatchObject([{ minutes: 84.5 }]);
      const people = await store.weeks.ofWeek(guildId, workspaceId, weekStart);
      expect(new Set(people.map(({ minutes }) => minutes))).toEqual(new Set([3, 84.5]));
      expect(await store.weeks.known(guildId, workspaceId, 5)).toEqual([
        { weekStart, endsAt, isDated: true },
      ]);
    });

    test("a week ends when assignments say so, if anyone has any", async () => {
      const later = { ...week, userId: "9002", endsAt: endsAt + 7, assignments: [] };
      await store.weeks.snapshot(later);
      const known = () => store.weeks.known(guildId, workspaceId, 5);
      expect(await known()).toEqual([{ weekStart, endsAt: endsAt + 7, isDated: false }]);
      await store.weeks.snapshot(week);
      expect(await known()).toEqual([{ weekStart, endsAt, isDated: true }]);
    });

    test("old open weeks are finalized, and outdated ones deleted", async () => {
      await store.weeks.snapshot(week);
      expect(await store.weeks.finalizeBefore(endsAt)).toBe(0);
      expect(await store.weeks.finalizeBefore(endsAt + 1)).toBe(1);
      expect((await weeksOf())[0]?.state).toBe("final");
      expect(await store.weeks.removeBefore(endsAt)).toBe(0);
      expect(await store.weeks.removeBefore(endsAt + 1)).toBe(1);
    });

    test("people with saved weeks are found by the start of the user id, the least recent first", async () => {
      for (const start of ["2025-11-10", weekStart])
        await store.weeks.snapshot({ ...week, weekStart: start });
      await store.weeks.snapshot({ ...week, workspaceId: "w2" });
      await store.weeks.snapshot({ ...week, userId: "9002", weekStart: "2025-11-10" });
      await store.weeks.snapshot({ ...week, userId: "8001" });
      await store.weeks.snapshot({ ...week, guildId: otherGuildId, userId: "9003" });
      const mine = { userId, weeks: 3, firstWeek: "2025-11-10", lastWeek: weekStart };
      const other = { userId: "9002", weeks: 1, firstWeek: "2025-11-10", lastWeek: "2025-11-10" };
      expect(await store.weeks.withHistory(guildId, "900", 5)).toEqual([other, mine]);
      expect(await store.weeks.withHistory(guildId, "", 1)).toEqual([other]);
      expect(await store.weeks.withHistory(guildId, "%", 5)).toEqual([]);
      expect(await store.weeks.findHistory(guildId, [userId])).toEqual({
        weeks: 3,
        firstWeek: "2025-11-10",
        lastWeek: weekStart,
      });
      expect(await store.weeks.findHistory(guildId, ["900"])).toBeUndefined();
    });

    test("all of a person's weeks are deleted, in their guild only", async () => {
      for (const start of ["2025-11-10", weekStart])
        await store.weeks.snapshot({ ...week, weekStart: start });
      await store.weeks.snapshot({ ...week, workspaceId: "w2" });
      await store.weeks.snapshot({ ...week, guildId: otherGuildId });
      await store.weeks.snapshot({ ...week, userId: "9002" });
      expect(await store.weeks.forgetUser(guildId, userId)).toBe(3);
      expect(await weeksOf()).toEqual([]);
      expect(await weeksOf("9002")).toHaveLength(1);
      expect(await store.weeks.ofUser(otherGuildId, workspaceId, userId, 5)).toHaveLength(1);
    });

    test.each([false, true])(
      "of a person who was forgotten and connected again, they aren't either (disconnected then: %s)",
      async (disconnects) => {
        await store.weeks.snapshot(week);
        await store.forgetPerson({ guildId, userId, discordUserId: undefined, disconnects });
        await store.accounts.disconnect(guildId, `3${userId}`);
        await store.accounts.connect({ ...account, connectedAt: now + 1 }, accountNames);
        await store.weeks.finalize([
          { ...marked, weekStart: "2025-11-10", endsAt: now - 1 },
          { ...marked, endsAt: now + 1 },
        ]);
        expect(await weeksOf()).toMatchObject([{ weekStart }]);
        expect(await store.accounts.ofUser(guildId, userId)).toEqual({ ...account, connectedAt: now + 1 });
        expect(await store.personalData.of(guildId, discordUserId, 1)).toMatchObject({
          forgottenUsers: [{ userId, forgottenAt: now }],
        });
      },
    );

    test.each([
      ["a person who was disconnected", () => store.accounts.disconnect(guildId, `3${userId}`)],
      ["a workspace that was unlinked", () => store.guildLinks.remove(guildId, link.linkKey)],
      ["a guild whose data was deleted", () => store.forgetGuild(guildId)],
    ])("a week isn't saved for %s after it was read", async (_whose, end) => {
      await end();
      await store.weeks.snapshot(week);
      await store.weeks.finalize([marked, { ...marked, userId: "9004" }]);
      expect(await weeksOf()).toEqual([]);
    });

    test("of a person who was forgotten, weeks that were over by then aren't saved", async () => {
      await store.forgetPerson({ guildId, userId, discordUserId: undefined, disconnects: false });
      await store.weeks.snapshot({ ...week, endsAt: now });
      await store.weeks.finalize([
        { ...marked, weekStart: "2025-11-10", endsAt: now - 1 },
        { ...marked, endsAt: now + 1 },
      ]);
      expect(await weeksOf()).toMatchObject([{ weekStart, endsAt: now + 1 }]);
    });
  });

  const looks = async (at: number) => {
    await store.weeks.prepareLooks(at);
    return store.weeks.claimLooks(at, at + 10, 5);
  };

  test("a workspace is read by one of several, when it is due, and once someone was connected", async () => {
    await store.guildLinks.save({ ...link, workspaceId }, 1);
    expect(await looks(now)).toEqual([]);
    await store.accounts.connect({ ...account, connectedAt: now }, accountNames);
    const both = await Promise.all([looks(now + 1), looks(now + 1)]);
    expect(both.flat()).toEqual([{ guildId, linkKey: "k001", workspaceId }]);
    await store.weeks.setNextLooks([{ ...link, dueAt: now + 100 }], now + 11);
    expect(await looks(now + 99)).toEqual([]);
    expect(await looks(now + 100)).toHaveLength(1);
    await store.weeks.setNextLooks([{ ...link, dueAt: now + 1_000 }], now + 110);
    await store.accounts.connect({ ...account, discordUserId: "7", userId: "9002", connectedAt: now + 120 }, [
      "noor",
    ]);
    expect(await looks(now + 121)).toHaveLength(1);
    // Whoever was connected while it was looked at is not forgotten.
    await store.weeks.setNextLooks([{ ...link, dueAt: now + 5_000 }], now + 110);
    expect(await looks(now + 131)).toHaveLength(1);
    await store.guildLinks.remove(guildId, link.linkKey);
    await store.weeks.removeLostLooks();
    expect(await looks(now + 10_000)).toEqual([]);
  });

  test("after a clock that was ahead is set back, weeks are read and saved at their usual times again", async () => {
    const byMs = 14 * 24 * 60 * 60_000;
    const ahead = now + byMs;
    await store.guildLinks.save({ ...link, workspaceId }, 1);
    await store.accounts.connect({ ...account, connectedAt: now - 1 }, accountNames);
    expect(await looks(ahead)).toHaveLength(1);
    await store.weeks.setNextLooks([{ ...link, dueAt: ahead + 100 }], ahead + 10);
    await store.weeks.snapshot({ ...week, endsAt: ahead, snapshotAt: ahead });
    await store.weeks.bringForward(now, byMs);
    expect(await looks(now + 99)).toEqual([]);
    expect(await looks(now + 100)).toHaveLength(1);
    await store.weeks.snapshot({ ...week, endsAt: ahead, snapshotAt: now + 101, minutes: 500 });
    expect(await weeksOf()).toMatchObject([{ minutes: 500 }]);
  });

  test("every connected person is read, new ones first, and only where a workspace is linked", async () => {
    await store.accounts.connect(account, accountNames);
    await store.accounts.connect({ ...account, discordUserId: "7", userId: "9002" }, ["noor"]);
    expect(await looks(now)).toEqual([]);
    await store.guildLinks.save({ ...link, workspaceId }, 1);
    expect(await looks(now)).toEqual([{ guildId, linkKey: "k001", workspaceId }]);
    await store.weeks.snapshot(week);
    await store.weeks.snapshot({ ...week, weekStart: "2025-11-10", endsAt: now - 5, userId: "9002" });
    expect(await store.weeks.people(guildId, workspaceId, now)).toEqual([
      { userId: "9002", snapshotAt: undefined, endsAt: undefined },
      { userId, snapshotAt: now, endsAt },
    ]);
  });

  describe("reminders", () => {
    const hourMs = 60 * 60_000;
    const leaseMs = 60_000;
    const of = { guildId, discordUserId, weekStart };
    const due = (at: number) => store.reminders.due(at, 10);
    const handOver = (at: number) => store.reminders.handOver(of, at, () => ({ ...message, until: at }));

    beforeEach(async () => {
      await store.guildLinks.save({ ...link, workspaceId }, 1);
      await store.accounts.connect(account, accountNames);
      await store.weeks.snapshot(week);
    });

    test("are one per member, and end when they are turned off", async () => {
      expect(await store.reminders.find(guildId, discordUserId, "week")).toBeUndefined();
      await store.reminders.set(reminder);
      await store.reminders.set({ ...reminder, hours: 5, channelId: "6" });
      expect(await store.reminders.find(guildId, discordUserId, "week")).toEqual({
        ...reminder,
        hours: 5,
        channelId: "6",
        remindedWeek: undefined,
      });
      expect(await store.reminders.remove(guildId, "4", "week")).toBeUndefined();
      expect(await store.reminders.remove(guildId, discordUserId, "order")).toBeUndefined();
      expect(await store.reminders.remove(guildId, discordUserId, "week")).toMatchObject({ hours: 5 });
      expect(await store.reminders.find(guildId, discordUserId, "week")).toBeUndefined();
    });

    test("are due the set hours before the end of the week, and not after it", async () => {
      await store.reminders.set({ ...reminder, hours: 2 });
      expect(await due(endsAt - 2 * hourMs - 1)).toEqual([]);
      expect(await due(endsAt - 2 * hourMs)).toEqual([
        { ...reminder, hours: 2, remindedWeek: undefined, workspaceId, userId, weekStart, endsAt },
      ]);
      expect(await due(endsAt - 1)).toHaveLength(1);
      expect(await due(endsAt)).toEqual([]);
    });

    test("are handed over by one of many at once, and are not due for that week again", async () => {
      await store.reminders.set(reminder);
      const at = endsAt - hourMs;
      const given = await Promise.all(Array.from({ length: 10 }, () => handOver(at)));
      expect(given.filter((each) => each !== undefined)).toEqual([{ ...message, until: at }]);
      expect(await store.outbox.due(at, 10)).toEqual([{ ...message, until: at }]);
      expect(await due(at)).toEqual([]);
      expect(await handOver(endsAt - 1)).toBeUndefined();
      await store.reminders.set({ ...reminder, hours: 48 });
      expect(await due(endsAt - 1)).toEqual([]);
      const next = { ...week, weekStart: "2025-11-24", endsAt: endsAt + 168 * hourMs };
      await store.weeks.snapshot(next);
      expect(await due(next.endsAt - hourMs)).toMatchObject([{ weekStart: "2025-11-24" }]);
    });

    test("moved to another workspace are due there, though the week was checked in the one before", async () => {
      const other = { ...link, linkKey: "other", workspaceId: "other", name: "Other" };
      await store.guildLinks.save(other, 2);
      await store.weeks.snapshot({ ...week, workspaceId: other.workspaceId });
      await store.reminders.set(reminder);
      const at = endsAt - hourMs;
      await handOver(at);
      await store.reminders.set({ ...reminder, linkKey: other.linkKey });
      expect(await due(at)).toMatchObject([{ linkKey: other.linkKey, weekStart, remindedWeek: undefined }]);
    });

    test("that an older version is sending are handed over when its claim has ended, as tried before", async () => {
      await store.reminders.set(reminder);
      const at = endsAt - hourMs;
      await place.query(
        `update reminders set claimed_week = '${weekStart}', until = ${at + leaseMs}, attempts = 2`,
      );
      expect(await due(at + leaseMs - 1)).toEqual([]);
      expect(await handOver(at + leaseMs - 1)).toBeUndefined();
      expect(await due(at + leaseMs)).toHaveLength(1);
      expect(await handOver(at + leaseMs)).toMatchObject({ attempts: 2 });
    });

    test("of more people than one statement looks at are all found, those who have least time left first", async () => {
      const values = (row: (n: number) => string) =>
        Array.from({ length: 1_100 }, (_, n) => row(n)).join(", ");
      await store.accounts.disconnect(guildId, discordUserId);
      await place.query(
        `insert into accounts (guild_id, discord_user_id, user_id, display_name, member_name, connected_by_discord_user_id, connected_at, names, sort_name) values ${values((n) => `('${guildId}', 'd${n}', 'u${n}', 'Mia', 'Mia', '1', 1, 'mia', 'mia')`)}`,
      );
      await place.query(
        `insert into weeks (guild_id, workspace_id, user_id, week_start, ends_at, snapshot_at, state) values ${values((n) => `('${guildId}', '${workspaceId}', 'u${n}', '${weekStart}', ${endsAt + n}, 1, 'provisional')`)}`,
      );
      await place.query(
        `insert into reminders (guild_id, discord_user_id, kind, link_key, channel_id, hours, set_at, until, attempts) values ${values((n) => `('${guildId}', 'd${n}', 'week', '${link.linkKey}', '1', 24, 1, 0, 0)`)}`,
      );
      const at = endsAt - hourMs;
      expect((await store.reminders.due(at, 2_000)).map((each) => each.endsAt)).toEqual(
        Array.from({ length: 1_100 }, (_, n) => endsAt + n),
      );
      expect((await due(at)).map((each) => each.userId)).toEqual(
        Array.from({ length: 10 }, (_, n) => `u${n}`),
      );
    });

    test("that were turned off meanwhile are handed over by no process", async () => {
      await store.reminders.set(reminder);
      await store.reminders.remove(guildId, discordUserId, "week");
      expect(await handOver(endsAt - hourMs)).toBeUndefined();
      expect(await store.outbox.due(endsAt, 10)).toEqual([]);
      await store.reminders.set(reminder);
      expect(await handOver(endsAt - hourMs)).toBeDefined();
    });

    test("of people no longer connected, or of a removed link, are not due", async () => {
      await store.reminders.set(reminder);
      await store.accounts.disconnect(guildId, discordUserId);
      expect(await due(endsAt - 1)).toEqual([]);
      await store.accounts.connect(account, accountNames);
      expect(await due(endsAt - 1)).toHaveLength(1);
      await store.guildLinks.remove(guildId, "k001");
      expect(await due(endsAt - 1)).toEqual([]);
    });
  });
});
