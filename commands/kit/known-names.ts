import { type GuildContext, findLink } from "../../src/interactions/handler-context.ts";
import type { NamedPerson } from "../../src/ui/people.ts";

/** A person that a name may refer to, connected or not. */
export interface Candidate extends NamedPerson {
  readonly username?: string | undefined;
  readonly memberName?: string | undefined;
}

/** People with a name that equals this folded text, connected people first. */
export function findNamed(folded: string, ctx: GuildContext, limit: number): Promise<readonly Candidate[]> {
  return find("named", folded, ctx, limit);
}

/** The best matches, connected people first. */
export function searchPeople(
  folded: string,
  ctx: GuildContext,
  limit: number,
): Promise<readonly Candidate[]> {
  return find("search", folded, ctx, limit);
}

async function find(
  how: "named" | "search",
  folded: string,
  ctx: GuildContext,
  limit: number,
): Promise<readonly Candidate[]> {
  const { guildId, store } = ctx;
  const [accounts, people] = await Promise.all([
    store.accounts[how](guildId, folded, limit),
    store.people[how](guildId, findLink(ctx)?.linkKey, folded, limit),
  ]);
  // A person may be known through several links, or by a name other than their account's.
  const connected = await store.accounts.ofUsers(
    guildId,
    people.map(({ userId }) => userId),
  );
  const byId = new Map<string, Candidate>();
  for (const account of [...accounts, ...connected]) byId.set(account.userId, account);
  for (const { userId, displayName, username } of people)
    if (displayName !== undefined && !byId.has(userId)) byId.set(userId, { userId, displayName, username });
  return [...byId.values()].slice(0, limit);
}
