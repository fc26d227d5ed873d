import { LruMap } from "../lru-map.ts";
import type { GuildFacts } from "./guild-facts.ts";
import type { Store } from "./store.ts";
import type { KnownPerson, People } from "./people.ts";

/**
 * For all guilds together; a few hundred bytes each. Guilds that take turns and are more than have room cost a statement
 * each time: five thousand, each with two dozen people shown whom nobody knows, have room.
 */
const maxPeople = 40_000;
/** Someone who was never seen takes a fifth of the memory. Most customers are nobody's members. */
const unknownShare = 0.2;

interface PeopleCache {
  readonly ofUsers: People["ofUsers"];
  /** Drops a guild's entries, or all of them, after a write. */
  forget(guildId?: string): void;
}

/** By user id; `undefined` for people who were never seen. */
type Kept = Map<string, KnownPerson | undefined>;

/** Caches people per link until anyone in that guild is written. */
function createPeopleCache(people: People, isOn: () => boolean): PeopleCache {
  /** By guild, then by link; the most recently used guild is last. */
  const byGuild = new Map<string, Map<string, Kept>>();
  let count = 0;

  function findKept(guildId: string, linkKey: string): Kept {
    const links = byGuild.get(guildId) ?? new Map<string, Kept>();
    byGuild.delete(guildId);
    byGuild.set(guildId, links);
    const ofLink = links.get(linkKey) ?? new Map<string, KnownPerson | undefined>();
    links.set(linkKey, ofLink);
    return ofLink;
  }

  function forget(guildId: string): void {
    for (const ofLink of byGuild.get(guildId)?.values() ?? [])
      for (const person of ofLink.values()) count -= countPerson(person);
    byGuild.delete(guildId);
  }

  function makeRoom(): void {
    for (const guildId of byGuild.keys()) {
      if (count <= maxPeople) return;
      forget(guildId);
    }
  }

  return {
    async ofUsers(guildId, linkKey, userIds) {
      if (linkKey === undefined || !isOn()) return people.ofUsers(guildId, linkKey, userIds);
      const known = findKept(guildId, linkKey);
      const asked = userIds.filter((userId) => !known.has(userId));
      // Before reading the others: by then, another call may have found some of them.
      const found = userIds.flatMap((userId) => known.get(userId) ?? []);
      const rows = asked.length === 0 ? [] : await people.ofUsers(guildId, linkKey, asked);
      // If something was written meanwhile, what was read may be stale.
      if (asked.length > 0 && byGuild.get(guildId)?.get(linkKey) === known) {
        const byUser = new Map(rows.map((row) => [row.userId, row]));
        for (const userId of asked) {
          // Another call may have asked for the same person.
          if (known.has(userId)) continue;
          const person = byUser.get(userId);
          known.set(userId, person);
          count += countPerson(person);
        }
        makeRoom();
      }
      return [...found, ...rows];
    },

    forget(guildId) {
      if (guildId !== undefined) return forget(guildId);
      byGuild.clear();
      count = 0;
    },
  };
}

function countPerson(person: KnownPerson | undefined): number {
  return person === undefined ? unknownShare : 1;
}

/**
 * The most recently used guilds, per cached query; about a kilobyte each, besides their accounts. Whoever is beyond it
 * costs five statements and opening a key for each command.
 */
const maxGuilds = 10_000;
/** Rows of the most recently used guilds, where all is read at once, and accounts otherwise. */
const maxRows = 20_000;

/**
 * The same store, caching what nearly every interaction reads about its guild until something is written for that
 * guild.
 * @param isOn false while another process may write without this one hearing of it
 */
