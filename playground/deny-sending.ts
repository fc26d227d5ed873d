import { OverwriteType, PermissionFlagsBits } from "discord-api-types/v10";
import type { DiscordEmulator, SeedOverwrite } from "./discord/index.ts";
import type { Control } from "./page-api/switches.ts";

/** Uses overwrites, as in a channel's settings, so the bot can notice before it tries to send. */
export function sendingDenied(discord: () => DiscordEmulator): Control {
  let before: ReadonlyMap<string, readonly SeedOverwrite[]> | undefined;
  return {
    id: "discord-permission",
    group: "discord",
    kind: "switch",
    label: "Bot can't post",
    hint: "Removes the bot's permission to send messages in every channel.",
    isOn: () => before !== undefined,
    run(isOn) {
      const emulator = discord();
      const channels = emulator.guilds.flatMap((guild) => guild.channels);
      const left = new Set(channels.map(({ id }) => id));
      const stood = before ?? new Map(channels.map(({ id, overwrites = [] }) => [id, overwrites]));
      for (const [id, overwrites] of stood) {
        if (!left.has(id)) continue;
        emulator.setOverwrites(id, isOn ? withoutSending(overwrites, emulator.applicationId) : overwrites);
      }
      before = isOn ? stood : undefined;
      return isOn ? "The bot can't post anymore." : "The bot can post again.";
    },
  };
}

function withoutSending(overwrites: readonly SeedOverwrite[], botId: string): readonly SeedOverwrite[] {
  const { SendMessages } = PermissionFlagsBits;
  const { allow = 0n, deny = 0n } = overwrites.find(({ id }) => id === botId) ?? {};
  const own = {
    id: botId,
    type: OverwriteType.Member,
    allow: allow & ~SendMessages,
    deny: deny | SendMessages,
  };
  return [...overwrites.filter(({ id }) => id !== botId), own];
}
