import type { DiscordEmulator } from "./discord/index.ts";
import type { Control } from "./page-api/switches.ts";

/** Shows what happens to posts and settings whose channel is deleted. */
export function channelDeletion(discord: () => DiscordEmulator): Control {
  return {
    id: "discord-delete-channel",
    group: "discord",
    kind: "action",
    label: "Delete this channel",
    hint: "The channel on screen, with its messages. Restarting brings it back.",
    run(_isOn, channelId) {
      const emulator = discord();
      const guild = emulator.guilds.find(({ channels }) => channels.some(({ id }) => id === channelId));
      const channel = guild?.channels.find(({ id }) => id === channelId);
      if (guild === undefined || channel === undefined)
        return "You can't delete private messages. Open a channel first.";
      if (guild.channels.length === 1)
        return `#${channel.name} is the last channel here, so it wasn't deleted.`;
      emulator.deleteChannel(channelId);
      return `#${channel.name} was deleted.`;
    },
  };
}
