import { LruMap } from "../lru-map.ts";
import { createPeopleCache } from "./people-cache.ts";
import type { Store } from "./store.ts";

/** The most recently used guilds, per cached query; about a kilobyte each. */
const maxGuilds = 2_000;

/**
 * The same store, caching what nearly every interaction reads about its guild until something is written for that
 * guild.
 * @param isOn false while another process may write without this one hearing of it
 */
export function withGuildCache(store: Store, isOn: () => boolean = () => true): CachedStore {
  const { guildLinks, channelLinks, accessRoles, guildSettings, accounts, connectionRequests, people } =
    store;
  const links = createReadThrough(isOn, (guildId) => guildLinks.list(guildId));
  const channels = createReadThrough(isOn, (guildId) => channelLinks.list(guildId));
  const roles = createReadThrough(isOn, (guildId) => accessRoles.list(guildId));
  const settings = createReadThrough(isOn, (guildId) => guildSettings.all(guildId));
  const connected = createReadThrough(isOn, (guildId) => accounts.fewUserIds(guildId));

  const peopleCache = createPeopleCache(people, isOn);

  /**
   * Drops the guild's cache once the write has ended, even if it failed: anything read before or during it may be
   * stale.
   */
  async function writing<T>(guildId: string, write: Promise<T>): Promise<T> {
    try {
      return await write;
    } finally {
      for (const cache of caches) cache.forget(guildId);
    }
  }

  /** @param guildIds `undefined` means all guilds */
  async function writingPeople<T>(guildIds: Iterable<string | undefined>, write: Promise<T>): Promise<T> {
    try {
      return await write;
    } finally {
      for (const guildId of guildIds) peopleCache.forget(guildId);
    }
  }

  const caches = [links, channels, roles, settings, connected];
  const cached: Store = {
    ...store,
    guildLinks: {
      list: links.of,
      find: async (guildId, linkKey) => (await links.of(guildId)).find((link) => link.linkKey === linkKey),
      save: (link, most) => writing(link.guildId, guildLinks.save(link, most)),
      rename: (guildId, linkKey, name) => writing(guildId, guildLinks.rename(guildId, linkKey, name)),
      reseal: (guildId, linkKey, from, to) => writing(guildId, guildLinks.reseal(guildId, linkKey, from, to)),
      remove: (guildId, linkKey) =>
        writingPeople([guildId], writing(guildId, guildLinks.remove(guildId, linkKey))),
      count: () => guildLinks.count(),
      page: (after, limit) => guildLinks.page(after, limit),
    },
    channelLinks: {
      list: channels.of,
      find: async (guildId, channelId) =>
        (await channels.of(guildId)).find((channel) => channel.channelId === channelId)?.linkKey,
      bind: (guildId, channelId, linkKey) => writing(guildId, channelLinks.bind(guildId, channelId, linkKey)),
      unbind: (guildId, channelId) => writing(guildId, channelLinks.unbind(guildId, channelId)),
    },
    accessRoles: {
      list: roles.of,
      set: (guildId, roleId, tier) => writing(guildId, accessRoles.set(guildId, roleId, tier)),
      remove: (guildId, roleId) => writing(guildId, accessRoles.remove(guildId, roleId)),
    },
    guildSettings: {
      all: settings.of,
      get: async (guildId, key) => (await settings.of(guildId)).get(key),
      set: (guildId, key, value) => writing(guildId, guildSettings.set(guildId, key, value)),
      remove: (guildId, key) => writing(guildId, guildSettings.remove(guildId, key)),
      everywhere: (key) => guildSettings.everywhere(key),
    },
    accounts: {
      ...accounts,
      connect: (account, foldedNames) => writing(account.guildId, accounts.connect(account, foldedNames)),
      disconnect: (guildId, discordUserId) => writing(guildId, accounts.disconnect(guildId, discordUserId)),
      async ofUser(guildId, userId) {
        const known = await connected.of(guildId);
        return known?.has(userId) === false ? undefined : accounts.ofUser(guildId, userId);
      },
      async ofUsers(guildId, userIds) {
        const known = await connected.of(guildId);
        if (known === undefined) return accounts.ofUsers(guildId, userIds);
        const asked = userIds.filter((userId) => known.has(userId));
        return asked.length === 0 ? [] : accounts.ofUsers(guildId, asked);
      },
    },
    connectionRequests: {
      ...connectionRequests,
      approve: (approval) => writing(approval.guildId, connectionRequests.approve(approval)),
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
    forgetGuild(guildId) {
      for (const cache of caches) cache.forget(guildId);
    },
    forgetPeople: (guildId) => peopleCache.forget(guildId),
    forgetAll() {
      for (const cache of caches) cache.clear();
      peopleCache.forget();
    },
  };
}

/** Also has functions to drop cached data after changes by other processes. */
export interface CachedStore {
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

function createReadThrough<Value>(
  isOn: () => boolean,
  ask: (guildId: string) => Promise<Value>,
): ReadThrough<Value> {
  const pendingOf = new LruMap<string, Promise<Value>>({ maxSize: maxGuilds });
  return {
    of(guildId) {
      if (!isOn()) return ask(guildId);
      const known = pendingOf.get(guildId);
      if (known !== undefined) return known;
      const response = ask(guildId);
      response.catch(() => pendingOf.delete(guildId));
      pendingOf.set(guildId, response);
      return response;
    },
    forget: (guildId) => pendingOf.delete(guildId),
    clear() {
      for (const [guildId] of pendingOf) pendingOf.delete(guildId);
    },
  };
}
