import { sql, type SqlBool } from "kysely";
import type { AnyTables, Asker, Leaving, Person, PersonalTable } from "../personal-data.ts";
import { accountColumns } from "./account-search.ts";
import { listUserIds } from "./accounts.ts";
import type { Account } from "./rows.ts";
import { countChanged, readAll, readFirst, withoutNulls } from "./sql-values.ts";
import type { Db, Tables } from "./tables.ts";

/** Everything that a guild's tables hold about a person, by table: what each reads is declared with them. */
export interface KeptData {}

/** Stored personal data, for the person themselves. */
export interface PersonalData {
  /** What is done with each table, in the order in which rows are deleted. */
  readonly tables: readonly (readonly [name: keyof Tables, table: PersonalTable])[];
  /** Everything a guild's tables hold about one Discord user. @param maxEntries of the audit log */
  of(guildId: string, discordUserId: string, maxEntries: number): Promise<KeptData>;
  /** The same of someone named by their user id, who may not be connected. */
  ofUser(guildId: string, userId: string, maxEntries: number): Promise<KeptData>;
  /** Guilds in which the person is connected to a linked workspace. */
  connectedGuilds(discordUserId: string): Promise<readonly string[]>;
  /** Guilds with any stored data about the person. */
  listGuilds(discordUserId: string): Promise<readonly string[]>;
}

export function createPersonalData(db: Db, declared: AnyTables): PersonalData {
  const personal = listPersonal(declared);
  const findAccountOf = (
    whose: { readonly guildId: string } & ({ readonly discordUserId: string } | { readonly userId: string }),
  ) =>
    readFirst(
      db
        .selectFrom("accounts")
        .select([...accountColumns, "forgottenAt"])
        .where((eb) => eb.and(whose)),
      withoutNulls,
    );
  const read = async (asker: Asker): Promise<KeptData> => {
    const kept: [string, unknown][] = [];
    for (const [name, table] of personal) kept.push([name, await table.read(db, asker)]);
    // By name, each is what its table reads.
    return Object.fromEntries(kept) as KeptData;
  };
  return {
    tables: personal,

    async of(guildId, discordUserId, maxEntries) {
      const own = { guildId, discordUserId };
      const account = await findAccountOf(own);
      return read({ ...own, account, userIds: await listUserIds(db, own), maxEntries });
    },

    async ofUser(guildId, userId, maxEntries) {
      const account = await findAccountOf({ guildId, userId });
      // Of a user who isn't connected, nothing is kept by a member's id, and no member has theirs.
      const discordUserId = account?.discordUserId ?? userId;
      return read({ guildId, discordUserId, account, userIds: [userId], maxEntries });
    },

    connectedGuilds: (discordUserId) =>
      readAll(
        db
          .selectFrom("accounts")
          .innerJoin("guildLinks", "guildLinks.guildId", "accounts.guildId")
          .select("accounts.guildId")
          .distinct()
          .where("accounts.discordUserId", "=", discordUserId)
          .orderBy("accounts.guildId"),
        ({ guildId }) => guildId,
      ),

    async listGuilds(discordUserId) {
      const [first, ...others] = personal.flatMap(([name, { member, isBesideAccount }]) =>
        member === undefined || isBesideAccount ? [] : [selectGuilds(db, name, member, discordUserId)],
      );
      if (first === undefined) return [];
      const rows = await others.reduce((query, other) => query.union(other), first).execute();
      return rows.map(({ guildId }) => guildId).toSorted();
    },
  };
}

/** Tables with rows about people. */
function listPersonal(declared: AnyTables): PersonalData["tables"] {
  return Object.entries(declared).flatMap(([name, { person }]) =>
    // What is declared are tables: their names are the features' to say.
    person === "nobody" ? [] : [[name as keyof Tables, person] as const],
  );
}

/** From a table that has both columns. */
function selectGuilds(db: Db, table: keyof Tables, member: string, discordUserId: string) {
  return db
    .selectFrom(table as "accounts")
    .select("guildId")
    .where(sql<SqlBool>`${sql.ref(member)} = ${discordUserId}`);
}

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
