/** The playground's time: the real one, which people can move ahead. */
export interface PlaygroundClock {
  /** Epoch milliseconds. */
  readonly now: () => number;
  advance(byMs: number): void;
  /** Moves ahead to a moment; one that is past changes nothing. */
  advanceTo(atMs: number): void;
}

export function createPlaygroundClock(realNow: () => number): PlaygroundClock {
  let aheadMs = 0;
  const now = (): number => realNow() + aheadMs;
  const advance = (byMs: number): void => {
    aheadMs += byMs;
  };
  return {
    now,
    advance,
    advanceTo: (atMs) => advance(Math.max(0, atMs - now())),
  };
}

/** The same clock, which tells each time it was moved. */
export function tellingClock(clock: PlaygroundClock, tell: () => void): PlaygroundClock {
  return {
    now: clock.now,
    advance(byMs) {
      clock.advance(byMs);
      tell();
    },
    advanceTo(atMs) {
      clock.advanceTo(atMs);
      tell();
    },
  };
}
