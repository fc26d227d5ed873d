import { foldedNames } from "../../src/domain/person-names.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Account } from "../../src/store/accounts.ts";

/** The caller's account. A member who goes by another name since is found under that one from now on. */
export async function ownAccount({
  self,
  caller,
  store,
  log,
}: Pick<GuildContext, "self" | "caller" | "store" | "log">): Promise<Account | undefined> {
  const account = await self();
  if (account === undefined || account.memberName === caller.displayName) return account;
  const { guildId, discordUserId, displayName, username, avatarUrl } = account;
  const names = { displayName, username, avatarUrl, memberName: caller.displayName };
  try {
    await store.accounts.refresh(guildId, discordUserId, names, foldedNames(names));
  } catch (error) {
    log.warn("the new name of a member could not be kept", { guildId, error });
  }
  return { ...account, ...names };
}
