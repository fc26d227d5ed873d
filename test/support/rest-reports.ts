import { createPostPace } from "../../src/discord/post-pace.ts";
import type { PauseClock } from "../../src/discord/rest.ts";
import type { ClientReports } from "../../src/discord/client.ts";

/** For a client whose reports nobody reads. */
export const silentReports: ClientReports = {
  onTokenRefused: () => undefined,
  onRateLimited: () => undefined,
  onDispatchDropped: () => undefined,
};

/** A clock for pauses that moves on by itself, as if each were waited for. */
export function createPauseClock(): PauseClock & { readonly pauses: readonly number[] } {
  let now = 0;
  const pauses: number[] = [];
  return {
    pauses,
    now: () => now,
    timer(delayMs, callback) {
      pauses.push(Math.round(delayMs));
      const ring = setImmediate(() => {
        now += delayMs;
        callback();
      });
      return () => clearImmediate(ring);
    },
  };
}

/** Leaves the pace to Discord. */
export const unlimitedPace = createPostPace({
  perSecond: Number.POSITIVE_INFINITY,
  replicaId: "",
  shared: undefined,
});
