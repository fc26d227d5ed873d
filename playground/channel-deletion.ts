import type { DiscordStandIn } from "./discord/index.ts";
import type { Control } from "./page-controls.ts";

/** The way to see what becomes of posts and settings whose channel is gone. */
export function channelDeletion(discord: () => DiscordStandIn): Control {
  return {
    id: "discord-delete-channel",
    group: "discord",
    kind: "action",
    label: "Delete this channel",
    hint: "The one on screen, with its messages. It is back after the next start.",
    run(_isOn, channelId) {
      const standIn = discord();
      const guild = standIn.guilds.find(({ channels }) => channels.some(({ id }) => id === channelId));
      const channel = guild?.channels.find(({ id }) => id === channelId);
      if (guild === undefined || channel === undefined)
        return "Private messages cannot be deleted. Go to a channel first.";
      if (guild.channels.length === 1) return `#${channel.name} is the last channel here, so it stays.`;
      standIn.deleteChannel(channelId);
      return `#${channel.name} was deleted.`;
    },
  };
}
