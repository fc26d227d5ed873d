/** What to do where a message couldn't be pinned because of Discord's limit. */
export const describeFullPins = (channelId: string): string =>
  `<#${channelId}> has as many pinned messages as Discord allows (250). Unpin some there, then pin this one: open its menu and choose *Pin Message*.`;
