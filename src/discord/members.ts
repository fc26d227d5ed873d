import { type APIGuildMember, DiscordAPIError, type REST, RESTJSONErrorCodes, Routes } from "discord.js";

export interface GuildMember {
  readonly discordUserId: string;
  /** As the server shows them. */
  readonly memberName: string;
  readonly username: string;
  /** All they are called here: the username, the display name and the nickname. */
  readonly names: readonly string[];
  readonly bot: boolean;
  readonly roleIds: readonly string[];
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
  /** By role id, without `@everyone`. */
  roleCounts(guildId: string): Promise<ReadonlyMap<string, number>>;
}

const maxFound = 25;
/** Discord takes no longer text. */
const maxQuery = 100;

export function createGuildMembers(rest: REST): GuildMembers {
  return {
    async find(guildId, discordUserId) {
      if (!/^\d{1,20}$/.test(discordUserId)) return undefined;
      try {
        // Discord's documented answers, here and below.
        return memberOf((await rest.get(Routes.guildMember(guildId, discordUserId))) as APIGuildMember);
      } catch (error) {
        if (error instanceof DiscordAPIError && isNobody.has(error.code)) return undefined;
        throw error;
      }
    },

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
}

const isNobody: ReadonlySet<number | string> = new Set([
  RESTJSONErrorCodes.UnknownMember,
  RESTJSONErrorCodes.UnknownUser,
]);

function memberOf({ user, nick, roles }: APIGuildMember): GuildMember {
  const { id, username, global_name: displayName, bot = false } = user;
  const names = [nick ?? undefined, displayName ?? undefined, username].filter((name) => name !== undefined);
  return { discordUserId: id, memberName: names[0] ?? username, username, names, bot, roleIds: roles };
}
