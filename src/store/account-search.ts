import { type Expression, sql, type SqlBool } from "kysely";
import type { Account } from "./rows.ts";
import { escapeLike, matchesPattern, hasChanged } from "./sql-values.ts";
import type { Db, Tables } from "./tables.ts";
import type { InRelaxedTransaction } from "./guild-transaction.ts";

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

const namesColumn = sql.ref<string>("names");

/** Whether one of the names equals this folded text. */
export function isNamed(folded: string): Expression<SqlBool> {
  return matchesPattern(namesColumn, `%${edge}${escapeLike(toOneLine(folded))}${edge}%`);
}

/** Whether one of the names contains this folded text. */
export function hasInName(folded: string): Expression<SqlBool> {
  return matchesPattern(namesColumn, `%${escapeLike(toOneLine(folded))}%`);
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
  const laterText = wordBreaks.map((before) => matchesPattern(namesColumn, `%${escapeLike(before)}${text}%`));
  return sql<number>`case
    when ${matchesPattern(namesColumn, `%${edge}${text}%`)} then 0
    when ${sql.join(laterText, sql` or `)} then 1
    when ${matchesPattern(namesColumn, `%${text}%`)} then 2
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

interface NamesToFold {
  readonly displayName: string;
  readonly username: string | undefined;
  /** Accounts have one. */
  readonly memberName?: string;
}

/** What `toNameColumns` takes, as text is folded now. */
type Fold<Names> = (names: Names) => readonly string[];

export type AccountPosition = Readonly<Record<"guildId" | "discordUserId", string>>;
export type PersonPosition = Readonly<Record<"guildId" | "linkKey" | "userId", string>>;

interface Slice<Position> {
  /** The row after which the next slice begins; `undefined` after the last one. */
  readonly next: Position | undefined;
}

/** Names folded by an earlier version are found by what is typed today only once they are folded again. */
interface FoldedNames {
  /** Folds a slice of the accounts again. A row that was written meanwhile is left as it is. */
  accounts(fold: Fold<Required<NamesToFold>>, after?: AccountPosition): Promise<Slice<AccountPosition>>;
  /** The same for users that the service named. */
  people(fold: Fold<NamesToFold>, after?: PersonPosition): Promise<Slice<PersonPosition>>;
}

/** Folding them takes a few milliseconds. */
const rowsAtOnce = 500;

export function createFoldedNames(db: Db, inRelaxedTransaction: InRelaxedTransaction): FoldedNames {
  /** Runs each guild's changes in one transaction, as everything that writes several rows of a guild. */
  const write = async <Row extends Stored>(
    rows: readonly Row[],
    fold: (row: Row) => readonly string[],
    update: (transaction: Db, row: Row, columns: NameColumns) => Parameters<typeof hasChanged>[0],
  ): Promise<void> => {
    const changes = rows.flatMap((row) => {
      const columns = toNameColumns(fold(row));
      const isFolded = columns.names === row.names && columns.sortName === row.sortName;
      return isFolded ? [] : [{ row, columns }];
    });
    for (const [guildId, ofGuild] of Map.groupBy(changes, ({ row }) => row.guildId))
      await inRelaxedTransaction(async (transaction) => {
        for (const { row, columns } of ofGuild) await hasChanged(update(transaction, row, columns));
      }, guildId);
  };

  return {
    async accounts(fold, after = { guildId: "", discordUserId: "" }) {
      const rows = await db
        .selectFrom("accounts")
        .select(["guildId", "discordUserId", "displayName", "username", "memberName", "names", "sortName"])
        .where((eb) =>
          eb(eb.refTuple("guildId", "discordUserId"), ">", eb.tuple(after.guildId, after.discordUserId)),
        )
        .where("forgottenAt", "is", null)
        .orderBy("guildId")
        .orderBy("discordUserId")
        .limit(rowsAtOnce)
        .execute();
      await write(
        rows,
        ({ displayName, username, memberName }) =>
          fold({ displayName, username: username ?? undefined, memberName }),
        (transaction, { guildId, discordUserId, names }, columns) =>
          transaction
            .updateTable("accounts")
            .set(columns)
            .where((eb) => eb.and({ guildId, discordUserId, names })),
      );
      return { next: rows[rowsAtOnce - 1] };
    },

    async people(fold, after = { guildId: "", linkKey: "", userId: "" }) {
      const rows = await db
        .selectFrom("people")
        .select(["guildId", "linkKey", "userId", "displayName", "username", "names", "sortName"])
        .where((eb) =>
          eb(
            eb.refTuple("guildId", "linkKey", "userId"),
            ">",
            eb.tuple(after.guildId, after.linkKey, after.userId),
          ),
        )
        .where("state", "=", "known")
        .orderBy("guildId")
        .orderBy("linkKey")
        .orderBy("userId")
        .limit(rowsAtOnce)
        .execute();
      await write(
        rows,
        ({ displayName, username }) =>
          fold({ displayName: displayName ?? "", username: username ?? undefined }),
        (transaction, { guildId, linkKey, userId, names }, columns) =>
          transaction
            .updateTable("people")
            .set(columns)
            .where((eb) => eb.and({ guildId, linkKey, userId, names })),
      );
      return { next: rows[rowsAtOnce - 1] };
    },
  };
}

type NameColumns = Pick<Tables["accounts"], "names" | "sortName">;
type Stored = NameColumns & { readonly guildId: string };
