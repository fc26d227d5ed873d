import { PermissionFlagsBits } from "discord-api-types/v10";
import type { PageChannel, PageMember, PageState } from "../page-types.ts";
import type { SeedGuild } from "../seed-types.ts";
import { PersonError } from "../person-types.ts";
import type { World } from "../world.ts";

const { UseApplicationCommands, ViewChannel } = PermissionFlagsBits;

/**
 * The first guild of the seed, as one member sees it, named by id or user name; without a name, as the first
 * person. @throws PersonError for who is not in it.
 */
export function pageState(world: World, as: string, botConnected: boolean): PageState {
  const { directory } = world;
  const guild = directory.guilds()[0];
  if (guild === undefined) throw new PersonError("There is no guild.");
  const members = directory
    .members(guild.id)
    .map((member) => toPageMember(world, guild, member.discordUserId));
  const me = as === "" ? members.find(({ bot }) => !bot) : members.find((member) => isNamed(member, as));
  if (me === undefined) throw new PersonError("You are not a member of this guild.");
  return {
    guild: { id: guild.id, name: guild.name },
    applicationId: directory.botId,
    botConnected,
    nowMs: world.now(),
    me,
    members,
    roles: guild.roles.map(({ id, name, color }) => ({ id, name, color })),
    channels: guild.channels.flatMap((channel): PageChannel[] => {
      const held = directory.permissions(guild.id, me.discordUserId, channel.id);
      if ((held & ViewChannel) === 0n) return [];
      const { id, name, topic = "" } = channel;
      return [{ id, name, topic, canUseCommands: (held & UseApplicationCommands) !== 0n }];
    }),
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
    roleIds,
    color: guild.roles.find(({ id, color }) => roleIds.includes(id) && color !== 0)?.color ?? 0,
  };
}
