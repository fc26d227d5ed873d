import { type Expression, sql, type SqlBool } from "kysely";
import type { Account } from "./rows.ts";
import { escapeLike, matchesPattern, readAll, withoutNulls } from "./sql-values.ts";
import type { Db, Tables } from "./tables.ts";

// Every name sits between two of these, so one pattern can match where a name begins and ends.
const edge = "\n";
// Separates the words of display names and usernames.
const wordBreaks = [" ", "_", ".", "-"];

/** Search columns stored with an account. Accounts are sorted by the first name. */
export function toNameColumns(
  foldedNames: readonly string[],
): Pick<Tables["accounts"], "names" | "sortName"> {
  const lines = foldedNames.map(toOneLine);
  return { names: `${edge}${lines.join(edge)}${edge}`, sortName: lines[0] ?? "" };
}

export function findNamedAccounts(
  db: Db,
  guildId: string,
  folded: string,
  limit: number,
): Promise<readonly Account[]> {
  return readAll(
    db
      .selectFrom("accounts")
      .select(accountColumns)
      .where("guildId", "=", guildId)
      .where(isNamed(folded))
      .orderBy("sortName")
      .orderBy("discordUserId")
      .limit(limit),
    withoutNulls,
  );
}

export function searchAccounts(
  db: Db,
  guildId: string,
  folded: string,
  limit: number,
): Promise<readonly Account[]> {
  return readAll(
    db
      .selectFrom("accounts")
      .select(accountColumns)
      .where("guildId", "=", guildId)
      .where((eb) => eb.or([hasInName(folded), ...matchIds(folded, ["userId", "discordUserId"])]))
      .orderBy(rankNames(folded))
      .orderBy("sortName")
      .orderBy("discordUserId")
      .limit(limit),
    withoutNulls,
  );
}

const names = sql.ref<string>("names");

/** Whether one of the names equals this folded text. */
export function isNamed(folded: string): Expression<SqlBool> {
  return matchesPattern(names, `%${edge}${escapeLike(toOneLine(folded))}${edge}%`);
}

/** Whether one of the names contains this folded text. */
export function hasInName(folded: string): Expression<SqlBool> {
  return matchesPattern(names, `%${escapeLike(toOneLine(folded))}%`);
}

/** For each of these columns, whether the id begins with this text. */
export function matchIds(folded: string, columns: readonly string[]): readonly Expression<SqlBool>[] {
  return columns.map((column) =>
    matchesPattern(sql.ref<string>(column), `${escapeLike(toOneLine(folded))}%`),
  );
}

/** How well the names match a folded text; 0 is best. */
export function rankNames(folded: string): Expression<number> {
  const text = escapeLike(toOneLine(folded));
  const laterText = wordBreaks.map((before) => matchesPattern(names, `%${escapeLike(before)}${text}%`));
  return sql<number>`case
    when ${matchesPattern(names, `%${edge}${text}%`)} then 0
    when ${sql.join(laterText, sql` or `)} then 1
    when ${matchesPattern(names, `%${text}%`)} then 2
    else 3 end`;
}

function toOneLine(name: string): string {
  return name.replaceAll(edge, " ");
}

/** The account without its search columns. */
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
