const firstMs = 15_000;
const longestMs = 10 * 60_000;
/** Those that failed together come back one after another. */
const spreadShare = 0.25;

export interface Tried {
  readonly attempts: number;
  /** What the other side asks for counts when it is longer. */
  readonly retryAfterMs?: number | undefined;
  /** From 0 to 1, the same for each try of one thing, and another one for the next thing. */
  readonly spread?: number;
}

/** How long to wait after the so-many-th try. */
export function backoffMs({ attempts, retryAfterMs = 0, spread = 0 }: Tried): number {
  const growing = Math.min(longestMs, firstMs * 2 ** Math.min(attempts - 1, 10));
  return Math.round(Math.max(retryAfterMs, growing) * (1 + spread * spreadShare));
}
