import type { KnownPerson, People } from "./people.ts";

/** For all guilds together; a few hundred bytes each. */
const maxPeople = 12_000;
/** Someone who was never seen takes a fifth of the memory. Most customers are nobody's members. */
const unknownShare = 0.2;

export interface PeopleCache {
  readonly ofUsers: People["ofUsers"];
  /** Drops a guild's entries, or all of them, after a write. */
  forget(guildId?: string): void;
}

/** By user id; `undefined` for people who were never seen. */
type Kept = Map<string, KnownPerson | undefined>;

/** Caches people per link until anyone in that guild is written. */
export function createPeopleCache(people: People, isOn: () => boolean): PeopleCache {
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
      for (const person of ofLink.values()) count -= getSize(person);
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
          count += getSize(person);
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

function getSize(person: KnownPerson | undefined): number {
  return person === undefined ? unknownShare : 1;
}
