import { ChannelType, PermissionFlagsBits } from "discord-api-types/v10";
import type { PageChannel, PageMember, PageState } from "../page-types.ts";
import type { SeedGuild } from "../seed-types.ts";
import { PersonError } from "../member-types.ts";
import { visibleCommands } from "../actors/visible-commands.ts";
import type { World } from "../state.ts";

const { UseApplicationCommands, ViewChannel } = PermissionFlagsBits;

export interface Viewer {
  /** User name or id; empty for the first person. */
  readonly as: string;
  /** The first guild when left out. */
  readonly guildId: string | undefined;
  readonly botConnected: boolean;
}

/** A guild as one member sees it. @throws PersonError for who is not in it. */
export function pageState(world: World, { as, guildId, botConnected }: Viewer): PageState {
  const { directory } = world;
  const guild = guildId === undefined ? directory.guilds()[0] : directory.guild(guildId);
  if (guild === undefined) throw new PersonError("There is no such server.");
  const members = directory
    .members(guild.id)
    .map((member) => toPageMember(world, guild, member.discordUserId));
  const me = as === "" ? members.find(({ bot }) => !bot) : members.find((member) => isNamed(member, as));
  if (me === undefined) throw new PersonError("You are not a member of this server.");
  return {
    guild: { id: guild.id, name: guild.name, about: guild.about ?? "" },
    guilds: directory
      .guilds()
      .filter(({ id }) => directory.member(id, me.discordUserId) !== undefined)
      .map(({ id, name }) => ({ id, name })),
    applicationId: directory.botId,
    botConnected,
    nowMs: world.now(),
    me,
    members,
    roles: guild.roles.map(({ id, name, color }) => ({ id, name, color })),
    channels: visibleChannels(world, guild, me.discordUserId),
    elsewhere: directory
      .guilds()
      .filter(({ id }) => id !== guild.id)
      .flatMap((other) =>
        visibleChannels(world, other, me.discordUserId).map(({ id, name }) => ({
          id,
          name,
          guild: { id: other.id, name: other.name },
        })),
      ),
    privateChannel: privateChannel(world, me.discordUserId),
  };
}

function visibleChannels(
  { directory }: World,
  guild: SeedGuild,
  discordUserId: string,
): readonly PageChannel[] {
  return guild.channels.flatMap((channel): PageChannel[] => {
    const held = directory.permissions(guild.id, discordUserId, channel.id);
    if ((held & ViewChannel) === 0n) return [];
    const { id, name, topic = "", type = ChannelType.GuildText } = channel;
    return [{ id, name, topic, type, canUseCommands: (held & UseApplicationCommands) !== 0n }];
  });
}

function privateChannel(world: World, discordUserId: string): PageChannel {
  const channelId = world.directory.direct.with(discordUserId, world.newId);
  const commands = visibleCommands(world, { guildId: undefined, channelId, discordUserId });
  return {
    id: channelId,
    type: ChannelType.DM,
    name: world.directory.seed.applicationName,
    topic: "Only you and the bot can see these",
    canUseCommands: commands.length > 0,
  };
}

function isNamed({ discordUserId, username }: PageMember, name: string): boolean {
  return discordUserId === name || username === name;
}

function toPageMember({ directory }: World, guild: SeedGuild, discordUserId: string): PageMember {
  const isBot = discordUserId === directory.botId;
  const user = isBot
    ? { username: directory.seed.botName, displayName: directory.seed.applicationName }
    : directory.seedUser(discordUserId);
  const member = directory.member(guild.id, discordUserId);
  const roleIds = member?.roleIds ?? [];
  return {
    discordUserId,
    username: user?.username ?? discordUserId,
    displayName: member?.nickname ?? user?.displayName ?? discordUserId,
    bot: isBot,
    owner: guild.ownerId === discordUserId,
    roleIds,
    color: guild.roles.find(({ id, color }) => roleIds.includes(id) && color !== 0)?.color ?? 0,
  };
}
