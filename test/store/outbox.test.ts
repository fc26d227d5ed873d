import { describe, expect, test } from "vitest";
import {
  account,
  accountNames,
  discordUserId,
  guildId,
  message,
  now,
  otherGuildId,
  reminder,
} from "./sample-rows.ts";
import { databaseKinds } from "./test-databases.ts";
import { useStore } from "./with-store.ts";

const leaseMs = 60_000;

describe.each(databaseKinds)("on %s", (kind) => {
  const { store } = useStore(kind);
  const keysDue = async (at: number, limit = 100) =>
    (await store.outbox.due(at, limit)).map(({ key }) => key).toSorted();

  test("what is to be said waits under its key, once, until it was said", async () => {
    expect(await store.outbox.add(message)).toBe(true);
    expect(await store.outbox.add({ ...message, payload: "another" })).toBe(false);
    expect(await store.outbox.due(now - 1, 10)).toEqual([]);
    expect(await store.outbox.due(now, 10)).toEqual([message]);
    await store.outbox.remove(message.key);
    expect(await store.outbox.due(now, 10)).toEqual([]);
    expect(await store.outbox.add({ ...message, discordUserId: undefined })).toBe(true);
    expect(await store.outbox.due(now, 10)).toMatchObject([{ discordUserId: undefined }]);
  });

  test("of fifty that see it at once one has it, until the claim ends", async () => {
    await store.outbox.add(message);
    const until = now + leaseMs;
    const claims = await Promise.all(Array.from({ length: 50 }, () => store.outbox.claim(message, until)));
    expect(claims.filter((claim) => claim !== undefined)).toEqual([{ ...message, until, attempts: 1 }]);
    expect(await keysDue(until - 1)).toEqual([]);
    const [seen] = await store.outbox.due(until, 10);
    if (seen === undefined) throw new Error("the claim never ends");
    expect(await store.outbox.claim(seen, until + leaseMs)).toMatchObject({ attempts: 2 });
    // News of a claim that ended changes nothing.
    await store.outbox.postpone(seen, until + 1);
    expect(await keysDue(until + leaseMs - 1)).toEqual([]);
    await store.outbox.postpone({ ...seen, until: until + leaseMs }, until + 1);
    expect(await keysDue(until + 1)).toEqual([message.key]);
  });

  test("a guild with thousands leaves room for the others", async () => {
    for (let index = 0; index < 120; index += 1)
      await store.outbox.add({ ...message, key: `many ${index}`, until: now - 10 });
    await store.outbox.add({ ...message, key: "other", guildId: otherGuildId });
    const due = await store.outbox.due(now, 100);
    expect(due.filter(({ guildId: id }) => id === guildId)).toHaveLength(50);
    expect(due.slice(0, 2).map(({ key }) => key)).toContain("other");
    expect(await keysDue(now, 10)).toHaveLength(10);
  });

  test("nothing waits longer because the clock was set back, and nobody needs what is old", async () => {
    await store.outbox.add({ ...message, until: now + 3_600_000 });
    await store.outbox.bringForward(now, 3_600_000);
    expect(await keysDue(now)).toEqual([message.key]);
    expect(await store.outbox.removeBefore(now)).toBe(0);
    expect(await store.outbox.removeBefore(now + 1)).toBe(1);
  });

  test("what is about a person is forgotten with their other data, and what is about others stays", async () => {
    await store.outbox.add(message);
    await store.outbox.add({ ...message, key: "o2", discordUserId: "4" });
    await store.outbox.add({ ...message, key: "o3", guildId: otherGuildId });
    await store.forgetPerson({ guildId, discordUserId, userId: undefined, disconnects: false });
    expect(await keysDue(now)).toEqual(["o2", "o3"]);
  });

  test("turning a kind of notice off drops what waits of it, and disconnecting what waits of any", async () => {
    for (const each of ["order", "assignment"] as const) {
      await store.reminders.set({ ...reminder, kind: each });
      await store.outbox.add({ ...message, key: `notice ${guildId} ${discordUserId} ${each} 1` });
    }
    await store.reminders.remove(guildId, discordUserId, "order");
    expect(await keysDue(now)).toEqual([`notice ${guildId} ${discordUserId} assignment 1`]);
    await store.outbox.add({ ...message, key: "o2" });
    await store.accounts.connect(account, accountNames);
    await store.accounts.disconnect(guildId, discordUserId);
    expect(await keysDue(now)).toEqual(["o2"]);
  });
});
