import { Client } from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { openStore } from "../../commands/store.ts";
import { createPostgresDatabase, inThisDatabase } from "../support/databases.ts";
import { databaseKinds } from "./test-databases.ts";
import { now } from "./sample-rows.ts";
import { useStore } from "./with-store.ts";

const request = { id: "l1", workspaceId: "w1", wanted: 5, limit: 100, now, endsAt: now + 60_000 };

describe.each(databaseKinds)("on %s, a lease of a workspace's requests", (kind) => {
  const { store } = useStore(kind);
  beforeEach(() => store.quotas.removeBefore(Number.MAX_SAFE_INTEGER));

  test("is for what is left, and for no more than was asked for", async () => {
    expect(await store.quotas.lease(request)).toEqual({ granted: 5, nextEnd: undefined });
    expect(await store.quotas.lease({ ...request, id: "l2", wanted: 99 })).toEqual({
      granted: 95,
      nextEnd: request.endsAt,
    });
    expect(await store.quotas.lease({ ...request, id: "l3" })).toEqual({
      granted: 0,
      nextEnd: request.endsAt,
    });
    expect(await store.quotas.lease({ ...request, id: "l4", limit: 60 })).toMatchObject({ granted: 0 });
  });

  test("affects no other workspace", async () => {
    await store.quotas.lease({ ...request, wanted: 100 });
    expect(await store.quotas.lease({ ...request, id: "l2", workspaceId: "w2" })).toMatchObject({
      granted: 5,
    });
  });

  test("counts until its end, and not after", async () => {
    await store.quotas.lease({ ...request, wanted: 100 });
    const later = { ...request, id: "l2", now: request.endsAt - 1 };
    expect(await store.quotas.lease(later)).toMatchObject({ granted: 0 });
    expect(await store.quotas.lease({ ...later, now: request.endsAt })).toMatchObject({ granted: 5 });
  });

  test("can be corrected, and returned in full", async () => {
    await store.quotas.lease({ ...request, wanted: 100 });
    await store.quotas.complete("l1", 40, now + 10_000);
    expect(await store.quotas.lease({ ...request, id: "l2", wanted: 100 })).toEqual({
      granted: 60,
      nextEnd: now + 10_000,
    });
    await store.quotas.complete("l2", 0, now);
    expect(await store.quotas.lease({ ...request, id: "l3", wanted: 100 })).toMatchObject({ granted: 60 });
    await store.quotas.complete("never taken", 40, now + 10_000);
    expect(await store.quotas.lease({ ...request, id: "l4", wanted: 100 })).toMatchObject({ granted: 0 });
  });

  test("never exceeds the limit when many lease at the same time", async () => {
    const taken = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        store.quotas.lease({ ...request, id: `l${index}`, wanted: 7 }),
      ),
    );
    expect(taken.reduce((sum, { granted }) => sum + granted, 0)).toBe(100);
  });
});

test("on Postgres, a lease waits for one that is being stored", async () => {
  const database = await createPostgresDatabase();
  const store = await openStore({ databaseUrl: database.url, dataFolder: "/nowhere", now: () => now });
  const other = new Client({ connectionString: database.url });
  await other.connect();
  const countWaiting = async () =>
    (
      await other.query(
        `select from pg_locks where locktype = 'advisory' and not granted and ${inThisDatabase}`,
      )
    ).rowCount ?? 0;
  try {
    await other.query("begin");
    const { rows } = await other.query<{ readonly granted: number }>(
      "select granted from lease_quota('other', 'w1', 100, 100, $1, $2)",
      [now, now + 60_000],
    );
    expect(rows).toEqual([{ granted: 100 }]);
    let isGranted = false;
    const lease = store.quotas.lease({ ...request, wanted: 100 }).finally(() => (isGranted = true));
    await expect.poll(async () => isGranted || (await countWaiting()) === 1).toBe(true);
    await other.query("commit");
    // Both at once would send twice what the service allows.
    expect(await lease).toMatchObject({ granted: 0 });
  } finally {
    await other.end();
    await store.close();
    await database.drop();
  }
});
