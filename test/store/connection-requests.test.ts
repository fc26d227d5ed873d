import { describe, expect, test } from "vitest";
import type {
  ConnectionRequestApproval,
  ConnectionRequestDecision,
} from "../../commands/account/connection-request/store.ts";
import { databaseKinds } from "./test-databases.ts";
import {
  account,
  accountNames,
  claim,
  discordUserId,
  entry,
  guildId,
  message,
  now,
  otherGuildId,
} from "./sample-rows.ts";
import { useStore } from "./with-store.ts";

const decision: ConnectionRequestDecision = {
  id: "c1",
  guildId,
  from: "open",
  to: "approved",
  decidedByDiscordUserId: "4",
  decidedAt: now + 10,
};

describe.each(databaseKinds)("a connection request on %s", (kind) => {
  const { store } = useStore(kind);

  test("is read back as stored", async () => {
    expect(await store.connectionRequests.create(claim)).toBeUndefined();
    expect(await store.connectionRequests.find("c1")).toEqual(claim);
    expect(await store.connectionRequests.find("c2")).toBeUndefined();
    expect(await store.connectionRequests.findOpen(guildId, discordUserId)).toEqual(claim);
    expect(await store.connectionRequests.findOpen(otherGuildId, discordUserId)).toBeUndefined();
    expect(await store.connectionRequests.findOpen(guildId, "4")).toBeUndefined();
  });

  test("replaces the member's earlier one, which is returned as withdrawn", async () => {
    await store.connectionRequests.create(claim);
    await store.connectionRequests.create({ ...claim, id: "other member", discordUserId: "4" });
    await store.connectionRequests.create({ ...claim, id: "other guild", guildId: otherGuildId });
    await store.connectionRequests.set("c1", { cardChannelId: "5", cardMessageId: "6" });
    const withdrawn = {
      ...claim,
      cardChannelId: "5",
      cardMessageId: "6",
      state: "withdrawn",
      decidedByDiscordUserId: discordUserId,
      decidedAt: now + 1,
    };
    expect(await store.connectionRequests.create({ ...claim, id: "c2", createdAt: now + 1 })).toEqual(
      withdrawn,
    );
    expect(await store.connectionRequests.find("c1")).toEqual(withdrawn);
    expect(await store.connectionRequests.findOpen(guildId, discordUserId)).toMatchObject({ id: "c2" });
    expect(await store.connectionRequests.find("other member")).toMatchObject({ state: "open" });
    expect(await store.connectionRequests.find("other guild")).toMatchObject({ state: "open" });
  });

  test("made several times at once leaves one open and returns each earlier one once", async () => {
    const given = await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        store.connectionRequests.create({ ...claim, id: `c${number}` }),
      ),
    );
    const open = await store.connectionRequests.listUndecided(guildId, 10);
    expect(open).toHaveLength(1);
    const ids = [...given.flatMap((one) => one?.id ?? []), ...open.map(({ id }) => id)];
    expect(ids.toSorted()).toEqual(Array.from({ length: 10 }, (_, number) => `c${number}`));
  });

  test("isn't withdrawn when the one after it can't be stored", async () => {
    await store.connectionRequests.create({ ...claim, id: "taken", guildId: otherGuildId });
    await store.connectionRequests.create(claim);
    await expect(store.connectionRequests.create({ ...claim, id: "taken" })).rejects.toThrow();
    expect(await store.connectionRequests.find("c1")).toEqual(claim);
  });

  test("is stored with its card, or neither is", async () => {
    await store.connectionRequests.create(claim, message);
    const again = { ...message, key: "o2" };
    await expect(store.connectionRequests.create(claim, again)).rejects.toThrow();
    expect((await store.outbox.due(now, 10)).map(({ key }) => key)).toEqual([message.key]);
  });

  test.each([
    ["approved", account.userId],
    ["withdrawn", "another user's"],
  ])("ends as %s with an import of its member, and its news are stored with that", async (state, userId) => {
    await store.connectionRequests.create({ ...claim, userId });
    const begun = { id: "i1", guildId, linkKey: "k001", workspaceId: "w1", discordUserId: "4" };
    const times = { until: 0, createdAt: now, sealedReplyToken: undefined };
    const person = { line: 1, typedMember: "mia", typedUser: "9001", state: "ready" } as const;
    await store.imports.create({ ...begun, ...times, source: "list" }, [person]);
    const connected = await Promise.all(
      [1, 2].map(() =>
        store.imports.connect({ importId: "i1", line: 1 }, account, accountNames, entry, (ended) => ({
          ...message,
          payload: ended.state,
        })),
      ),
    );
    expect(connected.flatMap(({ asked }) => asked?.state ?? [])).toEqual([state]);
    expect(await store.outbox.due(now, 10)).toMatchObject([{ payload: state }]);
  });

  test("remembers its card", async () => {
    await store.connectionRequests.create(claim);
    await store.connectionRequests.create({ ...claim, id: "c2", discordUserId: "4" });
    await store.connectionRequests.set("c1", { cardChannelId: "5", cardMessageId: "6" });
    expect(await store.connectionRequests.find("c1")).toEqual({
      ...claim,
      cardChannelId: "5",
      cardMessageId: "6",
    });
    expect(await store.connectionRequests.find("c2")).toMatchObject({ cardChannelId: undefined });
  });

  test.each(["approved", "declined", "withdrawn"] as const)("ends once as %s", async (state) => {
    await store.connectionRequests.create(claim);
    const { decidedByDiscordUserId, decidedAt } = decision;
    const ended = { ...claim, state, decidedByDiscordUserId, decidedAt, reason: "Not you" };
    expect(await store.connectionRequests.move({ ...decision, to: state, declineReason: "Not you" })).toEqual(
      ended,
    );
    expect(await store.connectionRequests.move({ ...decision, to: "declined" })).toBeUndefined();
    expect(await store.connectionRequests.find("c1")).toEqual(ended);
    expect(await store.connectionRequests.findOpen(guildId, discordUserId)).toBeUndefined();
  });

  test("can't be decided from another guild", async () => {
    await store.connectionRequests.create(claim);
    expect(await store.connectionRequests.move({ ...decision, guildId: otherGuildId })).toBeUndefined();
    expect(await store.connectionRequests.find("c1")).toEqual(claim);
  });

  test("is decided by one of fifty at the same time", async () => {
    await store.connectionRequests.create(claim);
    const decided = await Promise.all(
      Array.from({ length: 50 }, (_, number) =>
        store.connectionRequests.move({ ...decision, decidedByDiscordUserId: String(number) }),
      ),
    );
    const winners = decided.filter((one) => one !== undefined);
    expect(winners).toHaveLength(1);
    expect(await store.connectionRequests.find("c1")).toEqual(winners[0]);
  });

  describe("that is approved", () => {
    const { id, decidedByDiscordUserId, decidedAt } = decision;
    const approval: ConnectionRequestApproval = {
      id,
      guildId,
      decidedByDiscordUserId,
      decidedAt,
      account,
      foldedNames: accountNames,
      reasons: { "member-taken": "member", "user-taken": "user" },
    };
    const ended = { ...claim, decidedByDiscordUserId, decidedAt };

    test("connects its member in the same step, once", async () => {
      await store.connectionRequests.create(claim);
      const outcomes = await Promise.all([1, 2, 3].map(() => store.connectionRequests.approve(approval)));
      expect(outcomes.filter((one) => one !== undefined)).toEqual([{ ...ended, state: "approved" }]);
      expect(await store.accounts.ofMember(guildId, discordUserId)).toEqual(account);
    });

    test("is declined when its user was connected to someone else, even when two are approved at once", async () => {
      await store.connectionRequests.create(claim);
      await store.connectionRequests.create({ ...claim, id: "c2", discordUserId: "4" });
      const [first, second] = await Promise.all([
        store.connectionRequests.approve(approval),
        store.connectionRequests.approve({
          ...approval,
          id: "c2",
          account: { ...account, discordUserId: "4" },
        }),
      ]);
      const states = [first, second].map((one) => [one?.state, one?.reason]);
      expect(states).toContainEqual(["approved", undefined]);
      expect(states).toContainEqual(["declined", "user"]);
      expect(await store.accounts.count(guildId)).toBe(1);
      expect(await store.connectionRequests.listUndecided(guildId, 10)).toEqual([]);
    });

    test("is declined if its member is connected to another user by then, and approved if to this one", async () => {
      await store.connectionRequests.create(claim);
      await store.accounts.connect({ ...account, userId: "9002" }, accountNames);
      const declined = { ...ended, state: "declined", reason: "member" };
      expect(await store.connectionRequests.approve(approval)).toEqual(declined);
      expect(await store.connectionRequests.find("c1")).toEqual(declined);
      await store.accounts.disconnect(guildId, discordUserId);
      await store.connectionRequests.create({ ...claim, id: "c2" });
      await store.accounts.connect(account, accountNames);
      expect(await store.connectionRequests.approve({ ...approval, id: "c2" })).toMatchObject({
        state: "approved",
      });
    });
  });

  test("is listed while it is open, oldest first", async () => {
    for (const number of [1, 2, 3]) {
      await store.connectionRequests.create({
        ...claim,
        id: `c${number}`,
        discordUserId: `m${number}`,
        createdAt: now - number,
      });
    }
    await store.connectionRequests.create({ ...claim, id: "elsewhere", guildId: otherGuildId });
    const listed = async (limit: number): Promise<readonly string[]> =>
      (await store.connectionRequests.listUndecided(guildId, limit)).map(({ id }) => id);
    expect(await listed(10)).toEqual(["c3", "c2", "c1"]);
    expect(await listed(2)).toEqual(["c3", "c2"]);
    expect(await store.connectionRequests.countUndecided(guildId)).toBe(3);
    await store.connectionRequests.move({ ...decision, id: "c3" });
    expect(await listed(10)).toEqual(["c2", "c1"]);
    expect(await store.connectionRequests.countUndecided(guildId)).toBe(2);
  });

  test("is removed once it is old and decided", async () => {
    await store.connectionRequests.create(claim);
    await store.connectionRequests.create({ ...claim, id: "c2" });
    await store.connectionRequests.create({ ...claim, id: "c3", discordUserId: "4", createdAt: now + 1 });
    await store.connectionRequests.move({ ...decision, id: "c3" });
    expect(await store.connectionRequests.removeBefore(now)).toBe(0);
    expect(await store.connectionRequests.removeBefore(now + 1)).toBe(1);
    expect(await store.connectionRequests.find("c1")).toBeUndefined();
    expect(await store.connectionRequests.find("c2")).toMatchObject({ state: "open" });
    expect(await store.connectionRequests.find("c3")).toBeDefined();
  });

  test("is expiring while it is open and old, and until its member knows that it expired", async () => {
    await store.connectionRequests.create(claim);
    await store.connectionRequests.create({ ...claim, id: "c2", discordUserId: "4", createdAt: now + 1 });
    await store.connectionRequests.create({ ...claim, id: "c3", discordUserId: "5" });
    await store.connectionRequests.move({ ...decision, id: "c3" });
    const expiring = async (at: number) =>
      (await store.connectionRequests.expiring(at, 10)).map(({ id }) => id);
    expect([await expiring(now), await expiring(now + 1), await expiring(now + 2)]).toEqual([
      [],
      ["c1"],
      ["c1", "c2"],
    ]);
    await store.connectionRequests.move({ ...decision, to: "expired" });
    expect(await expiring(now + 2)).toEqual(["c1", "c2"]);
    expect(await store.connectionRequests.removeBefore(now + 2)).toBe(1);
    await store.connectionRequests.set("c1", { toldAt: now + 3 });
    expect(await store.connectionRequests.find("c1")).toMatchObject({ state: "expired", toldAt: now + 3 });
    expect(await expiring(now + 2)).toEqual(["c2"]);
    expect(await store.connectionRequests.removeBefore(now + 2)).toBe(1);
  });
});
