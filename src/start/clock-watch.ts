/** How far the machine's clock and a timer may drift apart between two checks. Gradual corrections are far smaller. */
const toleranceMs = 1_500;
const lookEveryMs = 500;

/**
 * Tells when the machine's clock was set, or the machine slept, within half a second.
 * @param onSet called with how far it was set ahead, in milliseconds; negative if back
 * @returns stops watching
 */
export function watchClock(onSet: (byMs: number) => void): () => void {
  // Not the clock of the context: this is about parts that read the machine's by themselves.
  const ahead = (): number => Date.now() - performance.now();
  let known = ahead();
  const timer = setInterval(() => {
    const byMs = Math.round(ahead() - known);
    known += byMs;
    if (Math.abs(byMs) >= toleranceMs) onSet(byMs);
  }, lookEveryMs);
  return () => clearInterval(timer);
}
