import { type Asked, keyOf } from "./connection.ts";
import type { Reading } from "./reading.ts";

/** Gives what is known at once, and sees to it in the background that it is known better the next time. */
export type Recall = (asked: Asked) => unknown;

const BUDGET_MS = 10_000;
/** Somebody who types asks several times a second; a question that failed is not repeated at that pace. */
const ASK_AGAIN_MS = 5_000;
const REMEMBERED = 1_000;

export function createRecall(reading: Reading, now: () => number): Recall {
  /** When each question was last passed on, longest ago first. */
  const askedAt = new Map<string, number>();

  function refresh(asked: Asked): void {
    const key = keyOf(asked);
    if (now() - (askedAt.get(key) ?? Number.NEGATIVE_INFINITY) < ASK_AGAIN_MS) return;
    askedAt.delete(key);
    askedAt.set(key, now());
    const [longestAgo] = askedAt.keys();
    if (askedAt.size > REMEMBERED && longestAgo !== undefined) askedAt.delete(longestAgo);
    // Nobody waits for it; the next command meets the same failure and says so.
    reading.read(asked, { lane: "background", fresh: false, budgetMs: BUDGET_MS }).catch(() => undefined);
  }

  return (asked) => {
    const kept = reading.kept(asked);
    if (kept === undefined || now() - kept.at >= (asked.endpoint.cacheMs ?? 0)) refresh(asked);
    return kept?.data;
  };
}
