import { beforeEach, expect, test } from "vitest";
import { createLogger } from "../../src/log/index.ts";
import { createShardWatch, type ShardWatch } from "../../src/start/shard-watch.ts";
import type { ShardRange } from "../../src/store/replicas.ts";
import { collector } from "../support/harness.ts";
import { useStore } from "./with-store.ts";

const used = useStore("Postgres");
beforeEach(() => used.place.query("delete from shard_ranges"));

function replica(
  replicaId: string,
  range: ShardRange,
): { readonly watch: ShardWatch; readonly logs: string[] } {
  const logs: string[] = [];
  const log = createLogger({ level: "info", destination: collector(logs) });
  return { watch: createShardWatch({ store: used.store, replicaId, range: () => range, log }), logs };
}
const of = (first: number, last: number, total: number): ShardRange => ({ first, last, total });
async function lookAll(replicas: readonly { readonly watch: ShardWatch }[]): Promise<void> {
  for (const { watch } of replicas) await watch.look();
}

test("two replicas with the same shards by mistake report the unserved shards, once", async () => {
  const both = [replica("a", of(0, 7, 16)), replica("b", of(0, 7, 16))];
  await lookAll(both);
  expect(both[1]?.watch.unserved()).toBe(8);
  // It may be only for as long as the others take to start.
  expect(both.flatMap(({ logs }) => logs)).toEqual([]);
  await lookAll(both);
  await lookAll(both);
  await lookAll(both);
  for (const { logs } of both) {
    const text = logs.join("");
    expect(text.match(/"level":"warn".*"shards":"8-15\/16".*no replica serves some shards/g)).toHaveLength(1);
    expect(text.match(/"level":"info".*"shards":"0-7\/16".*another replica serves the same/g)).toHaveLength(
      1,
    );
  }
});

test("mirrored pairs that serve all shards report only that they share them", async () => {
  const pairs = ["a", "b"].flatMap((name) => [
    replica(`${name}1`, of(0, 7, 16)),
    replica(`${name}2`, of(8, 15, 16)),
  ]);
  for (let times = 0; times < 3; times += 1) await lookAll(pairs);
  const text = pairs.flatMap(({ logs }) => logs).join("");
  expect(text).not.toContain("warn");
  expect(text.match(/another replica serves/g)).toHaveLength(4);
  expect(pairs.map(({ watch }) => watch.unserved())).toEqual([0, 0, 0, 0]);
});

test("while the number of shards changes, either number may serve all servers", async () => {
  const replicas = [replica("a", of(0, 7, 8)), replica("b", of(0, 7, 16))];
  for (let times = 0; times < 3; times += 1) await lookAll(replicas);
  expect(replicas.map(({ watch }) => watch.unserved())).toEqual([0, 0]);
});

test("a shard of another number of shards serves nobody's servers", async () => {
  // Seen without their numbers of shards, 0 to 15 of 16 would be served, and 8 to 15 of 32.
  const replicas = [replica("a", of(0, 7, 16)), replica("b", of(8, 15, 32))];
  for (let times = 0; times < 3; times += 1) await lookAll(replicas);
  const texts = replicas.map(({ logs }) => logs.join(""));
  expect(replicas.map(({ watch }) => watch.unserved())).toEqual([8, 24]);
  for (const text of texts) expect(text).toMatch(/"level":"warn".*no replica serves some shards/);
  expect(texts[0]).toContain('"shards":"8-15/16"');
  expect(texts[1]).toContain('"shards":"0-7,16-31/32"');
});

test("a replica that stopped reporting is ignored after 90 seconds", async () => {
  const [gone, left] = [replica("a", of(0, 3, 8)), replica("b", of(4, 7, 8))];
  await lookAll([gone, left]);
  expect(left.watch.unserved()).toBe(0);
  await used.place.query("update shard_ranges set seen_at = seen_at - 91000 where replica_id = 'a'");
  await left.watch.look();
  expect(left.watch.unserved()).toBe(4);
});
