import type { ExpressionBuilder } from "kysely";
import { accountColumns, toNameColumns } from "../../src/store/account-search.ts";
import { listUserIds } from "../../src/store/accounts.ts";
import { blankAudit, dropDrafts, dropImported } from "./blank-names.ts";
import { blankPeople } from "../../src/store/people-writing.ts";
import { stepLeaseMs } from "../../src/lease.ts";
import type { Account } from "../../src/store/rows.ts";
import type { ConnectionRequest } from "../account/request/store.ts";
import type { Reward } from "../rewards/store.ts";
import { countChanged, readAll, readFirst, withoutNulls } from "../../src/store/sql-values.ts";
import type { Db, Tables } from "../../src/store/tables.ts";
import { type DeletedTable, deletedTables } from "../tables.ts";
import { isAbout, type RequestPerson } from "../request/store.ts";
import { removeWeeksOf } from "../weeks/snapshots.ts";

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
  readonly weeks: number;
  readonly reminders: number;
  /** The requests as they were before, for editing the messages about them. */
  readonly requests: readonly ConnectionRequest[];
  /** How many requests for time, with and without a message. */
  readonly timeRequests: number;
  /** Messages about their requests for time. */
  readonly timeCards: readonly { readonly channelId: string; readonly messageId: string }[];
  /** Roles the bot gave them. Their rows stay until the roles are taken: later nobody would know of them. */
  readonly rewards: readonly Reward[];
}

/**
 * In one transaction, deletes someone's saved weeks, requests, reminders and open previews in one guild, and blanks
 * their names in their account, among known people, in drafts and in the audit log. The audit log keeps ids.
 */
export async function forgetPerson(db: Db, person: PersonToForget, now: number): Promise<Forgotten> {
  const account = await findAccount(db, person);
  const found = {
    guildId: person.guildId,
    userIds: person.userId === undefined ? await listUserIds(db, person) : [person.userId],
    discordUserId: person.discordUserId ?? account?.discordUserId,
  };
  const requests = await removeRequests(db, found);
  const names = new Set(
    [account, ...requests, ...(await readSeenNames(db, found))]
      .flatMap((each) => listNamesIn(each))
      .filter(Boolean),
  );
  const ids = new Set([...found.userIds, found.discordUserId].filter((id) => id !== undefined));
  let weeks = 0;
  for (const userId of found.userIds) {
    weeks += await removeWeeksOf(db, found.guildId, userId);
    await db
      .insertInto("forgottenUsers")
      .values({ guildId: found.guildId, userId, forgottenAt: now })
      .onConflict((conflict) => conflict.columns(["guildId", "userId"]).doUpdateSet({ forgottenAt: now }))
      .execute();
    await blankPeople(db, found.guildId, userId);
  }
  const { timeRequests, timeCards } = await removeTimeRequests(db, found);
  const rewards = await endRewards(db, found, now);
  let reminders = 0;
  for (const table of deletedTables) {
    const removed = await removeOwn(db, table, found);
    if (table === "reminders") reminders = removed;
  }
  // Whoever stays connected stays hidden, too.
  if (account === undefined || person.disconnects) await removeHidden(db, found);
  await removeFormer(db, person);
  if (account !== undefined)
    await (person.disconnects ? disconnect(db, account) : blankAccount(db, account, now));
  await dropOwnDrafts(db, found);
  if (ids.size > 0) {
    await dropImported(db, found, [...names, ...ids]);
    await blankAudit(db, found.guildId, { ids, names });
    await dropDrafts(db, found.guildId, { ids, names });
  }
  return { account, weeks, reminders, requests, timeRequests, timeCards, rewards };
}

type Found = RequestPerson & Pick<PersonToForget, "guildId">;

async function findAccount(
  db: Db,
  { guildId, userId, discordUserId }: PersonToForget,
): Promise<Account | undefined> {
  const query = db.selectFrom("accounts").select(accountColumns).where("guildId", "=", guildId);
  if (discordUserId === undefined && userId === undefined) return undefined;
  const one =
    discordUserId === undefined
      ? query.where("userId", "=", userId ?? "")
      : query.where("discordUserId", "=", discordUserId);
  return readFirst(one, withoutNulls);
}

