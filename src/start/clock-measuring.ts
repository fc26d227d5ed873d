import type { Logger } from "../log/index.ts";
import { maxSkewMs } from "../store/database-clock.ts";
import type { Store } from "../store/store.ts";

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
