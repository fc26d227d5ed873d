import type { AppContext } from "../context.ts";
import type { Logger } from "../log/index.ts";
import { maxSkewMs } from "../store/database-clock.ts";
import type { Store } from "../store/store.ts";

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

const lastSeenKey = "last-seen";

/**
 * Notes when the bot last ran, in a database that only this machine's clock dates.
 * @returns call it now and then; never rejects. It says by how much the clock is behind what was noted last, in
 * milliseconds: it was set back meanwhile. Otherwise 0
 */
export function createTimeNotes({ store, now, log }: Pick<AppContext, "store" | "now" | "log">) {
  return async (): Promise<number> => {
    if (store.shared) return 0;
    try {
      const at = now();
      const last = Number(await store.botState.get(lastSeenKey)) || at;
      await store.botState.set(lastSeenKey, String(at));
      return last - at >= toleranceMs ? last - at : 0;
    } catch (error) {
      log.warn("the time could not be noted", { error });
      return 0;
    }
  };
}

/**
 * Measures the database's clock, and warns if the machine's clock is off. Only the first measurement may
 * reject.
 */
export function createClockMeasuring({ clock }: Store, log: Logger): () => Promise<void> {
  let isMeasured = false;
  return async () => {
    try {
      await clock.measure();
    } catch (error) {
      if (!isMeasured) throw error;
      log.warn("the database's clock could not be read", { error });
      return;
    }
    isMeasured = true;
    const skewMs = clock.skewMs();
    if (Math.abs(skewMs) > maxSkewMs)
      log.warn("the machine's clock and the database's differ; set them by NTP", { skewMs });
  };
}
