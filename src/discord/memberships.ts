import {
  type APIGuild,
  type APIGuildMember,
  DiscordAPIError,
  PermissionFlagsBits,
  type REST,
  RESTJSONErrorCodes,
  Routes,
} from "discord.js";

/** A member of a guild that the bot is in, as Discord says right now. */
export interface Membership {
  readonly guildName: string;
  /** As the guild calls them. */
  readonly memberName: string;
  readonly roleIds: readonly string[];
  readonly hasManageServer: boolean;
}

export interface Memberships {
  /** `undefined` for who is not in the guild, or when the bot isn't. @throws whatever keeps Discord from saying so, within 2 s */
  find(guildId: string, discordUserId: string): Promise<Membership | undefined>;
}

/** Asks Discord each time: what was so a minute ago proves nothing. */
export function createMemberships(rest: REST): Memberships {
  return {
    async find(guildId, discordUserId) {
      try {
        // Discord's documented answers to these routes.
        const [guild, member] = await Promise.all([
          rest.get(Routes.guild(guildId)) as Promise<APIGuild>,
          rest.get(Routes.guildMember(guildId, discordUserId)) as Promise<APIGuildMember>,
        ]);
        return {
          guildName: guild.name,
          memberName: member.nick ?? member.user.global_name ?? member.user.username,
          roleIds: member.roles,
          hasManageServer: guild.owner_id === discordUserId || managesServer(guild, member),
        };
      } catch (error) {
        if (error instanceof DiscordAPIError && goneCodes.has(error.code)) return undefined;
        throw error;
      }
    },
  };
}

const { Administrator, ManageGuild } = PermissionFlagsBits;

function managesServer({ id: guildId, roles }: APIGuild, member: APIGuildMember): boolean {
  const held = roles
    .filter(({ id }) => id === guildId || member.roles.includes(id))
    .reduce((sum, { permissions }) => sum | BigInt(permissions), 0n);
  return (held & (Administrator | ManageGuild)) !== 0n;
}

const goneCodes: ReadonlySet<number | string> = new Set([
  RESTJSONErrorCodes.UnknownGuild,
  RESTJSONErrorCodes.UnknownMember,
  RESTJSONErrorCodes.UnknownUser,
  RESTJSONErrorCodes.MissingAccess,
]);
