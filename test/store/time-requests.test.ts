import { describe, expect, test } from "vitest";
import type { OutboxEntry } from "../../src/store/outbox.ts";
import { databaseKinds } from "./test-databases.ts";
import { discordUserId, guildId, message, now, otherGuildId, timeRequest } from "./sample-rows.ts";
import { useStore } from "./with-store.ts";

const leaseMs = 1_000;
const { id } = timeRequest;

describe.each(databaseKinds)("on %s", (kind) => {
  const { store } = useStore(kind);
  const find = () => store.timeRequests.find(id);

  test("a request is read back as stored, and an identical one is the same request", async () => {
    const answers = await Promise.all(
      ["t1", "t2", "t3"].map((each) => store.timeRequests.create({ ...timeRequest, id: each }, 5)),
    );
    expect(answers.filter((answer) => answer === "created")).toHaveLength(1);
    const [stored] = await store.timeRequests.listUndecided(guildId, 10);
    expect(stored).toMatchObject({ ...timeRequest, id: stored?.id, state: "open", attempts: 0 });
    expect(answers.filter((answer) => answer !== "created")).toEqual([stored, stored]);
  });

  test("the same time can be asked for in each of a server's workspaces", async () => {
    await store.timeRequests.create(timeRequest, 5);
    const there = { ...timeRequest, id: "t2", linkKey: "other" };
    expect(await store.timeRequests.create(there, 5)).toBe("created");
    expect(await store.timeRequests.create({ ...there, id: "t3" }, 5)).toMatchObject({ id: "t2" });
  });

  test("a member has a limited number of undecided ones, in each guild", async () => {
    for (const minutes of [1, 2])
      await store.timeRequests.create({ ...timeRequest, id: `t${minutes}`, minutes }, 2);
    const third = { ...timeRequest, id: "t3", minutes: 3 };
    expect(await store.timeRequests.create(third, 2)).toBe("full");
    expect(await store.timeRequests.create({ ...third, guildId: otherGuildId }, 2)).toBe("created");
    await store.timeRequests.move({ id: "t1", guildId, from: "open", to: "declined", dueAt: undefined });
    expect(await store.timeRequests.create({ ...third, id: "t4" }, 2)).toBe("created");
  });

  test("of many deciding at once one succeeds, and only in its own guild", async () => {
    await store.timeRequests.create(timeRequest, 5);
    const move = (to: "sending" | "declined", by: string) =>
      store.timeRequests.move({ id, guildId, from: "open", to, decidedByDiscordUserId: by, dueAt: now });
    expect(
      await store.timeRequests.move({ id, guildId: otherGuildId, from: "open", to: "declined", dueAt: now }),
    ).toBeUndefined();
    const moved = await Promise.all([move("sending", "1"), move("declined", "2"), move("sending", "3")]);
    expect(moved.filter((each) => each !== undefined)).toHaveLength(1);
    expect(await find()).toEqual(moved.find((each) => each !== undefined));
  });

  test("a due request is leased to one, until its lease ends or another time is set", async () => {
    await store.timeRequests.create(timeRequest, 5);
    const at = now + 60_000;
    expect(await store.timeRequests.due(at - 1, 10)).toEqual([]);
    const [seen] = await store.timeRequests.due(at, 10);
    if (seen === undefined) throw new Error("nothing is due");
    const leases = await Promise.all([1, 2, 3].map(() => store.timeRequests.lease(seen, at + leaseMs)));
    const [leased] = leases.filter((lease) => lease !== undefined);
    expect([leases.filter(Boolean).length, leased?.attempts]).toEqual([1, 1]);
    expect(await store.timeRequests.due(at + leaseMs - 1, 10)).toEqual([]);
    expect(await store.timeRequests.due(at + leaseMs, 10)).toHaveLength(1);
    // Late news of a lease that ended changes nothing.
    await store.timeRequests.setDue(seen, { dueAt: undefined });
    const bringUp = (request: typeof seen, ids: (found: readonly string[]) => OutboxEntry) =>
      store.timeRequests.bringUp([{ leased: request, dueAt: at + 5 }], at, ids);
    const announce = (ids: readonly string[]): OutboxEntry => ({ ...message, payload: ids });
    expect(await bringUp(seen, announce)).toBeUndefined();
    expect(await find()).toMatchObject({ dueAt: at + leaseMs, broughtUpAt: undefined });
    expect(await store.outbox.due(now, 10)).toEqual([]);
    if (leased === undefined) throw new Error("nobody has it");
    expect(await bringUp(leased, announce)).toMatchObject({ payload: [id] });
    expect(await find()).toMatchObject({ dueAt: at + 5, broughtUpAt: at });
    expect(await store.outbox.due(now, 10)).toMatchObject([{ payload: [id] }]);
  });

  test("what is to be said of a decision is stored with it, and only with the one that counts", async () => {
    await store.timeRequests.create(timeRequest, 5);
    const decide = (to: "declined" | "expired", key: string) =>
      store.timeRequests.move(
        { id, guildId, from: "open", to, decidedAt: now, dueAt: undefined },
        (moved) => ({
          ...message,
          key,
          payload: moved.state,
        }),
      );
    await Promise.all([decide("declined", "one"), decide("expired", "two")]);
    expect(await store.outbox.due(now, 10)).toMatchObject([{ payload: (await find())?.state }]);
    await store.timeRequests.setTold({ id, state: "open", decidedAt: now }, "private");
    expect(await find()).toMatchObject({ told: undefined });
    const decided = await find();
    if (decided !== undefined) await store.timeRequests.setTold(decided, "private");
    expect(await find()).toMatchObject({ told: "private" });
  });

  test("what an older version decided is handed over to be said, unless it is saying it", async () => {
    await store.timeRequests.create(timeRequest, 5);
    await store.timeRequests.move({ id, guildId, from: "open", to: "declined", dueAt: now });
    const [seen] = await store.timeRequests.due(now, 10);
    if (seen === undefined) throw new Error("nothing is due");
    const leased = await store.timeRequests.lease(seen, now + leaseMs);
    await store.timeRequests.handOver(seen, message);
    expect(await store.outbox.due(now, 10)).toEqual([]);
    if (leased !== undefined) await store.timeRequests.handOver(leased, message);
    expect(await store.outbox.due(now, 10)).toEqual([message]);
    expect(await find()).toMatchObject({ dueAt: undefined });
  });

  test("a request is stored with its card, and one that can't be made without", async () => {
    expect(await store.timeRequests.create(timeRequest, 5, message)).toBe("created");
    const again = { ...message, key: "o2" };
    expect(await store.timeRequests.create({ ...timeRequest, id: "t2" }, 5, again)).toMatchObject({ id });
    expect(await store.outbox.due(now, 10)).toEqual([message]);
  });

  test("the card of a decided request is kept, and it isn't due again", async () => {
    await store.timeRequests.create(timeRequest, 5);
    await store.timeRequests.move({ id, guildId, from: "open", to: "withdrawn", decidedAt: now });
    await store.timeRequests.setCard(id, { channelId: "7", messageId: "8", proof: [], dueAt: now + 5 });
    expect(await find()).toMatchObject({ state: "withdrawn", cardMessageId: "8", dueAt: undefined });
  });

  test("a posted card discards the pictures' addresses, and is lost with its channel", async () => {
    await store.timeRequests.create(timeRequest, 5);
    const card = { channelId: "7", messageId: "8", proof: [], dueAt: now + 5 };
    await store.timeRequests.setCard(id, card);
    expect(await find()).toMatchObject({ cardChannelId: "7", cardMessageId: "8", proof: [], pictures: 1 });
    expect(await store.timeRequests.loseCards({ guildId: otherGuildId, cardChannelId: "7" }, now)).toBe(0);
    expect(await store.timeRequests.loseCards({ guildId, cardChannelId: "7" }, now)).toBe(1);
    expect(await find()).toMatchObject({ cardMessageId: undefined, dueAt: now });
  });

  test("a person's requests are deleted for good; others' stay, and so do undecided ones however old", async () => {
    await store.timeRequests.create(timeRequest, 5);
    await store.timeRequests.create({ ...timeRequest, id: "t2", discordUserId: "4" }, 5);
    expect((await store.timeRequests.removeByMember(guildId, discordUserId)).map((each) => each.id)).toEqual([
      id,
    ]);
    expect(await store.timeRequests.removeBefore(now + 1)).toBe(0);
    await store.timeRequests.move({ id: "t2", guildId, from: "open", to: "expired", dueAt: undefined });
    expect(await store.timeRequests.removeBefore(now + 1)).toBe(1);
  });

  test("one of which nobody ever said whether the time was given is kept no longer than the others", async () => {
    await store.timeRequests.create(timeRequest, 5);
    const approval = { id, guildId, dueAt: undefined };
    await store.timeRequests.move({ ...approval, from: "open", to: "sending" });
    expect(await store.timeRequests.removeBefore(now + 1)).toBe(0);
    await store.timeRequests.move({ ...approval, from: "sending", to: "unknown" });
    expect(await store.timeRequests.removeBefore(now + 1)).toBe(1);
  });
});
