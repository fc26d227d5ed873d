import type { User } from "./api/contract/users.ts";
import { foldName } from "./domain/search.ts";
import { getCacheScope } from "./domain/service-ids.ts";
import type { LinkPosition } from "./store/guild-links.ts";
import type { LearnedPerson, Noted, PersonNames } from "./store/people.ts";

/** For all links together. Anyone beyond this is noted the next time they are seen. */
const maxNoted = 5_000;
/** Per link, so that one link can't take all the room. */
const maxNotedOfLink = 500;

/** Service users whose ids were shown and who are waiting to be stored. Lost with the process. */
export type NotedPeople = ReturnType<typeof createNotedPeople>;

export function createNotedPeople() {
  const byLink = new Map<string, { readonly link: LinkPosition; readonly userIds: Set<string> }>();
  let noted = 0;
  return {
    note({ guildId, linkKey }: LinkPosition, userIds: readonly string[]): void {
      const link = { guildId, linkKey };
      const scope = getCacheScope(link);
      const ofLink = byLink.get(scope) ?? { link, userIds: new Set<string>() };
      byLink.set(scope, ofLink);
      for (const userId of userIds) {
        if (noted >= maxNoted || ofLink.userIds.size >= maxNotedOfLink) return;
        if (ofLink.userIds.has(userId)) continue;
        ofLink.userIds.add(userId);
        noted += 1;
      }
    },

    /** Removes and returns links, the first noted ones, until they have this many people. */
    take(people: number): readonly Noted[] {
      const batch: Noted[] = [];
      const leave = noted - people;
      for (const [scope, { link, userIds }] of byLink) {
        if (noted <= leave) break;
        byLink.delete(scope);
        noted -= userIds.size;
        batch.push({ link, userIds: [...userIds] });
      }
      return batch;
    },
  };
}

/** How the service names a user. A user without a name counts as unknown. */
export function toLearnedPerson(userId: string, user?: User): LearnedPerson {
  const names = toPersonNames(user ?? {});
  const { displayName = "", username } = names;
  return { userId, ...names, foldedNames: foldPersonNames({ displayName, username }) };
}

/** The names by which someone whom the service named is found. */
export function foldPersonNames({
  displayName,
  username = displayName,
}: {
  readonly displayName: string;
  readonly username: string | undefined;
}): readonly string[] {
  return [displayName, username].map(foldName);
}

/** How the service names a user; `displayName` is `undefined` if it has no visible characters. */
export function toPersonNames({ username, display_name: displayName, avatar }: Partial<User>): PersonNames {
  const name = username?.trim() || undefined;
  return {
    displayName: displayName?.trim() || name,
    username: name,
    colour: avatar?.colour?.trim() || undefined,
  };
}
