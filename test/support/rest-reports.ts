import type { ClientReports } from "../../src/discord/client.ts";

/** For a client whose reports nobody reads. */
export const silentReports: ClientReports = {
  onTokenRefused: () => undefined,
  onRateLimited: () => undefined,
  onDispatchDropped: () => undefined,
};