export function withGuildCache(store: Store, isOn: () => boolean = () => true): CachedStore {
  const { guildLinks, channelLinks, accessRoles, guildSettings, accounts, people, readGuildFacts } = store;
  const writing = store.uncacheAfter;
  const caches: ReadThrough<unknown>[] = [];
  const createCache = <Value>(ask: (guildId: string) => Promise<Value>, sizes: Sizes<Value>) => {
    const cache = createReadThrough(isOn, ask, sizes);
    caches.push(cache);
    return cache;
  };
  const ofGuilds = { maxSize: maxGuilds, getSize: () => 1 };
  const facts = readGuildFacts && createCache(readGuildFacts, { maxSize: maxRows, getSize: countRowsIn });
  /** Read together with all the others where that is one round trip, if it may be cached. */
  const readFact = <Name extends keyof GuildFacts>(
    name: Name,
    ask: (guildId: string) => Promise<GuildFacts[Name]>,
    sizes: Sizes<GuildFacts[Name]> = ofGuilds,
  ) =>
    facts === undefined
      ? createCache(ask, sizes).of
      : async (guildId: string) => (isOn() ? (await facts.of(guildId))[name] : ask(guildId));
  const links = readFact("links", (guildId) => guildLinks.list(guildId));
  const channels = readFact("channels", (guildId) => channelLinks.list(guildId));
  const roles = readFact("roles", (guildId) => accessRoles.list(guildId));
  const settings = readFact("settings", (guildId) => guildSettings.all(guildId));
  const connected = readFact("accounts", (guildId) => accounts.few(guildId), {
    maxSize: maxRows,
    getSize: (known) => 1 + (known?.length ?? 0),
  });

  const peopleCache = createPeopleCache(people, isOn);

  function forgetGuild(guildId: string): void {
    for (const cache of caches) cache.forget(guildId);
  }
  store.setUncaching(forgetGuild);

  /** @param guildIds `undefined` means all guilds */
  async function writingPeople<T>(guildIds: Iterable<string | undefined>, write: Promise<T>): Promise<T> {
    try {
      return await write;
    } finally {
      for (const guildId of guildIds) peopleCache.forget(guildId);
    }
  }

  const cached: Store = {
    ...store,
    guildLinks: {
      list: links,
      find: async (guildId, linkKey) => (await links(guildId)).find((link) => link.linkKey === linkKey),
      save: (link, maxLinks) => writing(link.guildId, guildLinks.save(link, maxLinks)),
      rename: (guildId, linkKey, name) => writing(guildId, guildLinks.rename(guildId, linkKey, name)),
      learn: (link, capabilities, checkAt) =>
        writing(link.guildId, guildLinks.learn(link, capabilities, checkAt)),
      // It changes nothing that is cached.
      claimChecks: (now, until, limit) => guildLinks.claimChecks(now, until, limit),
      setReadOnly: (guildId, linkKey, isReadOnly) =>
        writing(guildId, guildLinks.setReadOnly(guildId, linkKey, isReadOnly)),
      reseal: (guildId, linkKey, from, to) => writing(guildId, guildLinks.reseal(guildId, linkKey, from, to)),
      remove: (guildId, linkKey) =>
        writingPeople([guildId], writing(guildId, guildLinks.remove(guildId, linkKey))),
      count: () => guildLinks.count(),
      page: (after, limit) => guildLinks.page(after, limit),
    },
    channelLinks: {
      list: channels,
      find: async (guildId, channelId) =>
        (await channels(guildId)).find((channel) => channel.channelId === channelId)?.linkKey,
      bind: (guildId, channelId, linkKey) => writing(guildId, channelLinks.bind(guildId, channelId, linkKey)),
      unbind: (guildId, channelId) => writing(guildId, channelLinks.unbind(guildId, channelId)),
    },
    accessRoles: {
      list: roles,
      set: (guildId, roleId, tier) => writing(guildId, accessRoles.set(guildId, roleId, tier)),
      remove: (guildId, roleId, from) => writing(guildId, accessRoles.remove(guildId, roleId, from)),
      change: (guildId, roleId, step) => writing(guildId, accessRoles.change(guildId, roleId, step)),
    },
    guildSettings: {
      all: settings,
      get: async (guildId, key) => (await settings(guildId)).get(key),
      set: (guildId, key, value) => writing(guildId, guildSettings.set(guildId, key, value)),
      remove: (guildId, key) => writing(guildId, guildSettings.remove(guildId, key)),
      everywhere: (key) => guildSettings.everywhere(key),
    },
    accounts: {
      ...accounts,
      connect: (account, foldedNames) => writing(account.guildId, accounts.connect(account, foldedNames)),
      disconnect: (guildId, discordUserId, userId) =>
        writing(guildId, accounts.disconnect(guildId, discordUserId, userId)),
      refresh: (guildId, discordUserId, names, foldedNames) =>
        writing(guildId, accounts.refresh(guildId, discordUserId, names, foldedNames)),
      few: connected,
      async ofMember(guildId, discordUserId) {
        const known = await connected(guildId);
        if (known === undefined) return accounts.ofMember(guildId, discordUserId);
        return known.find((account) => account.discordUserId === discordUserId);
      },
      async ofUser(guildId, userId) {
        const known = await connected(guildId);
        if (known === undefined) return accounts.ofUser(guildId, userId);
        return known.find((account) => account.userId === userId);
      },
      async ofUsers(guildId, userIds) {
        const known = await connected(guildId);
        if (known === undefined) return accounts.ofUsers(guildId, userIds);
        if (known.length === 0) return known;
        const asked = new Set(userIds);
        return known.filter(({ userId }) => asked.has(userId));
      },
    },
    people: {
      ...people,
      ofUsers: peopleCache.ofUsers,
      note: (noted, at) =>
        writingPeople(
          noted.map(({ link }) => link.guildId),
          people.note(noted, at),
        ),
      learn: (link, learned, at) => writingPeople([link.guildId], people.learn(link, learned, at)),
      removeBefore: (seenAt) => writingPeople([undefined], people.removeBefore(seenAt)),
    },
    forgetGuild: (guildId) => writingPeople([guildId], writing(guildId, store.forgetGuild(guildId))),
    forgetPerson: (person) =>
      writingPeople([person.guildId], writing(person.guildId, store.forgetPerson(person))),
  };
  return {
    store: cached,
    forgetGuild,
    forgetPeople: (guildId) => peopleCache.forget(guildId),
    forgetAll() {
      for (const cache of caches) cache.clear();
      peopleCache.forget();
    },
  };
}

