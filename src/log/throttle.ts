/** What may happen a thousand times a second is said once in this long. */
const pauseMs = 10_000;

/** Lets something be said, with how often there was a reason to so far, unless it was said just now. */
export function createSparingly(now: () => number): (say: (times: number) => void) => void {
  let times = 0;
  let saidAt = Number.NEGATIVE_INFINITY;
  return (say) => {
    times += 1;
    const at = now();
    // Set back, a clock would hold it up for as long.
    if (at >= saidAt && at - saidAt < pauseMs) return;
    saidAt = at;
    say(times);
  };
}
