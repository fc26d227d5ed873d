import { foldNames } from "../../src/domain/search.ts";
import { UserError } from "../../src/errors.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Account } from "../../src/store/accounts.ts";
import { createButtonRow } from "../../src/ui/buttons.ts";
import { describeAccount } from "../../src/ui/people.ts";
import { createDisconnectButtons } from "./disconnect.ts";

type Pair = Pick<Account, "discordUserId"> & Partial<Pick<Account, "userId">>;

/** The text is for managers. @throws UserError if the member or the user is already connected */
export async function assertNotConnected({ discordUserId, userId }: Pair, ctx: GuildContext): Promise<void> {
  const { store, guildId, commandMention } = ctx;
  const [own, other] = await Promise.all([
    store.accounts.ofMember(guildId, discordUserId),
    userId === undefined ? undefined : store.accounts.ofUser(guildId, userId),
  ]);
  const existing = own ?? other;
  if (existing === undefined) return;
  throw new UserError(
    `${describeAccount(existing)} \`${existing.userId}\` is already connected, so nothing was done. A user can be connected to only one member: disconnect them first in ${commandMention("profile")}.`,
    { components: createButtonRow(...createDisconnectButtons(existing.discordUserId, ctx)) },
  );
}

/** The account of two whom the caller connects. */
export function createAccount(
  {
    discordUserId,
    memberName,
    userId,
    displayName,
    username,
    avatarUrl,
  }: Pick<Account, "discordUserId" | "memberName" | "userId" | "displayName"> &
    Partial<Pick<Account, "username" | "avatarUrl">>,
  { guildId, invoker, now }: GuildContext,
): Account {
  const by = { connectedByDiscordUserId: invoker.discordUserId, connectedAt: now() };
  return { guildId, discordUserId, userId, displayName, username, avatarUrl, memberName, ...by };
}

/**
 * Connects the two, unless the caller already did.
 * @throws UserError like `assertNotConnected`, also if someone else did
 */
export async function connectMember(account: Account, ctx: GuildContext): Promise<"connected" | "already"> {
  const { store, guildId } = ctx;
  if ((await store.accounts.connect(account, foldNames(account))) === "connected") return "connected";
  const own = await store.accounts.ofMember(guildId, account.discordUserId);
  const isOwnDeed = own?.connectedByDiscordUserId === account.connectedByDiscordUserId;
  if (own?.userId === account.userId && isOwnDeed) return "already";
  await assertNotConnected(account, ctx);
  // The conflicting connection was removed in the meantime.
  return connectMember(account, ctx);
}
