import { expect, test } from "vitest";
import { QuotaLeaseHolder } from "../../src/api/resilience/shared-quota.ts";

test("what a replica leaves of a lease is returned after five seconds, for another to take", async () => {
  const alarms: { readonly inMs: number; readonly ring: () => void }[] = [];
  const settled: (readonly [id: string, used: number, endsAt: number])[] = [];
  const filled = Promise.withResolvers<void>();
  const holder = new QuotaLeaseHolder({
    shared: {
      lease: async ({ wanted }) => ({ granted: wanted, nextEnd: undefined }),
      complete: async (...settlement) => void settled.push(settlement),
    },
    workspaceId: "w1",
    windowMs: 60_000,
    now: () => 1_000,
    timer: (inMs, ring) => {
      alarms.push({ inMs, ring });
      return () => undefined;
    },
    newId: () => "lease1",
    onChange: filled.resolve,
  });
  holder.requestLease(25, 100);
  await filled.promise;
  holder.consume()?.commit(61_000);
  expect(settled).toEqual([]);
  expect(alarms).toMatchObject([{ inMs: 5_000 }]);
  alarms[0]?.ring();
  expect(settled).toEqual([["lease1", 1, 61_000]]);
  expect(holder.consume()).toBeUndefined();
});
