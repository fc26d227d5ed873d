import { systemActorName } from "../domain/ids.ts";
import type { Account, Accounts } from "../store/accounts.ts";
import { inlineCode, escapeMarkdown, plainText } from "./escape.ts";

/** Who of the users of the service is connected here, by user id. */
export type Names = ReadonlyMap<string, Account>;

/** The names of those who are connected in this guild, in one look. */
export async function namesOf(
  userIds: Iterable<string | undefined>,
  ctx: { readonly guildId: string; readonly store: { readonly accounts: Pick<Accounts, "ofUsers"> } },
): Promise<Names> {
  const people: string[] = [];
  for (const userId of userIds)
    if (userId !== undefined && systemActorName(userId) === undefined) people.push(userId);
  const accounts = await ctx.store.accounts.ofUsers(ctx.guildId, people);
  return new Map(accounts.map((account) => [account.userId, account]));
}

/** `Mia (@mia)` for who is connected, words for the system actors, else the id. Pings nobody in an embed. */
export function describePerson(userId: string, names?: Names): string {
  const account = names?.get(userId);
  return account === undefined
    ? (systemActorName(userId) ?? inlineCode(userId, 64))
    : describeAccount(account);
}

/** The same for somebody whose account is at hand. */
export function describeAccount(account: Pick<Account, "displayName" | "discordUserId" | "userId">): string {
  return `${describeDisplay(account)} (<@${account.discordUserId}>)`;
}

/** What the service calls somebody; the id when nothing of it can be seen. */
export function describeDisplay({ displayName, userId }: Pick<Account, "displayName" | "userId">): string {
  return escapeMarkdown(displayName, 60) || inlineCode(userId, 64);
}

/** The name or the id, for places that show no formatting. */
export function personPlain(userId: string, names?: Names): string {
  const name = plainText(names?.get(userId)?.displayName ?? "", 60);
  return name || (systemActorName(userId) ?? plainText(userId, 64));
}

/** `Mia · @mia · 4711`, short enough for a button; the id is never cut. */
export function accountLabel({ displayName, memberName, userId }: Account): string {
  const isLong = userId.length > 20;
  const name = plainText(displayName, isLong ? Math.max(10, 77 - userId.length) : 32);
  return [name, !isLong && `@${plainText(memberName, 20)}`, userId].filter(Boolean).join(" · ");
}

/** Under which names and pictures somebody may be found in what is kept. */
export function namesToForget(account: Account | undefined): {
  readonly discordUserId: string | undefined;
  readonly names: readonly string[];
} {
  if (account === undefined) return { discordUserId: undefined, names: [] };
  const { discordUserId, displayName, username, memberName, avatarUrl } = account;
  return {
    discordUserId,
    names: [displayName, username, memberName, avatarUrl].filter((name) => name !== undefined),
  };
}
