import { foldedNames } from "../../src/domain/search.ts";
import { UserError } from "../../src/errors.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Account } from "../../src/store/accounts.ts";
import { describeAccount } from "../../src/ui/people.ts";

type Pair = Pick<Account, "discordUserId" | "userId">;

/** Words for managers. @throws UserError when the member or the user is connected already */
export async function assertNotConnected(
  { discordUserId, userId }: Pair,
  { store, guildId, commandMention }: GuildContext,
): Promise<void> {
  const [own, other] = await Promise.all([
    store.accounts.ofMember(guildId, discordUserId),
    store.accounts.ofUser(guildId, userId),
  ]);
  const taken = own ?? other;
  if (taken === undefined) return;
  throw new UserError(
    `${describeAccount(taken)} \`${taken.userId}\` is connected already, so nothing was done. One user and one member belong together: disconnect that one first with ${commandMention("account disconnect")}.`,
  );
}

/**
 * Connects, unless just these two are connected already.
 * @throws UserError as `assertNotConnected`
 */
export async function connectMember(account: Account, ctx: GuildContext): Promise<"connected" | "already"> {
  const { store, guildId } = ctx;
  if ((await store.accounts.connect(account, foldedNames(account))) === "connected") return "connected";
  const own = await store.accounts.ofMember(guildId, account.discordUserId);
  if (own?.userId === account.userId) return "already";
  await assertNotConnected(account, ctx);
  // What stood in the way was disconnected in between.
  return connectMember(account, ctx);
}
