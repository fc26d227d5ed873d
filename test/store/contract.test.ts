import { beforeEach, describe, expect, test } from "vitest";
import type { DraftClaim } from "../../src/store/drafts.ts";
import { databaseKinds } from "./test-databases.ts";
import {
  account,
  announce,
  accountNames,
  claim,
  discordUserId,
  draft,
  entry,
  guildId,
  link,
  message,
  now,
  otherGuildId,
  reminder,
  schedule,
  timeRequest,
  week,
} from "./sample-rows.ts";
import { useStore } from "./with-store.ts";

const take: DraftClaim = {
  id: "d1",
  guildId,
  discordUserId,
  kind: "order.create",
  now,
  leaseUntil: now + 500,
  sealedReplyToken: "v1.k1.x.y.z",
};
describe.each(databaseKinds)("on %s", (kind) => {
  const { store, place } = useStore(kind);

  test("says whether other processes may use the same database", () => {
    expect(store.shared).toBe(kind === "Postgres");
  });

  test("settings return the last value stored", async () => {
    expect(await store.botState.get("never set")).toBeUndefined();
    await store.botState.set("commands", "one");
    await store.botState.set("commands", "two");
    expect(await store.botState.get("commands")).toBe("two");
  });

  describe("a draft", () => {
    beforeEach(() => store.drafts.create(draft));

    test("an open draft is revised by the one that read it last, and an ended one by nobody", async () => {
      const revise = (from: unknown, to: unknown) => store.drafts.revise("d1", from, to, draft.expiresAt + 1);
      const revised = await Promise.all([1, 2, 3].map((to) => revise(draft.payload, { to })));
      expect(revised.filter(Boolean)).toHaveLength(1);
      expect(await revise(draft.payload, {})).toBe(false);
      const present = await store.drafts.find("d1");
      expect(present).toMatchObject({ expiresAt: draft.expiresAt + 1 });
      expect(await revise(present?.payload, { last: true })).toBe(true);
      await store.drafts.discard("d1", guildId, discordUserId);
      expect(await revise({ last: true }, {})).toBe(false);
    });

    test("of unknown outcome is done once it's found, and nothing is found in two of them", async () => {
      await store.drafts.create({ ...draft, id: "d2" });
      for (const id of ["d1", "d2"]) await store.drafts.claim({ ...take, id });
      const found = (id: string, target: string) =>
        store.drafts.resolveFound(id, `found ${target}`, {
          id: `${id} ${target}`,
          guildId,
          workspaceId: undefined,
          discordUserId,
          action: "order.create",
          target,
          outcome: "done",
          detail: undefined,
          reference: undefined,
          at: now,
        });
      expect(await found("d1", "o1")).toBe(false);
      await store.drafts.claimAbandoned(now + 501);
      const both = await Promise.all([found("d1", "o1"), found("d2", "o1")]);
      expect(both.filter(Boolean)).toHaveLength(1);
      const winner = both[0] ? "d1" : "d2";
      const other = winner === "d1" ? "d2" : "d1";
      expect(await store.drafts.find(winner)).toMatchObject({ state: "done", result: "found o1" });
      expect(await store.drafts.find(other)).toMatchObject({ state: "unknown" });
      expect(await found(winner, "o2")).toBe(false);
      expect(await found(other, "o2")).toBe(true);
      expect(await store.audit.count(guildId, { action: "order.create" })).toBe(2);
    });

    test("is read back as stored, payload and all", async () => {
      expect(await store.drafts.find("d1")).toEqual({
        ...draft,
        state: "open",
        result: undefined,
        sealedReplyToken: undefined,
        leaseUntil: undefined,
      });
      expect(await store.drafts.find("d2")).toBeUndefined();
    });

    test("is claimed once", async () => {
      expect(await store.drafts.claim(take)).toEqual({
        ...draft,
        state: "sending",
        result: undefined,
        sealedReplyToken: take.sealedReplyToken,
        leaseUntil: take.leaseUntil,
      });
      expect(await store.drafts.claim(take)).toBeUndefined();
      expect(await store.drafts.discard("d1", guildId, discordUserId)).toBe(false);
    });

    test.each([
      ["another guild", { guildId: otherGuildId }],
      ["another person", { discordUserId: "4" }],
      ["another kind of button", { kind: "post.delete" }],
      ["anyone once it has expired", { now: draft.expiresAt }],
    ])("is not claimed by %s", async (_who, change) => {
      expect(await store.drafts.claim({ ...take, ...change })).toBeUndefined();
      expect(await store.drafts.find("d1")).toMatchObject({ state: "open" });
    });

    test("is claimed once by a hundred clicks at the same time", async () => {
      const taken = await Promise.all(Array.from({ length: 100 }, () => store.drafts.claim(take)));
      expect(taken.filter((one) => one !== undefined)).toHaveLength(1);
    });

    test("is discarded only by its owner and only while it is open", async () => {
      expect(await store.drafts.discard("d1", guildId, "4")).toBe(false);
      expect(await store.drafts.discard("d1", guildId, discordUserId)).toBe(true);
      expect(await store.drafts.discard("d1", guildId, discordUserId)).toBe(false);
      expect(await store.drafts.claim(take)).toBeUndefined();
    });

    test("keeps its outcome and drops the reply token", async () => {
      await store.drafts.claim(take);
      await store.drafts.resolve("d1", "done", "Order #1042 logged.");
      expect(await store.drafts.find("d1")).toMatchObject({
        state: "done",
        result: "Order #1042 logged.",
        sealedReplyToken: undefined,
        leaseUntil: undefined,
      });
      await store.drafts.resolve("d1", "open", undefined);
      expect(await store.drafts.find("d1")).toMatchObject({ state: "done" });
    });

    test("ends together with its audit entry, or not at all", async () => {
      await store.drafts.claim(take);
      const resolve = (at: number) => store.drafts.resolve("d1", "done", "Logged.", { ...entry, at });
      await expect(resolve(Number.NaN)).rejects.toThrow();
      expect(await store.drafts.find("d1")).toMatchObject({ state: "sending", result: undefined });
      expect(await store.audit.count(guildId, {})).toBe(0);
      await resolve(now);
      expect(await store.drafts.find("d1")).toMatchObject({ state: "done", result: "Logged." });
      expect(await store.audit.list(guildId, {}, { limit: 5 })).toEqual([{ ...entry, at: now }]);
    });

    test("can be claimed again after a write that surely did not happen", async () => {
      await store.drafts.claim(take);
      await store.drafts.resolve("d1", "open", undefined);
      expect(await store.drafts.claim(take)).toMatchObject({ state: "sending" });
    });

    test("whose sender went away is handed to one caller", async () => {
      await store.drafts.claim(take);
      expect(await store.drafts.claimAbandoned(take.leaseUntil)).toEqual([]);
      const given = await Promise.all(
        Array.from({ length: 10 }, () => store.drafts.claimAbandoned(take.leaseUntil + 1)),
      );
      expect(given.flat()).toEqual([
        expect.objectContaining({ id: "d1", state: "unknown", sealedReplyToken: take.sealedReplyToken }),
      ]);
    });

    test("isn't abandoned while its own process is working on it", async () => {
      await store.drafts.claim(take);
      expect(await store.drafts.claimAbandoned(take.leaseUntil + 1, ["d1", "d9"])).toEqual([]);
      expect(await store.drafts.claimAbandoned(take.leaseUntil + 1, ["d9"])).toHaveLength(1);
    });

    test.each(["done", "open"] as const)(
      "that was abandoned is %s when its claimer reports that",
      async (end) => {
        await store.drafts.claim(take);
        await store.drafts.claimAbandoned(take.leaseUntil + 1);
        await store.drafts.resolve("d1", end, undefined);
        expect(await store.drafts.find("d1")).toMatchObject({ state: end });
      },
    );

    test("is removed once expired, unless it is being sent", async () => {
      await store.drafts.create({ ...draft, id: "d2" });
      await store.drafts.claim(take);
      expect(await store.drafts.removeExpired(draft.expiresAt)).toBe(0);
      expect(await store.drafts.removeExpired(draft.expiresAt + 1)).toBe(1);
      expect(await store.drafts.find("d1")).toBeDefined();
      expect(await store.drafts.find("d2")).toBeUndefined();
    });

    test("reads an empty payload back as null", async () => {
      await store.drafts.create({ ...draft, id: "d3", payload: undefined });
      expect(await store.drafts.find("d3")).toMatchObject({ payload: null });
    });
  });

  describe("the audit log", () => {
    const ids = (entries: readonly { readonly id: string }[]): readonly string[] =>
      entries.map(({ id }) => id);

    test("lists the entries right before and right after one, even of the same millisecond", async () => {
      const moments = [now, now + 1, now + 1, now + 1, now + 2, now + 3];
      for (const [index, at] of moments.entries())
        await store.audit.record({ ...entry, id: `a${index}`, at });
      const listed = async (page: object) => ids(await store.audit.list(guildId, {}, { limit: 2, ...page }));
      expect(await listed({})).toEqual(["a5", "a4"]);
      expect(await listed({ olderThan: { at: now + 2, id: "a4" } })).toEqual(["a3", "a2"]);
      expect(await listed({ olderThan: { at: now + 1, id: "a2" } })).toEqual(["a1", "a0"]);
      expect(await listed({ newerThan: { at: now + 1, id: "a1" } })).toEqual(["a3", "a2"]);
      expect(await listed({ newerThan: { at: now + 3, id: "a5" } })).toEqual([]);
    });

    test("lists the newest first, page by page, and deletes old ones", async () => {
      const entries = [0, 1, 2, 3].map((index) => ({ ...entry, id: `a${index}`, at: now + index }));
      for (const one of entries) await store.audit.record(one);
      await store.audit.record({ ...entry, id: "other", guildId: otherGuildId });
      expect(await store.audit.list(guildId, {}, { limit: 2 })).toEqual([entries[3], entries[2]]);
      expect(await store.audit.list(guildId, {}, { limit: 2, olderThan: entries[2] })).toEqual([
        entries[1],
        entries[0],
      ]);
      expect(await store.audit.count(guildId, {})).toBe(4);
      expect(await store.audit.removeBefore(now + 1)).toBe(2);
      expect(await store.audit.count(guildId, {})).toBe(3);
    });

    test.each([
      ["a person", { discordUserId: "4" }, ["a2"]],
      ["an action", { action: "order.create" }, ["a4", "a1"]],
      ["a family of actions", { action: "order." }, ["a4", "a2", "a1"]],
      ["an outcome", { outcome: "refused" }, ["a4", "a3"]],
      ["a beginning", { since: now + 3 }, ["a5", "a4", "a3"]],
      ["an end", { until: now + 3 }, ["a2", "a1"]],
      ["several at once", { action: "order.", outcome: "refused", since: now + 1, until: now + 9 }, ["a4"]],
      ["signs that patterns know", { action: "o%." }, []],
      ["what is left open", { discordUserId: undefined, action: undefined }, ["a5", "a4", "a3", "a2", "a1"]],
    ] as const)("filters by %s", async (_what, filter, expected) => {
      await store.audit.record({ ...entry, id: "a1", at: now + 1 });
      await store.audit.record({
        ...entry,
        id: "a2",
        at: now + 2,
        action: "order.delete",
        discordUserId: "4",
      });
      await store.audit.record({
        ...entry,
        id: "a3",
        at: now + 3,
        action: "orders.clear",
        outcome: "refused",
      });
      await store.audit.record({ ...entry, id: "a4", at: now + 4, outcome: "refused" });
      await store.audit.record({ ...entry, id: "a5", at: now + 5, action: "order" });
      await store.audit.record({ ...entry, id: "other", guildId: otherGuildId, at: now + 4 });
      expect(ids(await store.audit.list(guildId, filter, { limit: 10 }))).toEqual(expected);
      expect(await store.audit.count(guildId, filter)).toBe(expected.length);
    });

    test("lists each action of a guild once", async () => {
      for (const [index, action] of ["post.delete", "link.set", "post.delete"].entries()) {
        await store.audit.record({ ...entry, id: `a${index}`, action });
      }
      await store.audit.record({ ...entry, id: "other", guildId: otherGuildId, action: "elsewhere" });
      expect(await store.audit.actions(guildId)).toEqual(["link.set", "post.delete"]);
    });
  });

  test("a departure keeps its earliest moment, until it is cancelled", async () => {
    await store.departures.observe(guildId, now);
    await store.departures.observe(guildId, now + 50);
    expect(await store.departures.due(now)).toEqual([]);
    expect(await store.departures.due(now + 1)).toEqual([guildId]);
    await store.departures.observe(guildId, now - 50);
    expect(await store.departures.due(now)).toEqual([guildId]);
    await store.departures.cancel(guildId);
    expect(await store.departures.due(now + 100)).toEqual([]);
  });

  test("what a check finds twice for a reminder is one notice, and keeps no other from being sent", async () => {
    await store.reminders.set({ ...reminder, kind: "order" });
    const look = { guildId, discordUserId: reminder.discordUserId, kind: "order", noticedAt: now } as const;
    await store.notices.observe(look, ["a", "a"], announce);
    await store.notices.observe(look, ["a", "b", "b", "c"], announce);
    await store.notices.observe({ ...look, noticedAt: now + 1 }, ["b", "c"], announce);
    expect((await store.outbox.due(now, 10)).map(({ payload }) => payload)).toEqual([["b", "c"]]);
  });

  test("after months without a check, a reminder is told of nothing that was there before", async () => {
    await store.reminders.set({ ...reminder, kind: "marked" });
    const look = { guildId, discordUserId: reminder.discordUserId, kind: "marked", noticedAt: now } as const;
    await store.notices.observe(look, ["2026-11-09"], announce);
    const dayMs = 24 * 60 * 60_000;
    const later = now + 100 * dayMs;
    await store.notices.removeBefore(later - 90 * dayMs);
    await store.notices.observe({ ...look, noticedAt: later }, ["2026-11-09", "2026-11-16"], announce);
    await store.notices.observe({ ...look, noticedAt: later + 1 }, ["2026-11-16", "2027-02-22"], announce);
    expect((await store.outbox.due(later + 1, 10)).map(({ payload }) => payload)).toEqual([["2027-02-22"]]);
  });

  test("an import that was just processed waits behind other guilds' imports", async () => {
    const begin = (id: string, createdAt: number) => {
      const begun = { id, guildId, linkKey: "k001", workspaceId: "w1", discordUserId: `of ${id}` };
      return store.imports.create(
        { ...begun, source: "list", until: createdAt, createdAt, sealedReplyToken: undefined },
        [{ line: 1, typedMember: "nobody", typedUser: "nobody" }],
      );
    };
    await begin("older", now - 2_000);
    await begin("newer", now - 1_000);
    expect((await store.imports.due(now, 1)).map(({ id }) => id)).toEqual(["older"]);
    await store.imports.postpone("older", now, undefined);
    expect((await store.imports.due(now, 1)).map(({ id }) => id)).toEqual(["newer"]);
  });

  describe("with something in every table", () => {
    const rowsOf = async (table: string, id: string): Promise<number> =>
      (await place.query(`select 1 from ${table} where guild_id = '${id}'`)).length;

    beforeEach(async () => {
      for (const id of [guildId, otherGuildId]) {
        await store.guildLinks.save({ ...link, guildId: id }, 1);
        await store.channelLinks.bind(id, "5", "k001");
        await store.accessRoles.set(id, "9", "staff");
        await store.guildSettings.set(id, "default-link", "k001");
        const former = { ...account, guildId: id, discordUserId: "6", userId: "9006" };
        await store.accounts.connect(former, accountNames);
        await store.accounts.disconnect(id, former.discordUserId);
        const forgotten = { guildId: id, userId: "9007", discordUserId: undefined, disconnects: false };
        await store.forgetPerson(forgotten);
        await store.accounts.connect({ ...account, guildId: id }, accountNames);
        await store.people.note([{ link: { guildId: id, linkKey: "k001" }, userIds: ["9009"] }], {
          now,
          staleBefore: 0,
        });
        await store.connectionRequests.create({ ...claim, id: `c-${id}`, guildId: id });
        await store.timeRequests.create({ ...timeRequest, id: `t-${id}`, guildId: id }, 5);
        const begun = { id: `i-${id}`, guildId: id, linkKey: "k001", workspaceId: "w1", discordUserId };
        await store.imports.create(
          { ...begun, source: "list", until: now, createdAt: now, sealedReplyToken: undefined },
          [{ line: 1, typedMember: "nobody", typedUser: "nobody" }],
        );
        await store.drafts.create({ ...draft, id: `d-${id}`, guildId: id });
        await store.audit.record({ ...entry, id: `a-${id}`, guildId: id });
        await store.schedules.create({ ...schedule, id: `s-${id}`, guildId: id });
        await store.deliveries.add({ scheduleId: `s-${id}`, guildId: id, dueAt: now + 1_000 });
        await store.sends.begin({ nonce: `n-${id}`, digest: "d", guildId: id, shown: undefined }, now);
        await store.sends.own({ messageId: `m-${id}`, nonce: `n-${id}`, guildId: id, at: now });
        const look = { scheduleId: `s-${id}`, guildId: id, change: "ready", noticedAt: now };
        await store.orderAlerts.observe(look, []);
        const order = { orderId: "o1", status: "submitted", changedAt: now, createdAt: now };
        await store.orderSteps.observe([{ link: { guildId: id, linkKey: "k001" }, seen: [order], at: now }]);
        await store.weeks.snapshot({ ...week, guildId: id });
        await store.reminders.set({ ...reminder, guildId: id, kind: "order" });
        await store.notices.observe(
          { guildId: id, discordUserId, kind: "order", noticedAt: now },
          [],
          announce,
        );
        await store.outbox.add({ ...message, key: `o-${id}`, guildId: id });
        const earned = { discordUserId, roleId: "9", weekStart: "2026-11-16", reason: "passed" } as const;
        await store.rewards.begin({ ...earned, guildId: id, state: "given", since: now, until: 0 });
        await store.presences.claim({ guildId: id, linkKey: "k001" }, now);
        await store.presences.setHidden(id, "7", now);
        const shortage = { scheduleId: `s-${id}`, guildId: id, toldAt: now };
        await store.presences.beginShortage(shortage, { ...message, key: `o-${id}`, guildId: id });
        const own = { guildId: id, discordUserId, linkKey: "k001", tokenHash: `hash of ${id}`, madeAt: now };
        await store.calendarAddresses.add(own);
        await store.homeGuilds.choose(`h-${id}`, id, now);
        await store.departures.observe(id, now);
        await store.unlinkedGuilds.putBack({ guildId: id, since: now }, now);
        await store.weeks.prepareLooks(now);
      }
      await store.weeks.prepareLooks(now);
    });

    test("each guild is listed once", async () => {
      expect((await store.departures.knownGuildIds()).toSorted()).toEqual([guildId, otherGuildId]);
    });

    test("a guild is listed as long as one table has a row of it", async () => {
      const tables = await place.tablesOfGuilds();
      for (const [index, table] of tables.entries()) {
        expect(await store.departures.knownGuildIds(), `before ${table}`).toContain(guildId);
        await place.query(`delete from ${table} where guild_id = '${guildId}'`);
        expect((await store.departures.knownGuildIds()).includes(guildId), `after ${table}`).toBe(
          index < tables.length - 1,
        );
      }
    });

    test("deleting a guild leaves nothing of it in any table, and everything of the others", async () => {
      const tables = await place.tablesOfGuilds();
      for (const table of tables) expect(await rowsOf(table, guildId), table).toBe(1);
      await store.forgetGuild(guildId);
      for (const table of tables) {
        expect(await rowsOf(table, guildId), table).toBe(0);
        expect(await rowsOf(table, otherGuildId), table).toBe(1);
      }
    });
  });
});
