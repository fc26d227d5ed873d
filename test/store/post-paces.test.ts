import { expect, test } from "vitest";
import { useStore } from "./with-store.ts";

const used = useStore("Postgres");
const hourMs = 60 * 60_000;

test("what a replica wants counts while it reports, and no longer once it is gone", async () => {
  const { postPaces } = used.store;
  const seen = (change: string) =>
    used.place.query(`update post_paces set seen_at = seen_at ${change} where replica_id = 'other'`);
  await postPaces.report("other", 40);
  // A slow test is no reason for it to be gone.
  await seen(`+ ${hourMs}`);
  expect(await postPaces.report("own", 5)).toEqual([40]);
  await seen(`- ${2 * hourMs}`);
  expect(await postPaces.report("own", 5)).toEqual([]);
});
