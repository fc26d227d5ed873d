import type { Logger } from "../log/index.ts";
import type { ShardRange } from "../store/replicas.ts";
import type { Store } from "../store/store.ts";

/** Tells the operator how replicas divide the shards among themselves. */
export interface ShardWatch {
  /** Reports this replica's shards and reads the others'; expected every minute. Never rejects. */
  look(): Promise<void>;
  /** How many shards no replica served at the last check. */
  unserved(): number;
}

export interface ShardWatchParts {
  readonly store: Pick<Store, "shared" | "shardRanges">;
  readonly replicaId: string;
  /** This replica's; `undefined` without a gateway. */
  readonly range: () => ShardRange | undefined;
  readonly log: Logger;
}

export function createShardWatch({ store, replicaId, range, log }: ShardWatchParts): ShardWatch {
  let unserved: readonly number[] = [];
  const reportUnserved = reportOnceLasting((shards) => {
    if (shards !== "")
      log.warn("no replica serves some shards, so servers there get no answers: check DISCORD_SHARDS", {
        shards,
      });
  });
  const reportShared = reportOnceLasting((shards) => {
    if (shards !== "") log.info("another replica serves the same shards, too", { shards });
  });
  return {
    async look() {
      const own = range();
      if (own === undefined || !store.shared) return;
      try {
        const others = await store.shardRanges.report(replicaId, own);
        unserved = findUnservedShards([own, ...others]);
        reportUnserved(describeShards(unserved, own.total));
        const shared =
          others.length === 0 ? [] : listShards(own).filter((shard) => isServed(others, shard, own.total));
        reportShared(describeShards(shared, own.total));
      } catch (error) {
        log.warn("the database couldn't say which shards other replicas serve", { error });
      }
    },
    unserved: () => unserved.length,
  };
}

/** Reports what was found twice in a row, once, since replicas start and stop. */
function reportOnceLasting(report: (found: string) => void): (found: string) => void {
  let last = "";
  let said = "";
  return (found) => {
    if (found === last && found !== said) {
      said = found;
      report(found);
    }
    last = found;
  };
}

function listShards({ first, last }: ShardRange): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function isServed(ranges: readonly ShardRange[], shard: number, total: number): boolean {
  return ranges.some((range) => range.total === total && range.first <= shard && shard <= range.last);
}

/**
 * The shards that no replica serves, by the first replica's total. While the total is being changed, either total
 * may serve all servers.
 */
function findUnservedShards(ranges: readonly ShardRange[]): readonly number[] {
  const missing = [...new Set(ranges.map(({ total }) => total))].map((total) =>
    listShards({ first: 0, last: total - 1, total }).filter((shard) => !isServed(ranges, shard, total)),
  );
  return missing.some((shards) => shards.length === 0) ? [] : (missing[0] ?? []);
}

/** Such as "0-3,8/16", as in DISCORD_SHARDS; empty for none. */
function describeShards(shards: readonly number[], total: number): string {
  const runs: { readonly first: number; last: number }[] = [];
  for (const shard of shards) {
    const run = runs.at(-1);
    if (run?.last === shard - 1) run.last = shard;
    else runs.push({ first: shard, last: shard });
  }
  if (runs.length === 0) return "";
  return `${runs.map(({ first, last }) => (first === last ? first : `${first}-${last}`)).join(",")}/${total}`;
}
