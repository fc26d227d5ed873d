import { createPostPace } from "../../src/discord/post-pace.ts";
import type { ClientReports } from "../../src/discord/client.ts";

/** For a client whose reports nobody reads. */
export const silentReports: ClientReports = {
  onTokenRefused: () => undefined,
  onRateLimited: () => undefined,
  onDispatchDropped: () => undefined,
};

/** Leaves the pace to Discord. */
export const unlimitedPace = createPostPace({
  perSecond: Number.POSITIVE_INFINITY,
  replicaId: "",
  shared: undefined,
});
