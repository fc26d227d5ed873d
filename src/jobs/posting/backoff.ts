const firstMs = 15_000;
const longestMs = 10 * 60_000;

/** How long to wait after the so-many-th try. What the other side asks for counts when it is longer. */
export function backoffMs(attempts: number, retryAfterMs = 0): number {
  return Math.max(retryAfterMs, Math.min(longestMs, firstMs * 2 ** Math.min(attempts - 1, 10)));
}
