import type { Account } from "./rows.ts";
import type { Row } from "./sql-values.ts";

/** The account itself, without what is kept beside it for finding it. */
export const accountColumns = [
  "guildId",
  "discordUserId",
  "userId",
  "displayName",
  "username",
  "avatarUrl",
  "memberName",
  "connectedByDiscordUserId",
  "connectedAt",
] as const satisfies readonly (keyof Account)[];

export function accountOf({ username, avatarUrl, ...row }: Row<Account>): Account {
  return { ...row, username: username ?? undefined, avatarUrl: avatarUrl ?? undefined };
}
