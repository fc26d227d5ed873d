/** Epoch milliseconds that never go back, whatever is done to the clock of the machine. */
export interface MonotonicClock {
  readonly now: () => number;
  /** What the machine's clock, as it is set now, says of a moment of this one. */
  readonly toWallClock: (at: number) => number;
}

/** Set back by an hour, a clock would make all that is kept look new, and a short rest last an hour. */
export function createMonotonicClock(wall: () => number): MonotonicClock {
  let ahead = 0;
  let latest = Number.NEGATIVE_INFINITY;

  function now(): number {
    const at = wall() + ahead;
    if (at < latest) ahead += latest - at;
    else latest = at;
    return latest;
  }

  return {
    now,
    toWallClock(at) {
      // It may have been set back since it was looked at last.
      now();
      return at - ahead;
    },
  };
}
