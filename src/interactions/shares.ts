import { LruMap } from "../lru-map.ts";
import type { Share } from "../ui/reply.ts";

/** What replies to one person look like to others: of the latest, in this process. */
export type Shares = LruMap<string, Pick<Share, "renderForOthers">>;

const maxShares = 1_000;

export function createShares(): Shares {
  return new LruMap({ maxSize: maxShares });
}
