import type { AccessRole } from "./access-roles.ts";
import type { ChannelLink } from "./channel-links.ts";
import type { GuildLink } from "./guild-links.ts";
import type { Store } from "./store.ts";

/** What nearly every interaction asks of its guild. */
interface Remembered {
  readonly links: readonly GuildLink[];
  readonly channels: readonly ChannelLink[];
  readonly roles: readonly AccessRole[];
  readonly settings: ReadonlyMap<string, string>;
}
type Asked = { [Part in keyof Remembered]?: Promise<Remembered[Part]> };

/** Guilds that were asked for last; a few kilobytes each. */
const mostGuilds = 500;

/**
 * The same store, which asks the database for these parts of a guild once, until something is written of the guild.
 * Only for a database that no other process writes to: of another's writes it would know nothing.
 */
export function withGuildMemory(store: Store): Store {
  const askedOf = new Map<string, Asked>();

  function remember<Part extends keyof Remembered>(
    guildId: string,
    part: Part,
    ask: () => Promise<Remembered[Part]>,
  ): Promise<Remembered[Part]> {
    const asked = askedOf.get(guildId) ?? {};
    // Last asked for stands last.
    askedOf.delete(guildId);
    askedOf.set(guildId, asked);
    if (askedOf.size > mostGuilds) forgetOldest(askedOf);
    const known: Asked[Part] = asked[part];
    if (known !== undefined) return known;
    const answer = ask();
    asked[part] = answer;
    answer.catch(() => forget(guildId));
    return answer;
  }

  function forget(guildId: string): void {
    askedOf.delete(guildId);
  }

  /** Forgets once the write has ended, however it did: what was asked for before, or meanwhile, may be out of date. */
  async function writing<T>(guildId: string, write: Promise<T>): Promise<T> {
    try {
      return await write;
    } finally {
      forget(guildId);
    }
  }

  const { guildLinks, channelLinks, accessRoles, guildSettings } = store;
  const links = (guildId: string) => remember(guildId, "links", () => guildLinks.list(guildId));
  const channels = (guildId: string) => remember(guildId, "channels", () => channelLinks.list(guildId));
  const settings = (guildId: string) => remember(guildId, "settings", () => guildSettings.all(guildId));
  return {
    ...store,
    guildLinks: {
      list: links,
      find: async (guildId, linkKey) => (await links(guildId)).find((link) => link.linkKey === linkKey),
      save: (link, most) => writing(link.guildId, guildLinks.save(link, most)),
      rename: (guildId, linkKey, name) => writing(guildId, guildLinks.rename(guildId, linkKey, name)),
      reseal: (guildId, linkKey, from, to) => writing(guildId, guildLinks.reseal(guildId, linkKey, from, to)),
      remove: (guildId, linkKey) => writing(guildId, guildLinks.remove(guildId, linkKey)),
      count: () => guildLinks.count(),
    },
    channelLinks: {
      list: channels,
      find: async (guildId, channelId) =>
        (await channels(guildId)).find((channel) => channel.channelId === channelId)?.linkKey,
      bind: (guildId, channelId, linkKey) => writing(guildId, channelLinks.bind(guildId, channelId, linkKey)),
      unbind: (guildId, channelId) => writing(guildId, channelLinks.unbind(guildId, channelId)),
    },
    accessRoles: {
      list: (guildId) => remember(guildId, "roles", () => accessRoles.list(guildId)),
      set: (guildId, roleId, tier) => writing(guildId, accessRoles.set(guildId, roleId, tier)),
      remove: (guildId, roleId) => writing(guildId, accessRoles.remove(guildId, roleId)),
    },
    guildSettings: {
      all: settings,
      get: async (guildId, key) => (await settings(guildId)).get(key),
      set: (guildId, key, value) => writing(guildId, guildSettings.set(guildId, key, value)),
      remove: (guildId, key) => writing(guildId, guildSettings.remove(guildId, key)),
    },
    forgetGuild: (guildId) => writing(guildId, store.forgetGuild(guildId)),
  };
}

function forgetOldest(askedOf: Map<string, Asked>): void {
  const [oldest] = askedOf.keys();
  if (oldest !== undefined) askedOf.delete(oldest);
}
