import { accountColumns, hasInName, isNamed, matchIds, rankNames, toNameColumns } from "./account-search.ts";
import { runInTransaction } from "./guild-transaction.ts";
import { prepareForIds, prepareForRows, prepareQuery } from "./prepared-query.ts";
import { countRows, hasChanged, isAmong, readAll, withNulls, withoutNulls } from "./sql-values.ts";
import type { Db } from "./tables.ts";
import type { Account } from "./rows.ts";

export type { Account } from "./rows.ts";

export type AccountNames = Pick<Account, "displayName" | "username" | "avatarUrl" | "memberName">;

/** `foldedNames` are the display name, username and member name, in that order, lower-cased and without accents. */
type AccountOfUser = Pick<Account, "guildId" | "userId" | "discordUserId">;

export interface Accounts {
  /** On "member-taken" or "user-taken" nothing was stored, even if two connect at once. */
  connect(
    account: Account,
    foldedNames: readonly string[],
  ): Promise<"connected" | "member-taken" | "user-taken">;
  /**
   * Also drops pending notices to the member about this user, and remembers that they were this user, in one
   * transaction.
   * @param userId the user to disconnect from; nothing is removed if the member is connected to another one
   * @returns the account that was removed
   */
  disconnect(guildId: string, discordUserId: string, userId?: string): Promise<Account | undefined>;
  /**
   * Updates the names and picture from when the person was last seen. False if there is no such account, or the person
   * wants no names stored.
   */
  refresh(
    guildId: string,
    discordUserId: string,
    names: AccountNames,
    foldedNames: readonly string[],
  ): Promise<boolean>;
  ofMember(guildId: string, discordUserId: string): Promise<Account | undefined>;
  ofUser(guildId: string, userId: string): Promise<Account | undefined>;
  /** Everyone connected; `undefined` if there are more than fifty. */
  few(guildId: string): Promise<readonly Account[] | undefined>;
  /** Takes any number of ids; returns each account once, in no particular order. */
  ofUsers(guildId: string, userIds: readonly string[]): Promise<readonly Account[]>;
  /** Who is connected as these users of any number of guilds; in no particular order. */
  membersOf(users: readonly Pick<Account, "guildId" | "userId">[]): Promise<readonly AccountOfUser[]>;
  /** Accounts with a name that equals this folded text. */
  named(guildId: string, folded: string, limit: number): Promise<readonly Account[]>;
  /**
   * Best first: a name begins with the text, a later word of a name does, a name contains it, one of the person's ids
   * begins with it; ties are sorted by display name. An empty text matches everyone.
   */
  search(guildId: string, folded: string, limit: number): Promise<readonly Account[]>;
  /** By display name, ignoring case and accents. */
  list(
    guildId: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<readonly Account[]>;
  count(guildId: string): Promise<number>;
  /** The user someone is connected to, and those whom they were the last to be connected to. */
  listUserIds(guildId: string, discordUserId: string): Promise<readonly string[]>;
  /** Removes what is known of people disconnected before `at`. */
  removeFormer(at: number): Promise<void>;
}

// Within both databases' limits on values per statement; SQLite's is 32,766.
const idsAtOnce = 1_000;
export const fewAccounts = 50;

/** One more than a few. */
export function selectSomeAccounts(db: Db, guildId: string) {
  return db
    .selectFrom("accounts")
    .select(accountColumns)
    .where("guildId", "=", guildId)
    .limit(fewAccounts + 1);
}

/** Users of former connections, unless someone else is connected to them now. */
export function selectFormerAccounts(db: Db, guildId: string, discordUserId: string) {
  return db
    .selectFrom("formerAccounts")
    .select(["userId", "disconnectedAt"])
    .where((eb) => eb.and({ guildId, discordUserId }))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("accounts")
            .select("accounts.userId")
            .whereRef("accounts.guildId", "=", "formerAccounts.guildId")
            .whereRef("accounts.userId", "=", "formerAccounts.userId"),
        ),
      ),
    )
    .orderBy("userId");
}

interface Member {
  readonly guildId: string;
  readonly discordUserId: string | undefined;
}

export async function listUserIds(
  db: Db,
  { guildId, discordUserId = "" }: Member,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("accounts")
    .select("userId")
    .where((eb) => eb.and({ guildId, discordUserId }))
    .union(selectFormerAccounts(db, guildId, discordUserId).clearSelect().clearOrderBy().select("userId"))
    .execute();
  return rows.map(({ userId }) => userId);
}

/** Deletes what was meant for the member as this user only, in the transaction that disconnects them. */
export type WhenDisconnected = (
  transaction: Db,
  member: Pick<Account, "guildId" | "discordUserId">,
) => Promise<void>;

