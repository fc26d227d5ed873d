/** Why a schedule is paused whose channel was deleted; texts about it then name no channel. */
export const deletedChannelReason = "The channel was deleted. Choose another one with `/schedule edit`.";
/** Why it is still paused after another channel was chosen. */
export const deletedChannelText = "Its channel was deleted, and it has another one now.";

/** `in #calendar`, or that the channel no longer exists. */
export function describeInChannel(channelId: string, pausedReason?: string): string {
  return pausedReason === deletedChannelReason ? "in a deleted channel" : `in <#${channelId}>`;
}
