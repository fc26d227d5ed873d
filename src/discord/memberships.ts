import {
  type APIGuild,
  DiscordAPIError,
  PermissionFlagsBits,
  type REST,
  RESTJSONErrorCodes,
  Routes,
} from "discord.js";
import { findMember } from "./members.ts";

/** A member of one of the bot's guilds, as Discord reports right now. */
export interface Membership {
  readonly guildName: string;
  /** Their name in the guild. */
  readonly memberName: string;
  readonly roleIds: readonly string[];
  readonly hasManageServer: boolean;
  /** When their timeout in the guild ends, in epoch milliseconds; it may have passed. */
  readonly timedOutUntil: number | undefined;
}

export interface Memberships {
  /** `undefined` for non-members, or if the bot isn't in the guild. @throws any other failure, within 2 s */
  find(guildId: string, discordUserId: string): Promise<Membership | undefined>;
}

/** Asks Discord each time: a minute-old response proves nothing. */
export function createMemberships(rest: REST): Memberships {
  return {
    async find(guildId, discordUserId) {
      try {
        const [guild, member] = await Promise.all([
          // Discord's documented response.
          rest.get(Routes.guild(guildId)) as Promise<APIGuild>,
          findMember(rest, guildId, discordUserId),
        ]);
        if (member === undefined) return undefined;
        const { memberName, roleIds, timedOutUntil } = member;
        const hasManageServer = guild.owner_id === discordUserId || managesServer(guild, roleIds);
        return { guildName: guild.name, memberName, roleIds, hasManageServer, timedOutUntil };
      } catch (error) {
        if (error instanceof DiscordAPIError && goneCodes.has(error.code)) return undefined;
        throw error;
      }
    },
  };
}

const { Administrator, ManageGuild } = PermissionFlagsBits;

function managesServer({ id: guildId, roles }: APIGuild, roleIds: readonly string[]): boolean {
  const held = roles
    .filter(({ id }) => id === guildId || roleIds.includes(id))
    .reduce((sum, { permissions }) => sum | BigInt(permissions), 0n);
  return (held & (Administrator | ManageGuild)) !== 0n;
}

const goneCodes: ReadonlySet<number | string> = new Set([
  RESTJSONErrorCodes.UnknownGuild,
  RESTJSONErrorCodes.MissingAccess,
]);
