import { sql, type SqlBool } from "kysely";
import { accountColumns } from "./account-search.ts";
import { selectFormerAccounts } from "./accounts.ts";
import { selectEntriesAbout } from "./audit.ts";
import { fromJson, readAll, withoutNulls } from "./sql-values.ts";
import type { Account, AuditEntry, ConnectionRequest, Notice } from "./rows.ts";
import type { Reward } from "./rewards.ts";
import type { Db, Tables } from "./tables.ts";
import { toTimeRequest, type TimeRequest } from "./time-request-rows.ts";
import { type Week, toWeek } from "./week-rows.ts";

/** Everything a guild's tables hold about one Discord user. */
export interface KeptData {
  readonly account: (Account & { readonly forgottenAt: number | undefined }) | undefined;
  /** Users they were connected to, and since when they aren't. */
  readonly formerAccounts: readonly Pick<Tables["formerAccounts"], "userId" | "disconnectedAt">[];
  /** Which of the users they are or were was forgotten, and when last. */
  readonly forgotten: readonly Pick<Tables["forgottenUsers"], "userId" | "forgottenAt">[];
  /** Their names as a workspace user, connected or not. */
  readonly names: readonly KeptNames[];
  /** Newest first. */
  readonly weeks: readonly Week[];
  readonly requests: readonly ConnectionRequest[];
  /** Requests for time, newest first. */
  readonly timeRequests: readonly TimeRequest[];
  /** Their lines in imports. */
  readonly imports: readonly KeptImport[];
  readonly reminders: readonly KeptReminder[];
  readonly notices: readonly Pick<Notice, "kind" | "subject" | "state" | "noticedAt">[];
  /** Roles that weeks earned them. */
  readonly rewards: readonly Pick<Reward, "roleId" | "weekStart" | "reason" | "state" | "since">[];
  readonly drafts: readonly KeptDraft[];
  /** Entries by them or naming one of their ids, newest first, up to the requested number. */
  readonly auditEntries: readonly AuditEntry[];
  /** Since when this server is the one their private commands are about. */
  readonly chosenAt: number | undefined;
}

type KeptNames = Pick<
  Tables["people"],
  "linkKey" | "userId" | "state" | "displayName" | "username" | "colour" | "seenAt"
>;
type KeptImport = Pick<
  Tables["importedPeople"],
  "typedMember" | "typedUser" | "memberName" | "userId" | "displayName" | "username" | "state" | "reason"
>;
type KeptReminder = Pick<Tables["reminders"], "kind" | "hours" | "channelId" | "setAt">;
interface KeptDraft {
  readonly kind: string;
  readonly state: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly payload: unknown;
}

/** Stored personal data, for the person themselves. */
export interface PersonalData {
  /** @param maxEntries of the audit log */
  of(guildId: string, discordUserId: string, maxEntries: number): Promise<KeptData>;
  /** Guilds in which the person is connected to a linked workspace. */
  connectedGuilds(discordUserId: string): Promise<readonly string[]>;
  /** Guilds with any stored data about the person. */
  listGuilds(discordUserId: string): Promise<readonly string[]>;
}

const ownTables = [
  "formerAccounts",
  "connectionRequests",
  "timeRequests",
  "importedPeople",
  "reminders",
  "rewards",
  "homeGuilds",
  "drafts",
  "auditEntries",
] as const;

