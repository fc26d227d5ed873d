/** The playground's time: the real one, moved ahead by whoever plays with it. */
export interface PlaygroundClock {
  /** Epoch milliseconds. */
  readonly now: () => number;
  advance(byMs: number): void;
}

export function createPlaygroundClock(realNow: () => number): PlaygroundClock {
  let aheadMs = 0;
  return {
    now: () => realNow() + aheadMs,
    advance: (byMs) => {
      aheadMs += byMs;
    },
  };
}
