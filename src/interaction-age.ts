import { SnowflakeUtil } from "discord.js";

/** How much of a known lag is still believed at the next interaction: clocks are corrected at some time. */
const keptOfLag = 0.99;

/**
 * Tells how many milliseconds ago Discord sent an interaction, by its id.
 *
 * An id from the future shows that this machine's clock is behind, so that much is added. If it is ahead, interactions
 * look older than they are, which only makes the bot acknowledge them earlier.
 */
export function createInteractionAges(now: () => number): (interactionId: string) => number {
  let lagMs = 0;
  return (interactionId) => {
    const ageMs = now() - SnowflakeUtil.timestampFrom(interactionId);
    lagMs = Math.max(-ageMs, lagMs * keptOfLag);
    return ageMs + lagMs;
  };
}
