import type { AppContext } from "../context.ts";
import { hourMs } from "../time.ts";

/** One of the times that something may happen in an hour. */
export interface HourlyTurn {
  /** It doesn't count after all. */
  giveBack(): Promise<void>;
}

/**
 * Counts across replicas and restarts, in hours of the clock.
 * @param name of what is counted, with the ids of whom it counts for
 * @returns the milliseconds to wait if there were as many as may be
 */
export async function takeHourlyTurn(
  name: string,
  most: number,
  { store, now }: Pick<AppContext, "store" | "now">,
): Promise<HourlyTurn | number> {
  const { idempotencyKeys } = store;
  const at = now();
  const hour = Math.floor(at / hourMs);
  for (let nth = 1; nth <= most; nth += 1) {
    const key = `${name}:${hour}:${nth}`;
    if (await idempotencyKeys.claim(key, at)) return { giveBack: () => idempotencyKeys.release(key) };
  }
  return (hour + 1) * hourMs - at;
}
