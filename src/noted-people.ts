import type { User } from "./api/contract/users.ts";
import { foldName } from "./domain/search.ts";
import { scopeOf } from "./domain/ids.ts";
import type { LinkPosition } from "./store/guild-links.ts";
import type { Store } from "./store/store.ts";
import type { PersonNames } from "./store/people.ts";

/** Of all links together. Who finds no room is noted at the next sight. */
const maxNoted = 5_000;
/** Of one link, so that no other one is left without room. */
const maxNotedOfLink = 500;

/** Users of the service whose ids were shown and who wait to be written down. Lost with the process. */
export interface NotedPeople {
  note(link: LinkPosition, userIds: readonly string[]): void;
  /** Everybody who was noted since the last time. */
  take(): readonly Noted[];
}

interface Noted {
  readonly link: LinkPosition;
  readonly userIds: readonly string[];
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

    take() {
      const taken = [...byLink.values()].map(({ link, userIds }) => ({ link, userIds: [...userIds] }));
      byLink.clear();
      noted = 0;
      return taken;
    },
  };
}

interface Keeping {
  readonly store: Pick<Store, "people">;
  readonly now: () => number;
}

/** Keeps what the service calls a user who was noted; one without a name counts as one it does not know. */
export async function keepNames(
  link: LinkPosition,
  userId: string,
  user: User,
  { store: { people }, now }: Keeping,
): Promise<void> {
  const names = namesOfUser(user);
  const { displayName, username } = names;
  if (displayName === undefined) return people.learnMissing(link, userId, now());
  const folded = [displayName, username ?? displayName].map(foldName);
  await people.learn(link, { userId, ...names }, folded, now());
}

/** What the service calls a user; `displayName` is `undefined` when it says nothing that can be seen. */
export function namesOfUser({ username, display_name: displayName, avatar }: User): PersonNames {
  const name = username?.trim() || undefined;
  return {
    displayName: displayName?.trim() || name,
    username: name,
    colour: avatar?.colour?.trim() || undefined,
  };
}
