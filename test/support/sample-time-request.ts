import type { NewTimeRequest } from "../../commands/time-request/store.ts";

/** What a member asked for a moment ago; whose it is, and where, is for the test to say. */
export function sampleTimeRequest(
  createdAt: number,
): Omit<NewTimeRequest, "id" | "guildId" | "discordUserId"> {
  return {
    linkKey: "cafe",
    userId: "104872391",
    minutes: 30,
    day: "2026-11-16",
    reason: "Forgot to clock in",
    week: undefined,
    pictures: 0,
    proof: [],
    channelId: "1100000000000000401",
    createdAt,
    dueAt: undefined,
  };
}
