import type { Timer } from "../../src/time.ts";

export interface FakeTime {
  readonly now: () => number;
  readonly alarm: Timer;
  /** Fires due timers on the way, each at its own time, and lets whatever waits for them continue. */
  advance(byMs: number): Promise<void>;
}

/** A clock with timers, advanced only by the test. */
export function fakeTime(): FakeTime {
  let now = 1_000_000;
  const alarms = new Map<object, { readonly at: number; readonly ring: () => void }>();

  function next(
    until: number,
  ): { readonly key: object; readonly at: number; readonly ring: () => void } | undefined {
    const [first] = [...alarms]
      .filter(([, { at }]) => at <= until)
      .toSorted(([, one], [, other]) => one.at - other.at);
    return first && { key: first[0], ...first[1] };
  }

  return {
    now: () => now,
    alarm(delayMs, ring) {
      const key = {};
      alarms.set(key, { at: now + delayMs, ring });
      return () => void alarms.delete(key);
    },
    async advance(byMs) {
      const until = now + byMs;
      await settled();
      for (let due = next(until); due !== undefined; due = next(until)) {
        alarms.delete(due.key);
        now = Math.max(now, due.at);
        due.ring();
        await settled();
      }
      now = until;
      await settled();
    },
  };
}

/** Runs the callbacks of all settled promises. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}
