import { type APIGuildMember, DiscordAPIError, type REST, RESTJSONErrorCodes, Routes } from "discord.js";
import { minuteMs } from "../time.ts";

export interface GuildMember {
  readonly discordUserId: string;
  /** As the server shows them. */
  readonly memberName: string;
  readonly username: string;
  /** All they are called here: the username, the display name and the nickname. */
  readonly names: readonly string[];
  readonly bot: boolean;
  readonly roleIds: readonly string[];
  /** Until when a moderator keeps them from doing anything in the server, in epoch milliseconds; it may have passed. */
  readonly timedOutUntil: number | undefined;
}

/**
 * Members of a guild, as far as Discord tells without a privileged intent: one by id, some by how their name begins,
 * and how many have a role. There is no list of them. All throw DiscordAPIError, and whatever breaks on the way.
 */
export interface GuildMembers {
  /** `undefined` for who isn't a member. */
  find(guildId: string, discordUserId: string): Promise<GuildMember | undefined>;
  /** Whose username, display name or nickname begins with this text; at most 25, in Discord's order. */
  search(guildId: string, text: string): Promise<readonly GuildMember[]>;
  /**
   * The roles of some, perhaps some minutes old, by Discord id; none of who isn't a member, or is a bot. Who would have
   * to be asked for beyond `most` is left out.
   */
  rolesOf(
    guildId: string,
    discordUserIds: readonly string[],
    most: number,
  ): Promise<ReadonlyMap<string, readonly string[]>>;
  /** By role id, without `@everyone`. */
  roleCounts(guildId: string): Promise<ReadonlyMap<string, number>>;
}

const maxFound = 25;
/** Discord takes no longer text. */
const maxQuery = 100;

const atOnce = 10;
/** Roles that were read are believed for so long. */
const rolesTtlMs = 10 * minuteMs;
const maxRemembered = 5_000;

export function createGuildMembers(rest: REST, now: () => number): GuildMembers {
  const remembered = new Map<string, { readonly at: number; readonly roleIds: readonly string[] }>();
  const members: GuildMembers = {
    async rolesOf(guildId, discordUserIds, most) {
      const keyOf = (id: string) => `${guildId}/${id}`;
      const isFresh = (id: string) => (remembered.get(keyOf(id))?.at ?? 0) > now() - rolesTtlMs;
      const asked = discordUserIds.filter((id) => !isFresh(id)).slice(0, most);
      for (let start = 0; start < asked.length; start += atOnce)
        await Promise.all(
          asked.slice(start, start + atOnce).map(async (id) => {
            const member = await members.find(guildId, id);
            remembered.delete(keyOf(id));
            remembered.set(keyOf(id), { at: now(), roleIds: member?.bot === false ? member.roleIds : [] });
          }),
        );
      const known = discordUserIds
        .filter(isFresh)
        .map((id) => [id, remembered.get(keyOf(id))?.roleIds ?? []] as const);
      for (const key of remembered.keys()) {
        if (remembered.size <= maxRemembered) break;
        remembered.delete(key);
      }
      return new Map(known);
    },

    find: (guildId, discordUserId) => findMember(rest, guildId, discordUserId),

    async search(guildId, text) {
      const asked = text.trim().slice(0, maxQuery).toWellFormed();
      if (asked === "") return [];
      const query = new URLSearchParams({ query: asked, limit: String(maxFound) });
      const found = (await rest.get(Routes.guildMembersSearch(guildId), { query })) as APIGuildMember[];
      return found.map(memberOf);
    },

    async roleCounts(guildId) {
      // discord.js has no name for this route yet.
      const counts = (await rest.get(`${Routes.guildRoles(guildId)}/member-counts`)) as Record<
        string,
        number
      >;
      return new Map(Object.entries(counts));
    },
  };
  return members;
}

/** `undefined` for who isn't a member. @throws DiscordAPIError, and whatever breaks on the way */
export async function findMember(
  rest: REST,
  guildId: string,
  discordUserId: string,
): Promise<GuildMember | undefined> {
  if (!/^\d{1,20}$/.test(discordUserId)) return undefined;
  try {
    // Discord's documented answers, here and above.
    return memberOf((await rest.get(Routes.guildMember(guildId, discordUserId))) as APIGuildMember);
  } catch (error) {
    if (error instanceof DiscordAPIError && isNobody.has(error.code)) return undefined;
    throw error;
  }
}

const isNobody: ReadonlySet<number | string> = new Set([
  RESTJSONErrorCodes.UnknownMember,
  RESTJSONErrorCodes.UnknownUser,
]);

function memberOf({ user, nick, roles, communication_disabled_until: timeout }: APIGuildMember): GuildMember {
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
