import type { User } from "./api/contract/users.ts";
import { foldName, foldNames } from "./domain/search.ts";
import { getCacheScope } from "./domain/service-ids.ts";
import type { Account } from "./store/accounts.ts";
import type { LinkPosition } from "./store/guild-links.ts";
import type { LearnedPerson, Noted, PersonNames } from "./store/people.ts";
import type { Store } from "./store/store.ts";
import { parseWebAddress } from "./ui/embed.ts";

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

/** How accounts name a user; `displayName` is the id if the service names nobody. */
export function toAccountNames(
  userId: string,
  user: User,
): Pick<Account, "displayName" | "username" | "avatarUrl"> {
  const { displayName = `User ${userId}`, username } = toPersonNames(user);
  const { initial, transparent } = user.avatar ?? {};
  return { displayName, username, avatarUrl: parseWebAddress(initial) ?? parseWebAddress(transparent) };
}

/** Stores what the service said of users who were looked up, also with the accounts of those who are connected. */
export async function learnNames(
  link: LinkPosition,
  users: ReadonlyMap<string, User | undefined>,
  { store, now }: { readonly store: Pick<Store, "accounts" | "people">; readonly now: () => number },
): Promise<void> {
  // Should the first fail, they are looked up again.
  await renameConnected(link.guildId, users, store);
  const learned = [...users].map(([userId, user]) => toLearnedPerson(userId, user));
  if (learned.length > 0) await store.people.learn(link, learned, now());
}

/**
 * Saves how the service names these users now with their accounts, if they are connected in the guild. Who has no name
 * there keeps the one they had.
 */
export async function renameConnected(
  guildId: string,
  users: ReadonlyMap<string, User | undefined>,
  { accounts }: Pick<Store, "accounts">,
): Promise<void> {
  for (const account of await accounts.ofUsers(guildId, [...users.keys()])) {
    const { userId, discordUserId, memberName } = account;
    const user = users.get(userId);
    if (user === undefined || toPersonNames(user).displayName === undefined) continue;
    const names = { ...toAccountNames(userId, user), memberName };
    const isSame =
      names.displayName === account.displayName &&
      names.username === account.username &&
      names.avatarUrl === account.avatarUrl;
    if (!isSame) await accounts.refresh(guildId, discordUserId, names, foldNames(names));
  }
}
