/** Why a schedule is paused whose channel was deleted; what is said of it then names no channel. */
export const deletedChannelReason = "The channel was deleted. Choose another one with `/schedule edit`.";
/** Why it still is once another channel was chosen. */
export const deletedChannelText = "Its channel was deleted, and it has another one now.";

/** `in #calendar`, or that there is no such channel any more. */
export function inChannel(channelId: string, pausedReason?: string): string {
  return pausedReason === deletedChannelReason ? "in a deleted channel" : `in <#${channelId}>`;
}
