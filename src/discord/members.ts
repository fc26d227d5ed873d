import {
  type APIGuildMember,
  DiscordAPIError,
  type REST,
  RESTJSONErrorCodes,
  Routes,
  type APIGuild,
  PermissionFlagsBits,
} from "discord.js";
import { LruMap } from "../lru-map.ts";
import { minuteMs } from "../time.ts";

export interface GuildMember {
  readonly discordUserId: string;
  /** As the server shows them. */
  readonly memberName: string;
  readonly username: string;
  /** All their names here: username, display name and nickname. */
  readonly names: readonly string[];
  readonly bot: boolean;
  readonly roleIds: readonly string[];
  /** When their timeout in the server ends, in epoch milliseconds; it may have passed. */
  readonly timedOutUntil: number | undefined;
}

/**
 * What Discord tells about a guild's members without a privileged intent: one by id, some by the beginning of their
 * name, and how many have each role. There is no full list. All methods throw DiscordAPIError and connection errors.
 */
export interface GuildMembers {
  /** `undefined` for non-members. */
  find(guildId: string, discordUserId: string): Promise<GuildMember | undefined>;
  /** Members whose username, display name or nickname begins with this text; `maxFound` at most, in Discord's order. */
  search(guildId: string, text: string): Promise<readonly GuildMember[]>;
  /**
   * Roles by Discord id, perhaps minutes old; empty for non-members and bots. At most `maxFetched` members are fetched;
   * the rest are omitted.
   */
  listRoles(
    guildId: string,
    discordUserIds: readonly string[],
    maxFetched: number,
  ): Promise<ReadonlyMap<string, readonly string[]>>;
  /** By role id, without `@everyone`. */
  roleCounts(guildId: string): Promise<ReadonlyMap<string, number>>;
}

/** Discord's limit. With so many, there may be others. */
export const maxFound = 1_000;
/** Discord accepts no longer text. */
const maxQuery = 100;

/** A choice, not one of Discord's limits: quick for a list of members, without queueing all its requests at once. */
const atOnce = 10;
/** How long fetched roles are cached. */
const rolesTtlMs = 10 * minuteMs;
const maxRemembered = 5_000;

export function createGuildMembers(rest: REST, now: () => number): GuildMembers {
  const remembered = new LruMap<string, { readonly at: number; readonly roleIds: readonly string[] }>({
    maxSize: maxRemembered,
  });
  const members: GuildMembers = {
    async listRoles(guildId, discordUserIds, maxFetched) {
      const getKey = (id: string) => `${guildId}/${id}`;
      const isFresh = (id: string) => (remembered.peek(getKey(id))?.at ?? 0) > now() - rolesTtlMs;
      const asked = discordUserIds.filter((id) => !isFresh(id)).slice(0, maxFetched);
      for (let start = 0; start < asked.length; start += atOnce)
        await Promise.all(
          asked.slice(start, start + atOnce).map(async (id) => {
            const member = await members.find(guildId, id);
            remembered.set(getKey(id), { at: now(), roleIds: member?.bot === false ? member.roleIds : [] });
          }),
        );
      const known = discordUserIds.filter(isFresh);
      return new Map(known.map((id) => [id, remembered.peek(getKey(id))?.roleIds ?? []]));
    },

    find: (guildId, discordUserId) => findMember(rest, guildId, discordUserId),

    async search(guildId, text) {
      const found = new Map<string, GuildMember>();
      for (const spelling of listSpellings(text.trim().slice(0, maxQuery).toWellFormed())) {
        const query = new URLSearchParams({ query: spelling, limit: String(maxFound) });
        // Discord's documented response.
        const some = (await rest.get(Routes.guildMembersSearch(guildId), { query })) as APIGuildMember[];
        for (const member of some.map(toGuildMember)) found.set(member.discordUserId, member);
      }
      return [...found.values()].slice(0, maxFound);
    },

    async roleCounts(guildId) {
      // discord.js doesn't know this route yet; this is Discord's documented response.
      const counts = (await rest.get(`${Routes.guildRoles(guildId)}/member-counts`)) as Record<
        string,
        number
      >;
      return new Map(Object.entries(counts));
    },
  };
  return members;
}

/** Discord compares letter by letter, and keyboards differ in their apostrophes. */
function listSpellings(text: string): readonly string[] {
  if (text === "") return [];
  return [...new Set([text, ...["'", "’"].map((mark) => text.replaceAll(/['’‘ʼ`´]/g, mark))])];
}

/** `undefined` for non-members. @throws DiscordAPIError and connection errors */
export async function findMember(
  rest: REST,
  guildId: string,
  discordUserId: string,
): Promise<GuildMember | undefined> {
  if (!/^\d{1,20}$/.test(discordUserId)) return undefined;
  try {
    // Discord's documented response.
    return toGuildMember((await rest.get(Routes.guildMember(guildId, discordUserId))) as APIGuildMember);
  } catch (error) {
    if (error instanceof DiscordAPIError && isNobody.has(error.code)) return undefined;
    throw error;
  }
}

const isNobody: ReadonlySet<number | string> = new Set([
  RESTJSONErrorCodes.UnknownMember,
  RESTJSONErrorCodes.UnknownUser,
]);

function toGuildMember({
  user,
  nick,
  roles,
  communication_disabled_until: timeout,
}: APIGuildMember): GuildMember {
  const { id, username, global_name: displayName, bot = false } = user;
  const names = [nick ?? undefined, displayName ?? undefined, username].filter((name) => name !== undefined);
  return {
    discordUserId: id,
    memberName: names[0] ?? username,
    username,
    names,
    bot,
    roleIds: roles,
    timedOutUntil: timeout ? Date.parse(timeout) : undefined,
  };
}

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
        const hasManageServer = guild.owner_id === discordUserId || canManageServer(guild, roleIds);
        return { guildName: guild.name, memberName, roleIds, hasManageServer, timedOutUntil };
      } catch (error) {
        if (error instanceof DiscordAPIError && goneCodes.has(error.code)) return undefined;
        throw error;
      }
    },
  };
}

const { Administrator, ManageGuild } = PermissionFlagsBits;

function canManageServer({ id: guildId, roles }: APIGuild, roleIds: readonly string[]): boolean {
  const held = roles
    .filter(({ id }) => id === guildId || roleIds.includes(id))
    .reduce((sum, { permissions }) => sum | BigInt(permissions), 0n);
  return (held & (Administrator | ManageGuild)) !== 0n;
}

/** What Discord says of a guild that the bot isn't in. */
export const goneCodes: ReadonlySet<number | string> = new Set([
  RESTJSONErrorCodes.UnknownGuild,
  RESTJSONErrorCodes.MissingAccess,
]);