export function createAccounts(db: Db, now: () => number, whenDisconnected?: WhenDisconnected): Accounts {
  const selectIn = (guildId: string) =>
    db.selectFrom("accounts").select(accountColumns).where("guildId", "=", guildId);
  const finder = (column: "discordUserId" | "userId") => {
    const rows = prepareQuery(db, ["guildId", "id"], ({ guildId, id }) =>
      selectIn(guildId).where(column, "=", id),
    );
    return async (guildId: string, id: string): Promise<Account | undefined> =>
      (await rows({ guildId, id })).map(withoutNulls)[0];
  };
  const ofIds = prepareForIds(db, ["guildId"], ({ guildId }, ids) =>
    selectIn(guildId).where("userId", "in", ids),
  );
  const ofPairs = prepareForRows(db, [], ["guildId", "userId"], (_, users) =>
    db
      .selectFrom("accounts")
      .select(["guildId", "userId", "discordUserId"])
      .where(isAmong(["guildId", "userId"], users)),
  );
  const some = prepareQuery(db, ["guildId"], ({ guildId }) => selectSomeAccounts(db, guildId));
  const ofMember = finder("discordUserId");
  const ofUser = finder("userId");

  const connect: Accounts["connect"] = async (account, foldedNames) => {
    const insertion = db
      .insertInto("accounts")
      .values({ ...withNulls(account), ...toNameColumns(foldedNames), forgottenAt: null })
      .onConflict((conflict) => conflict.doNothing());
    if (await hasChanged(insertion)) return "connected";
    if (await ofMember(account.guildId, account.discordUserId)) return "member-taken";
    if (await ofUser(account.guildId, account.userId)) return "user-taken";
    // The conflicting account was disconnected in the meantime.
    return connect(account, foldedNames);
  };

  return {
    connect,
    ofMember,
    ofUser,

    disconnect: (guildId, discordUserId, userId) =>
      runInTransaction(db, async (transaction) => {
        const account = transaction.deleteFrom("accounts").where((eb) => eb.and({ guildId, discordUserId }));
        const row = await (userId === undefined ? account : account.where("userId", "=", userId))
          .returning(accountColumns)
          .executeTakeFirst();
        if (row === undefined) return undefined;
        await whenDisconnected?.(transaction, { guildId, discordUserId });
        const last = { discordUserId, disconnectedAt: now() };
        await transaction
          .insertInto("formerAccounts")
          .values({ guildId, userId: row.userId, ...last })
          .onConflict((conflict) => conflict.columns(["guildId", "userId"]).doUpdateSet(last))
          .execute();
        return withoutNulls(row);
      }),

    refresh: (guildId, discordUserId, { displayName, username, avatarUrl, memberName }, foldedNames) =>
      hasChanged(
        db
          .updateTable("accounts")
          .set({
            displayName,
            username: username ?? null,
            avatarUrl: avatarUrl ?? null,
            memberName,
            ...toNameColumns(foldedNames),
          })
          .where((eb) => eb.and({ guildId, discordUserId }))
          .where("forgottenAt", "is", null),
      ),

    async few(guildId) {
      const rows = await some({ guildId });
      return rows.length > fewAccounts ? undefined : rows.map(withoutNulls);
    },

    async ofUsers(guildId, userIds) {
      const ids = [...new Set(userIds)];
      const [only] = ids;
      if (only !== undefined && ids.length === 1) {
        const account = await ofUser(guildId, only);
        return account === undefined ? [] : [account];
      }
      const found: Account[] = [];
      for (let start = 0; start < ids.length; start += idsAtOnce) {
        const rows = await ofIds({ guildId }, ids.slice(start, start + idsAtOnce));
        found.push(...rows.map(withoutNulls));
      }
      return found;
    },

    async membersOf(users) {
      const found: AccountOfUser[] = [];
      const asked = users.map(({ guildId, userId }) => ({ guildId, userId }));
      for (let start = 0; start < asked.length; start += idsAtOnce)
        found.push(...(await ofPairs({}, asked.slice(start, start + idsAtOnce))));
      return found;
    },

    named: (guildId, folded, limit) =>
      readAll(
        selectIn(guildId).where(isNamed(folded)).orderBy("sortName").orderBy("discordUserId").limit(limit),
        withoutNulls,
      ),

    search: (guildId, folded, limit) =>
      readAll(
        selectIn(guildId)
          .where((eb) => eb.or([hasInName(folded), ...matchIds(folded, ["userId", "discordUserId"])]))
          .orderBy(rankNames(folded))
          .orderBy("sortName")
          .orderBy("discordUserId")
          .limit(limit),
        withoutNulls,
      ),

    list: (guildId, { limit, offset }) =>
      readAll(
        selectIn(guildId).orderBy("sortName").orderBy("discordUserId").limit(limit).offset(offset),
        withoutNulls,
      ),

    count: (guildId) => countRows(db.selectFrom("accounts").where("guildId", "=", guildId)),

    listUserIds: (guildId, discordUserId) => listUserIds(db, { guildId, discordUserId }),

    async removeFormer(at) {
      await db.deleteFrom("formerAccounts").where("disconnectedAt", "<", at).execute();
    },
  };
}