/** Also has functions to drop cached data after changes by other processes. */
interface CachedStore {
  readonly store: Store;
  forgetGuild(guildId: string): void;
  forgetPeople(guildId: string): void;
  forgetAll(): void;
}

interface ReadThrough<Value> {
  of(this: void, guildId: string): Promise<Value>;
  clear(): void;
  forget(guildId: string): void;
}

interface Sizes<Value> {
  readonly maxSize: number;
  readonly getSize: (value: Value) => number;
}

function createReadThrough<Value>(
  isOn: () => boolean,
  ask: (guildId: string) => Promise<Value>,
  { maxSize, getSize }: Sizes<Value>,
): ReadThrough<Value> {
  interface Entry {
    readonly response: Promise<Value>;
    readonly size: number;
  }
  const entries = new LruMap<string, Entry>({ maxSize, getSize: ({ size }) => size });

  async function weigh(guildId: string, entry: Entry): Promise<void> {
    try {
      const size = getSize(await entry.response);
      if (size > 1 && entries.peek(guildId) === entry) entries.set(guildId, { ...entry, size });
    } catch {
      // Whoever asked hears of it.
      if (entries.peek(guildId) === entry) entries.delete(guildId);
    }
  }

  return {
    of(guildId) {
      if (!isOn()) return ask(guildId);
      const known = entries.get(guildId);
      if (known !== undefined) return known.response;
      const entry = { response: ask(guildId), size: 1 };
      entries.set(guildId, entry);
      void weigh(guildId, entry);
      return entry.response;
    },
    forget: (guildId) => entries.delete(guildId),
    clear() {
      for (const [guildId] of entries) entries.delete(guildId);
    },
  };
}

function countRowsIn({ links, channels, roles, settings, accounts = [] }: GuildFacts): number {
  return 1 + links.length + channels.length + roles.length + settings.size + accounts.length;
}