export function createPersonalData(db: Db): PersonalData {
  return {
    async of(guildId, discordUserId, maxEntries) {
      const own = { guildId, discordUserId };
      const account = await db
        .selectFrom("accounts")
        .select([...accountColumns, "forgottenAt"])
        .where(isOwn(own))
        .executeTakeFirst();
      const formerAccounts = await selectFormerAccounts(db, guildId, discordUserId).execute();
      const userIds = [account, ...formerAccounts].flatMap((each) => each?.userId ?? []);
      return {
        account: account && withoutNulls(account),
        formerAccounts,
        forgotten: userIds.length === 0 ? [] : await selectForgotten(db, guildId, userIds),
        names: userIds.length === 0 ? [] : await selectNames(db, guildId, userIds),
        weeks: userIds.length === 0 ? [] : await selectWeeks(db, guildId, userIds),
        requests: await selectRequests(db, own),
        timeRequests: await readAll(
          db.selectFrom("timeRequests").selectAll().where(isOwn(own)).orderBy("createdAt", "desc"),
          toTimeRequest,
        ),
        imports: await db
          .selectFrom("importedPeople")
          .select([
            "typedMember",
            "typedUser",
            "memberName",
            "userId",
            "displayName",
            "username",
            "state",
            "reason",
          ])
          .where(isOwn(own))
          .orderBy("importId")
          .execute(),
        reminders: await selectReminders(db, own),
        notices: await db
          .selectFrom("notices")
          .select(["kind", "subject", "state", "noticedAt"])
          .where(isOwn(own))
          .where("subject", "!=", "")
          .orderBy("noticedAt")
          .execute(),
        rewards: await db
          .selectFrom("rewards")
          .select(["roleId", "weekStart", "reason", "state", "since"])
          .where(isOwn(own))
          .orderBy("roleId")
          .execute(),
        drafts: await selectDrafts(db, own),
        auditEntries: await selectEntriesAbout(db, { ...own, userIds }, maxEntries),
        chosenAt: (await db.selectFrom("homeGuilds").select("chosenAt").where(isOwn(own)).executeTakeFirst())
          ?.chosenAt,
      };
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
      let query = db.selectFrom("accounts").select("guildId").where("discordUserId", "=", discordUserId);
      for (const table of ownTables)
        query = query.union(
          db.selectFrom(table).select("guildId").where("discordUserId", "=", discordUserId),
        );
      return (await query.execute()).map(({ guildId }) => guildId).toSorted();
    },
  };
}

interface Own {
  readonly guildId: string;
  readonly discordUserId: string;
}
/** For tables that have both columns. */
function isOwn({ guildId, discordUserId }: Own) {
  return sql<SqlBool>`${sql.ref("guildId")} = ${guildId} and ${sql.ref("discordUserId")} = ${discordUserId}`;
}

const selectForgotten = (
  db: Db,
  guildId: string,
  userIds: readonly string[],
): Promise<KeptData["forgotten"]> =>
  db
    .selectFrom("forgottenUsers")
    .select(["userId", "forgottenAt"])
    .where("guildId", "=", guildId)
    .where("userId", "in", userIds)
    .orderBy("forgottenAt", "desc")
    .execute();

const selectNames = (db: Db, guildId: string, userIds: readonly string[]): Promise<readonly KeptNames[]> =>
  db
    .selectFrom("people")
    .select(["linkKey", "userId", "state", "displayName", "username", "colour", "seenAt"])
    .where("guildId", "=", guildId)
    .where("userId", "in", userIds)
    .orderBy("linkKey")
    .execute();

function selectWeeks(db: Db, guildId: string, userIds: readonly string[]): Promise<readonly Week[]> {
  return readAll(
    db
      .selectFrom("weeks")
      .selectAll()
      .where("guildId", "=", guildId)
      .where("userId", "in", userIds)
      .orderBy("weekStart", "desc")
      .orderBy("workspaceId"),
    toWeek,
  );
}

function selectRequests(db: Db, own: Own): Promise<readonly ConnectionRequest[]> {
  return readAll(
    db.selectFrom("connectionRequests").selectAll().where(isOwn(own)).orderBy("createdAt", "desc"),
    withoutNulls,
  );
}

function selectReminders(db: Db, own: Own): Promise<readonly KeptReminder[]> {
  return db
    .selectFrom("reminders")
    .select(["kind", "hours", "channelId", "setAt"])
    .where(isOwn(own))
    .orderBy("setAt")
    .orderBy("kind")
    .execute();
}

function selectDrafts(db: Db, own: Own): Promise<readonly KeptDraft[]> {
  return readAll(
    db
      .selectFrom("drafts")
      .select(["kind", "state", "createdAt", "expiresAt", "payload"])
      .where(isOwn(own))
      .orderBy("createdAt", "desc"),
    (row) => ({ ...row, payload: fromJson(row.payload) }),
  );
}
