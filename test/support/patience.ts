import type { Stretch } from "../../src/time.ts";

/**
 * How many times longer than in production tests wait for what has a limit there, such as the 3 s that Discord waits for an
 * answer: on a busy machine everything takes longer, and only a test about that limit should notice.
 */
const factor = 4;

export const patient: Stretch = (usualMs) => usualMs * factor;

export type Waiter = "bot" | "discord";

/** Patience that a test can lose for a while. */
export interface Patience {
  /** Of the bot, with Discord, the service, the database and people. */
  readonly bot: Stretch;
  /** Of Discord, with the bot. */
  readonly discord: Stretch;
  /** Until it is disposed, these wait as long as they really do: for a test about such a limit. */
  lose(...waiters: readonly Waiter[]): Disposable;
}

export function createPatience(): Patience {
  const hurried = new Set<Waiter>();
  const patienceOf =
    (waiter: Waiter): Stretch =>
    (usualMs) =>
      hurried.has(waiter) ? usualMs : patient(usualMs);
  return {
    bot: patienceOf("bot"),
    discord: patienceOf("discord"),
    lose(...waiters) {
      for (const waiter of waiters) hurried.add(waiter);
      return { [Symbol.dispose]: () => waiters.forEach((waiter) => hurried.delete(waiter)) };
    },
  };
}

/** How long a test waits for a condition; only a failure waits so long. */
export const conditionWithinMs = 2 * 60_000;

/** How long a whole test may take, or what comes before and after it. */
export const testWithinMs = 12 * 60_000;
