import { describe, expect, test } from "vitest";
import { guildId, now } from "./sample-rows.ts";
import { databaseKinds } from "./test-databases.ts";
import { useStore } from "./with-store.ts";

describe.each(databaseKinds)("imports on %s", (kind) => {
  const used = useStore(kind);
  const leaseMs = 60_000;

  async function begin(id: string): Promise<void> {
    await used.store.imports.create(
      {
        id,
        guildId,
        linkKey: "cafe",
        workspaceId: "w1",
        discordUserId: "100000000000000009",
        source: "list",
        until: now,
        createdAt: now,
        sealedReplyToken: undefined,
      },
      [{ line: 1, typedMember: "nobody", typedUser: "nobody" }],
    );
  }
  const claimed = async (count: number): Promise<readonly boolean[]> => {
    const [seen] = await used.store.imports.due(now, 10);
    if (seen === undefined) throw new Error("no import is due");
    return Promise.all(Array.from({ length: count }, () => used.store.imports.claim(seen, now + leaseMs)));
  };

  test("one of several replicas that saw it due works on it", async () => {
    await begin("several");
    expect((await claimed(5)).filter(Boolean)).toHaveLength(1);
    expect(await used.store.imports.due(now, 10)).toEqual([]);
  });

  test("a replica that was slow can't take it once another has taken it and put it off", async () => {
    await begin("slow");
    const [seen] = await used.store.imports.due(now, 10);
    if (seen === undefined) throw new Error("no import is due");
    expect(await used.store.imports.claim(seen, now + leaseMs)).toBe(true);
    await used.store.imports.postpone(seen.id, now + 2 * leaseMs, undefined);
    expect(await used.store.imports.claim(seen, now + leaseMs)).toBe(false);
    const [later] = await used.store.imports.due(now + 2 * leaseMs, 10);
    expect(later?.until).toBe(now + 2 * leaseMs);
  });

  test("another replica takes it when the lease has ended", async () => {
    await begin("ended");
    expect(await claimed(1)).toEqual([true]);
    const [again] = await used.store.imports.due(now + leaseMs, 10);
    if (again === undefined) throw new Error("the import is gone");
    expect(await used.store.imports.claim(again, now + 2 * leaseMs)).toBe(true);
  });
});
