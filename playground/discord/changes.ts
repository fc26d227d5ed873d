import { GatewayIntentBits, OverwriteType } from "discord-api-types/v10";
import type { Gateway } from "./gateway.ts";
import { isThread, toChannel, toPlace, toRoles } from "./serialize-guild.ts";
import { guildCreate } from "./create-state.ts";
import { allPermissions } from "./permissions.ts";
import type { SeedOverwrite } from "./seed-types.ts";
import type { DiscordChanges } from "./types.ts";
import type { World } from "./state.ts";

/** Each is sent to pages, and to bots with the guilds intent. */
export function discordChanges(world: World, gateway: Gateway): DiscordChanges {
  const { directory, events, messages } = world;
  const tell = (guildId: string, event: string, data: unknown): void => {
    gateway.dispatchTo(GatewayIntentBits.Guilds, guildId, event, data);
    events.emit({ type: "guild", guildId });
  };
  const setOverwrites = (channelId: string, overwrites: readonly SeedOverwrite[]): void => {
    const { channel, guild } = directory.changeChannel(channelId, { overwrites });
    tell(guild.id, "CHANNEL_UPDATE", toChannel(channel, guild, undefined));
  };
  return {
    addGuild(guild) {
      directory.addGuild(guild);
      tell(guild.id, "GUILD_CREATE", guildCreate(directory, guild));
    },
    removeBotFromGuild(guildId) {
      directory.removeBotFrom(guildId);
      tell(guildId, "GUILD_DELETE", { id: guildId });
    },
    // Who comes and goes only reaches bots with a privileged intent, which this application has not.
    addMember(guildId, user, member) {
      directory.addMember(guildId, user, member);
      events.emit({ type: "guild", guildId });
    },
    removeMember(guildId, discordUserId) {
      directory.removeMember(guildId, discordUserId);
      events.emit({ type: "guild", guildId });
    },
    setRoles(guildId, discordUserId, roleIds) {
      directory.setRoles(guildId, discordUserId, roleIds);
      events.emit({ type: "guild", guildId });
    },
    setMentionable(guildId, roleId, mentionable) {
      directory.setMentionable(guildId, roleId, mentionable);
      const guild = directory.guild(guildId);
      const role = guild && toRoles(guild, directory.botSeed).find(({ id }) => id === roleId);
      tell(guildId, "GUILD_ROLE_UPDATE", { guild_id: guildId, role });
    },
    deleteRole(guildId, roleId) {
      directory.deleteRole(guildId, roleId);
      tell(guildId, "GUILD_ROLE_DELETE", { guild_id: guildId, role_id: roleId });
    },
    setOverwrites,
    setBotPermissions(channelId, permissions) {
      const others = (directory.channel(channelId)?.channel.overwrites ?? []).filter(
        ({ id }) => id !== directory.botId,
      );
      const denied = allPermissions & ~permissions;
      const own = { id: directory.botId, type: OverwriteType.Member, allow: permissions, deny: denied };
      setOverwrites(channelId, [...others, own]);
    },
    addChannel(guildId, added) {
      const { channel, guild } = directory.addChannel(guildId, added);
      tell(
        guildId,
        isThread(channel) ? "THREAD_CREATE" : "CHANNEL_CREATE",
        toPlace(channel, guild, undefined),
      );
    },
    setThread(channelId, change) {
      const { channel, guild } = directory.changeChannel(channelId, change);
      tell(guild.id, "THREAD_UPDATE", toPlace(channel, guild, undefined));
    },
    deleteChannel(channelId) {
      for (const { channel, guild } of directory.deleteChannel(channelId)) {
        messages.forget(channel.id);
        tell(
          guild.id,
          isThread(channel) ? "THREAD_DELETE" : "CHANNEL_DELETE",
          toPlace(channel, guild, undefined),
        );
      }
    },
    timeOutBot(guildId, until) {
      directory.timeOutBot(guildId, until);
      events.emit({ type: "guild", guildId });
    },
    suppressEmbeds: (messageId) => messages.suppressEmbeds(messageId),
    addPreview: (messageId) => messages.addPreview(messageId),
    setCommandPermissions: (guildId, command, permissions) =>
      world.commands.setPermissions(guildId, command, permissions),
    setInstalled(discordUserId, isInstalled = true) {
      directory.setInstalledBy(discordUserId, isInstalled);
      events.emit({ type: "commands" });
    },
    refusePrivateMessages: (discordUserId, refuses = true) =>
      directory.direct.setRefusing(discordUserId, refuses),
  };
}
