import type { User } from "./api/contract/users.ts";
import { foldName } from "./domain/search.ts";
import { scopeOf } from "./domain/ids.ts";
import type { LinkPosition } from "./store/guild-links.ts";
import type { LearnedPerson, Noted, PersonNames } from "./store/people.ts";

/** Of all links together. Who finds no room is noted at the next sight. */
const maxNoted = 5_000;
/** Of one link, so that no other one is left without room. */
const maxNotedOfLink = 500;

/** Users of the service whose ids were shown and who wait to be written down. Lost with the process. */
export interface NotedPeople {
  note(link: LinkPosition, userIds: readonly string[]): void;
  /** Links until there are so many people, the first that were noted; they are no longer kept here. */
  take(people: number): readonly Noted[];
}

export function createNotedPeople(): NotedPeople {
  const byLink = new Map<string, { readonly link: LinkPosition; readonly userIds: Set<string> }>();
  let noted = 0;
  return {
    note({ guildId, linkKey }, userIds) {
      const link = { guildId, linkKey };
      const scope = scopeOf(link);
      const ofLink = byLink.get(scope) ?? { link, userIds: new Set<string>() };
      byLink.set(scope, ofLink);
      for (const userId of userIds) {
        if (noted >= maxNoted || ofLink.userIds.size >= maxNotedOfLink) return;
        if (ofLink.userIds.has(userId)) continue;
        ofLink.userIds.add(userId);
        noted += 1;
      }
    },

    take(people) {
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

/** What the service calls a user. One without a name counts as one it does not know. */
export function learnedPerson(userId: string, user?: User): LearnedPerson {
  const names = namesOfUser(user ?? {});
  const { displayName = "", username = displayName } = names;
  return { userId, ...names, foldedNames: [displayName, username].map(foldName) };
}

/** What the service calls a user; `displayName` is `undefined` when it says nothing that can be seen. */
export function namesOfUser({ username, display_name: displayName, avatar }: Partial<User>): PersonNames {
  const name = username?.trim() || undefined;
  return {
    displayName: displayName?.trim() || name,
    username: name,
    colour: avatar?.colour?.trim() || undefined,
  };
}
