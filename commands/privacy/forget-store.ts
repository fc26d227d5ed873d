import { sql, type SqlBool } from "kysely";
import { accountColumns } from "../../src/store/account-search.ts";
import { listUserIds } from "../../src/store/accounts.ts";
import type { AnyTables, Leaving, Person } from "../../src/personal-data.ts";
import type { Account } from "../../src/store/rows.ts";
import { countChanged, readFirst, withoutNulls } from "../../src/store/sql-values.ts";
import type { Db, Tables } from "../../src/store/tables.ts";
import { listPersonal } from "./store.ts";

/**
 * A person of whom only ids may be kept. If connected, they are found by either id. A Discord id also finds users whom
 * they were the last to be connected to.
 */
export interface PersonToForget {
  readonly guildId: string;
  /** The service's user id. */
  readonly userId: string | undefined;
  readonly discordUserId: string | undefined;
  /** Also removes the connection. */
  readonly disconnects: boolean;
}

export interface Forgotten {
  /** The account as it was before. */
  readonly account: Account | undefined;
  /** What the tables say of what was deleted, by table. */
  readonly gone: ReadonlyMap<string, unknown>;
}

/**
 * In one transaction, does what the tables say is done to forget someone in one guild. Ids stay in the audit log.
 */
export async function forgetPerson(
  db: Db,
  { guildId, userId, discordUserId, disconnects }: PersonToForget,
  { now, tables: declared }: { readonly now: number; readonly tables: AnyTables },
): Promise<Forgotten> {
  const personal = listPersonal(declared);
  const account = await findAccount(db, { guildId, userId, discordUserId });
  const person: Person = {
    guildId,
    userIds: userId === undefined ? await listUserIds(db, { guildId, discordUserId }) : [userId],
    discordUserId: discordUserId ?? account?.discordUserId,
  };
  const known = [account?.displayName, account?.username, account?.memberName, account?.avatarUrl];
  const stored: (string | null | undefined)[] = [];
  for (const [, table] of personal) stored.push(...((await table.names?.(db, person)) ?? []));
  const leaving: Leaving = {
    ...person,
    userId,
    account,
    disconnects,
    now,
    names: new Set([...known, ...stored].filter((name): name is string => Boolean(name))),
    ids: new Set([...person.userIds, person.discordUserId].filter((id) => id !== undefined)),
  };
  const gone = new Map<string, unknown>();
  for (const [name, { member, forget }] of personal)
    if (forget === "all") gone.set(name, await removeOwn(db, name, member, leaving));
    else if (forget !== "nothing") gone.set(name, await forget(db, leaving));
  return { account, gone };
}

async function findAccount(
  db: Db,
  { guildId, userId, discordUserId }: Omit<PersonToForget, "disconnects">,
): Promise<Account | undefined> {
  const query = db.selectFrom("accounts").select(accountColumns).where("guildId", "=", guildId);
  if (discordUserId === undefined && userId === undefined) return undefined;
  const one =
    discordUserId === undefined
      ? query.where("userId", "=", userId ?? "")
      : query.where("discordUserId", "=", discordUserId);
  return readFirst(one, withoutNulls);
}

async function removeOwn(
  db: Db,
  table: keyof Tables,
  member: string | undefined,
  { guildId, discordUserId }: Leaving,
): Promise<number> {
  if (discordUserId === undefined || member === undefined) return 0;
  return countChanged(
    db
      .deleteFrom(table as "accounts")
      .where("guildId", "=", guildId)
      .where(sql<SqlBool>`${sql.ref(member)} = ${discordUserId}`),
  );
}
