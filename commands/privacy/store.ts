import { sql, type SqlBool } from "kysely";
import { accountColumns } from "../../src/store/account-search.ts";
import { selectFormerAccounts } from "../../src/store/accounts.ts";
import { selectEntriesAbout } from "../../src/store/audit.ts";
import { toSchedule } from "../schedule/store.ts";
import { fromJson, readAll, readFirst, withoutNulls } from "../../src/store/sql-values.ts";
import type { Account } from "../../src/store/rows.ts";
import type { Db } from "../../src/store/tables.ts";
import { toTimeRequest } from "../request/rows.ts";
import { type Week, toWeek } from "../weeks/rows.ts";
import { memberTables } from "../tables.ts";

/** Whoever has notices has an account there. */
const besideAccounts = memberTables.filter((table) => table !== "accounts" && table !== "notices");

/** Stored personal data, for the person themselves. */
export function createPersonalData(db: Db) {
  return {
    /** Everything a guild's tables hold about one Discord user. @param maxEntries of the audit log */
    async of(guildId: string, discordUserId: string, maxEntries: number) {
      const own = { guildId, discordUserId };
      const account = await db
        .selectFrom("accounts")
        .select([...accountColumns, "forgottenAt"])
        .where(isOwn(own))
        .executeTakeFirst();
      const formerAccounts = await selectFormerAccounts(db, guildId, discordUserId).execute();
      const userIds = [account, ...formerAccounts].flatMap((each) => each?.userId ?? []);
      const home = db.selectFrom("homeGuilds").select("chosenAt").where(isOwn(own));
      return {
        account: account && withoutNulls(account),
        /** Users they were connected to, and since when they aren't. */
        formerAccounts,
        /** Which of the users they are or were was forgotten, and when last. */
        forgotten: userIds.length === 0 ? [] : await selectForgotten(db, guildId, userIds),
        /** Their names as a workspace user, connected or not. */
        names: userIds.length === 0 ? [] : await selectNames(db, guildId, userIds),
        /** Newest first. */
        weeks: userIds.length === 0 ? [] : await selectWeeks(db, guildId, userIds),
        requests: await readAll(
          db.selectFrom("connectionRequests").selectAll().where(isOwn(own)).orderBy("createdAt", "desc"),
          withoutNulls,
        ),
        /** Requests for time, newest first. */
        timeRequests: await readAll(
          db.selectFrom("timeRequests").selectAll().where(isOwn(own)).orderBy("createdAt", "desc"),
          toTimeRequest,
        ),
        /** Their lines in imports. */
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
        /** Lists of people they gave to be connected. */
        importsBegun: await db
          .selectFrom("imports")
          .select(["source", "state", "linkKey", "createdAt"])
          .where(isOwn(own))
          .orderBy("createdAt")
          .execute(),
        /** What they planned, and what someone else may have changed since. */
        schedules: await readAll(
          db
            .selectFrom("schedules")
            .selectAll()
            .where((eb) => eb.and({ guildId, makerDiscordUserId: discordUserId }))
            .orderBy("createdAt")
            .orderBy("id"),
          toSchedule,
        ),
        /** Workspaces they linked, or replaced the key of; never the key. */
        links: await readAll(
          db
            .selectFrom("guildLinks")
            .select(["linkKey", "workspaceId", "name", "linkedAt", "readOnly"])
            .where((eb) => eb.and({ guildId, linkedByDiscordUserId: discordUserId }))
            .orderBy("linkKey"),
          ({ readOnly, ...row }) => ({ ...row, isReadOnly: readOnly === 1 }),
        ),
        reminders: await db
          .selectFrom("reminders")
          .select(["kind", "hours", "channelId", "setAt"])
          .where(isOwn(own))
          .orderBy("setAt")
          .orderBy("kind")
          .execute(),
        notices: await db
          .selectFrom("notices")
          .select(["kind", "subject", "state", "noticedAt"])
          .where(isOwn(own))
          .where("subject", "!=", "")
          .orderBy("noticedAt")
          .execute(),
        /** The address of their calendar, without what would make it known. */
        calendarAddress: await readFirst(
          db.selectFrom("calendarAddresses").select(["linkKey", "madeAt", "readAt"]).where(isOwn(own)),
          withoutNulls,
        ),
        /** What is about to be sent about them or to them. */
        messages: await readAll(
          db
            .selectFrom("outbox")
            .select(["purpose", "payload", "createdAt"])
            .where(isOwn(own))
            .orderBy("createdAt"),
          (row) => ({ ...row, payload: fromJson(row.payload) }),
        ),
        /** Whether they were in the game when it was last read, by link. */
        presences: await readAll(
          db
            .selectFrom("presences")
            .select(["linkKey", "state", "since", "askedAt", "readAt"])
            .where(isOwn(own))
            .orderBy("linkKey"),
          withoutNulls,
        ),
        /** Since when nobody is shown that they are. */
        hiddenAt: (
          await db.selectFrom("hiddenMembers").select("hiddenAt").where(isOwn(own)).executeTakeFirst()
        )?.hiddenAt,
        /** Roles that weeks earned them. */
        rewards: await db
          .selectFrom("rewards")
          .select(["roleId", "weekStart", "reason", "state", "since"])
          .where(isOwn(own))
          .orderBy("roleId")
          .execute(),
        drafts: await readAll(
          db
            .selectFrom("drafts")
            .select(["kind", "state", "createdAt", "expiresAt", "payload"])
            .where(isOwn(own))
            .orderBy("createdAt", "desc"),
          (row) => ({ ...row, payload: fromJson(row.payload) }),
        ),
        /** Entries by them or naming one of their ids, newest first, up to the requested number. */
        auditEntries: await selectEntriesAbout(db, { ...own, userIds }, maxEntries),
        /** Since when this server is the one their private commands are about. */
        chosenAt: (await home.executeTakeFirst())?.chosenAt,
      };
    },

    /** Guilds in which the person is connected to a linked workspace. */
    connectedGuilds: (discordUserId: string) =>
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

    /** Guilds with any stored data about the person. */
    async listGuilds(discordUserId: string): Promise<readonly string[]> {
      let query = db.selectFrom("accounts").select("guildId").where("discordUserId", "=", discordUserId);
      for (const table of besideAccounts)
        query = query.union(
          db.selectFrom(table).select("guildId").where("discordUserId", "=", discordUserId),
        );
      query = query
        .union(db.selectFrom("schedules").select("guildId").where("makerDiscordUserId", "=", discordUserId))
        .union(
          db.selectFrom("guildLinks").select("guildId").where("linkedByDiscordUserId", "=", discordUserId),
        );
      return (await query.execute()).map(({ guildId }) => guildId).toSorted();
    },
  };
}

export type KeptData = Awaited<ReturnType<ReturnType<typeof createPersonalData>["of"]>>;

/** For tables that have both columns. */
function isOwn({ guildId, discordUserId }: Pick<Account, "guildId" | "discordUserId">) {
  return sql<SqlBool>`${sql.ref("guildId")} = ${guildId} and ${sql.ref("discordUserId")} = ${discordUserId}`;
}

const selectForgotten = (db: Db, guildId: string, userIds: readonly string[]) =>
  db
    .selectFrom("forgottenUsers")
    .select(["userId", "forgottenAt"])
    .where("guildId", "=", guildId)
    .where("userId", "in", userIds)
    .orderBy("forgottenAt", "desc")
    .execute();

const selectNames = (db: Db, guildId: string, userIds: readonly string[]) =>
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