/** Of the member, or of the user if only they were named. */
async function removeFormer(db: Db, { guildId, userId, discordUserId = "" }: PersonToForget): Promise<void> {
  await db
    .deleteFrom("formerAccounts")
    .where((eb) => eb.and(userId === undefined ? { guildId, discordUserId } : { guildId, userId }))
    .execute();
}

/** Removes their own requests, and other people's decided requests about their user. */
async function removeRequests(
  db: Db,
  { guildId, userIds, discordUserId }: Found,
): Promise<readonly ConnectionRequest[]> {
  const theirs = (eb: ExpressionBuilder<Tables, "connectionRequests">) =>
    eb.or([
      ...(discordUserId === undefined ? [] : [eb("discordUserId", "=", discordUserId)]),
      ...userIds.map((userId) => eb.and([eb("userId", "=", userId), eb("state", "!=", "open")])),
    ]);
  const removal = db.deleteFrom("connectionRequests").where("guildId", "=", guildId).where(theirs);
  return readAll(removal.returningAll(), withoutNulls);
}

async function readSeenNames(db: Db, { guildId, userIds }: Found) {
  if (userIds.length === 0) return [];
  return db
    .selectFrom("people")
    .select(["displayName", "username"])
    .where("guildId", "=", guildId)
    .where("userId", "in", userIds)
    .execute();
}

interface Named {
  readonly displayName: string | null;
  readonly username: string | null | undefined;
  readonly memberName?: string;
  readonly avatarUrl?: string | undefined;
}

function listNamesIn(named: Named | undefined): readonly string[] {
  if (named === undefined) return [];
  const { displayName, username, memberName, avatarUrl } = named;
  return [displayName, username, memberName, avatarUrl].filter((name) => typeof name === "string");
}

async function endRewards(
  db: Db,
  { guildId, discordUserId }: Found,
  now: number,
): Promise<Forgotten["rewards"]> {
  if (discordUserId === undefined) return [];
  const isTheirs = (eb: ExpressionBuilder<Tables, "rewards">) => eb.and({ guildId, discordUserId });
  await db.deleteFrom("rewards").where(isTheirs).where("state", "in", ["held", "skipped"]).execute();
  return db
    .updateTable("rewards")
    .set({ state: "taking", since: now, until: now + stepLeaseMs })
    .where(isTheirs)
    .returningAll()
    .execute();
}

async function removeTimeRequests(
  db: Db,
  found: Found,
): Promise<Pick<Forgotten, "timeRequests" | "timeCards">> {
  const rows = await db
    .deleteFrom("timeRequests")
    .where("guildId", "=", found.guildId)
    .where(isAbout(found))
    .returning(["cardChannelId", "cardMessageId"])
    .execute();
  const timeCards = rows.flatMap(({ cardChannelId: channelId, cardMessageId: messageId }) =>
    channelId === null || messageId === null ? [] : [{ channelId, messageId }],
  );
  return { timeRequests: rows.length, timeCards };
}

async function removeOwn(db: Db, table: DeletedTable, { guildId, discordUserId }: Found): Promise<number> {
  if (discordUserId === undefined) return 0;
  return countChanged(db.deleteFrom(table).where((eb) => eb.and({ guildId, discordUserId })));
}

async function removeHidden(db: Db, { guildId, discordUserId }: Found): Promise<void> {
  if (discordUserId === undefined) return;
  await db
    .deleteFrom("hiddenMembers")
    .where((eb) => eb.and({ guildId, discordUserId }))
    .execute();
}

/** What they were about to confirm, and the filters of their lists. */
async function dropOwnDrafts(db: Db, { guildId, discordUserId }: Found): Promise<void> {
  if (discordUserId === undefined) return;
  await db
    .deleteFrom("drafts")
    .where((eb) => eb.and({ guildId, discordUserId, state: "open" }))
    .execute();
}

async function disconnect(db: Db, { guildId, discordUserId }: Account): Promise<void> {
  await db
    .deleteFrom("accounts")
    .where((eb) => eb.and({ guildId, discordUserId }))
    .execute();
}

async function blankAccount(db: Db, { guildId, discordUserId }: Account, now: number): Promise<void> {
  const blank = { displayName: "", username: null, avatarUrl: null, memberName: "", ...toNameColumns([]) };
  await db
    .updateTable("accounts")
    .set({ ...blank, forgottenAt: now })
    .where((eb) => eb.and({ guildId, discordUserId }))
    .execute();
}
