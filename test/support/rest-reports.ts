import type { RestReports } from "../../src/bot/rest.ts";

/** For a client whose reports nobody reads. */
export const silentReports: RestReports = { onTokenRefused: () => undefined, onRateLimited: () => undefined };
