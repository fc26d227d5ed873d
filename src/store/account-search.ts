import { accountColumns, accountOf } from "./account-rows.ts";
import type { Account } from "./accounts.ts";
import { like, escapeLike } from "./sql-values.ts";
import type { Db, Tables } from "./tables.ts";

// Every name stands between two of these, so that one pattern finds where a name begins and ends.
const edge = "\n";
// What stands before a later word of a name, as people and as usernames write it.
const wordBreaks = [" ", "_", ".", "-"];

/** What is kept beside an account for finding it. The first name is the one accounts are sorted by. */
export function nameColumns(foldedNames: readonly string[]): Pick<Tables["accounts"], "names" | "sortName"> {
  const names = foldedNames.map(inOneLine);
  return { names: `${edge}${names.join(edge)}${edge}`, sortName: names[0] ?? "" };
}

export async function findNamed(
  db: Db,
  guildId: string,
  folded: string,
  limit: number,
): Promise<readonly Account[]> {
  const whole = `%${edge}${escapeLike(inOneLine(folded))}${edge}%`;
  const rows = await db
    .selectFrom("accounts")
    .select(accountColumns)
    .where("guildId", "=", guildId)
    .where((eb) => like(eb.ref("names"), whole))
    .orderBy("sortName")
    .orderBy("discordUserId")
    .limit(limit)
    .execute();
  return rows.map(accountOf);
}

export async function searchAccounts(
  db: Db,
  guildId: string,
  folded: string,
  limit: number,
): Promise<readonly Account[]> {
  const text = escapeLike(inOneLine(folded));
  const rows = await db
    .selectFrom("accounts")
    .select(accountColumns)
    .where("guildId", "=", guildId)
    .where((eb) =>
      eb.or([
        like(eb.ref("names"), `%${text}%`),
        like(eb.ref("userId"), `${text}%`),
        like(eb.ref("discordUserId"), `${text}%`),
      ]),
    )
    .orderBy((eb) =>
      eb
        .case()
        .when(like(eb.ref("names"), `%${edge}${text}%`))
        .then(eb.lit(0))
        .when(eb.or(wordBreaks.map((before) => like(eb.ref("names"), `%${escapeLike(before)}${text}%`))))
        .then(eb.lit(1))
        .when(like(eb.ref("names"), `%${text}%`))
        .then(eb.lit(2))
        .else(eb.lit(3))
        .end(),
    )
    .orderBy("sortName")
    .orderBy("discordUserId")
    .limit(limit)
    .execute();
  return rows.map(accountOf);
}

function inOneLine(name: string): string {
  return name.replaceAll(edge, " ");
}
