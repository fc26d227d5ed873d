import { describe, expect, test } from "vitest";
import { guildId, now, otherGuildId } from "./sample-rows.ts";
import { databaseKinds } from "./test-databases.ts";
import { useStore } from "./with-store.ts";

const send = { nonce: "n1", digest: "d1", guildId, shown: { lastAsOf: 1 } };

describe.each(databaseKinds)("on %s", (kind) => {
  const { store } = useStore(kind);
  const own = (messageId: string, nonce: string) => store.sends.own({ messageId, nonce, guildId, at: now });

  test("each wording of a message is kept with its first and last attempt", async () => {
    await store.sends.begin(send, now);
    await store.sends.begin({ ...send, digest: "d2", shown: undefined }, now + 1);
    await store.sends.begin({ ...send, nonce: "n2" }, now + 2);
    await store.sends.begin({ ...send, shown: { lastAsOf: 2 } }, now + 3);
    expect(await store.sends.list("n1")).toEqual([
      { ...send, digest: "d2", firstAt: now + 1, lastAt: now + 1, shown: null },
      { ...send, firstAt: now, lastAt: now + 3, shown: { lastAsOf: 2 } },
    ]);
    expect(await store.sends.list("n3")).toEqual([]);
  });

  test("what was refused is forgotten, unless an attempt before it may have got through", async () => {
    await store.sends.begin(send, now);
    await store.sends.withdraw(send, now + 1);
    await store.sends.begin(send, now + 2);
    await store.sends.withdraw(send, now + 2);
    expect(await store.sends.list("n1")).toHaveLength(1);
    await store.sends.begin({ ...send, digest: "d2" }, now + 3);
    await store.sends.withdraw({ ...send, digest: "d2" }, now + 3);
    expect(await store.sends.list("n1")).toMatchObject([{ digest: "d1", firstAt: now, lastAt: now + 2 }]);
  });

  test("of fifty that want a message at once one has it, for good", async () => {
    const nonces = Array.from({ length: 50 }, (_, index) => `n${index}`);
    const owned = await Promise.all(nonces.map((nonce) => own("m1", nonce)));
    expect(owned.filter(Boolean)).toHaveLength(1);
    const owner = nonces[owned.indexOf(true)] ?? "";
    expect(await own("m1", owner)).toBe(true);
    expect(await own("m1", "another")).toBe(false);
    expect(await own("m2", "another")).toBe(true);
    expect(await store.sends.ownersOf(["m1", "m2", "m3"])).toEqual(
      new Map([
        ["m1", owner],
        ["m2", "another"],
      ]),
    );
  });

  test("after a clock that was an hour ahead is set back, attempts are looked for an hour earlier", async () => {
    const hourMs = 60 * 60_000;
    await store.sends.begin(send, now + hourMs);
    await store.sends.begin({ ...send, digest: "d2" }, now - 1);
    await store.sends.bringForward(now, hourMs);
    expect(
      (await store.sends.list("n1"))
        .map(({ digest, firstAt }) => [digest, firstAt])
        .toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1)),
    ).toEqual([
      ["d1", now],
      ["d2", now - 1],
    ]);
  });

  test("old ones are removed, and those of a guild with it", async () => {
    await store.sends.begin(send, now - 10);
    await store.sends.begin({ ...send, nonce: "n2", guildId: otherGuildId }, now);
    await store.sends.own({ messageId: "m1", nonce: "n1", guildId, at: now - 10 });
    await own("m2", "n2");
    expect(await store.sends.removeBefore(now)).toBe(2);
    expect(await store.sends.list("n1")).toEqual([]);
    expect(await store.sends.ownersOf(["m1", "m2"])).toEqual(new Map([["m2", "n2"]]));
    await store.forgetGuild(otherGuildId);
    expect(await store.sends.list("n2")).toEqual([]);
  });
});
