import { sql } from "kysely";
import { insertEntry } from "../../../src/store/audit.ts";
import { addToOutbox } from "../../../src/store/outbox.ts";
import { type Account, createAccounts } from "../../../src/store/accounts.ts";
import type { ConnectionRequest, ConnectionRequestState } from "../request/store.ts";
import { runInTransaction, type InGuildTransaction } from "../../../src/store/guild-transaction.ts";
import type {
  ImportedPerson,
  ImportedPersonState,
  ImportState,
  Imports,
  NewImport,
  NewPerson,
  PersonChange,
} from "./rows.ts";
import { createSealedReplies, type SealedReplies } from "../../../src/store/drafts.ts";
import {
  countChanged,
  hasChanged,
  type IsServed,
  readAll,
  readFirst,
  withoutNulls,
} from "../../../src/store/sql-values.ts";
import type { Db } from "../../../src/store/tables.ts";

export type * from "./rows.ts";

declare module "../../../src/store/store.ts" {
  interface FeatureStores {
    readonly imports: ReturnType<typeof createImports>;
  }
}

// Within both databases' limits on values per statement.
const peopleAtOnce = 200;
const working: readonly ImportState[] = ["checking", "connecting"];
const unconfirmed: readonly ImportState[] = ["checking", "asking"];

/** Must match the partial index's condition word for word, or the index isn't used. */
const isWorking = sql<boolean>`state in ('checking', 'connecting')`;

export function createImports(
  db: Db,
  aloneInGuild: InGuildTransaction,
  clock: () => number,
  isServed: IsServed,
): Imports & SealedReplies {
  return {
    ...createSealedReplies(db, "imports"),

    create: (begun, people) =>
      aloneInGuild(begun.guildId, async (transaction) => {
        await transaction
          .updateTable("imports")
          .set({ state: "cancelled" })
          .where((eb) => eb.and({ guildId: begun.guildId, discordUserId: begun.discordUserId }))
          .where("state", "in", unconfirmed)
          .execute();
        const row = { ...begun, state: "checking", waitsFor: null } as const;
        await transaction
          .insertInto("imports")
          .values({ ...row, sealedReplyToken: begun.sealedReplyToken ?? null })
          .execute();
        for (let start = 0; start < people.length; start += peopleAtOnce) {
          const rows = people.slice(start, start + peopleAtOnce).map((person) => toRow(begun, person));
          await transaction.insertInto("importedPeople").values(rows).execute();
        }
      }),

    find: (id) => readFirst(db.selectFrom("imports").selectAll().where("id", "=", id), withoutNulls),

    latest: (guildId, discordUserId) =>
      readFirst(
        db
          .selectFrom("imports")
          .selectAll()
          .where((eb) => eb.and({ guildId, discordUserId }))
          .where("state", "!=", "cancelled")
          .orderBy("createdAt", "desc")
          .orderBy("id")
          .limit(1),
        withoutNulls,
      ),

    people: (id) =>
      readAll(
        db.selectFrom("importedPeople").selectAll().where("importId", "=", id).orderBy("line"),
        withoutNulls,
      ),

    due: (now, limit) =>
      readAll(
        db
          .selectFrom("imports")
          .selectAll()
          .where(isWorking)
          .where("until", "<=", now)
          .where(isServed())
          // Each round makes one wait behind the others, so that long lists don't hold up those of other guilds.
          .orderBy("until")
          .orderBy("createdAt")
          .limit(limit),
        withoutNulls,
      ),

    claim: ({ id, until }, leaseUntil) =>
      hasChanged(
        db
          .updateTable("imports")
          .set({ until: leaseUntil })
          .where((eb) => eb.and({ id, until }))
          .where("state", "in", working),
      ),

    async postpone(id, until, waitsFor) {
      await db
        .updateTable("imports")
        .set({ until, waitsFor: waitsFor ?? null })
        .where("id", "=", id)
        .where("state", "in", working)
        .execute();
    },

    async resumeAll(now) {
      await db
        .updateTable("imports")
        .set({ until: now })
        .where("state", "in", working)
        .where("until", ">", now)
        .execute();
    },

    advance: (id, from, to, until) =>
      hasChanged(
        db
          .updateTable("imports")
          .set({ state: to, until, waitsFor: null })
          .where((eb) => eb.and({ id, state: from })),
      ),

    async setReplyToken(id, sealedReplyToken) {
      await db.updateTable("imports").set({ sealedReplyToken }).where("id", "=", id).execute();
    },

    change: (person, from, change) => changePerson(db, person, from, change),

    async changeAll(importId, from, change) {
      await runInTransaction(db, (transaction) =>
        transaction
          .updateTable("importedPeople")
          .set(change)
          .where((eb) => eb.and({ importId, state: from }))
          .execute(),
      );
    },

    connect: (person, account, foldedNames, entry, announce) =>
      aloneInGuild(account.guildId, async (transaction) => {
        if (!(await changePerson(transaction, person, ["ready"], { state: "connected" })))
          return { isConnected: false, asked: undefined };
        const accounts = createAccounts(transaction, clock);
        const outcome = await accounts.connect(account, foldedNames);
        if (outcome === "connected") {
          await insertEntry(transaction, entry).execute();
          const asked = await endRequest(transaction, account);
          if (asked !== undefined) await addToOutbox(transaction, [announce(asked)]);
          return { isConnected: true, asked };
        }
        const own = await accounts.ofMember(account.guildId, account.discordUserId);
        const isSame = own?.userId === account.userId;
        const updated = isSame
          ? ({ state: "already" } as const)
          : ({ state: "refused", reason: outcome } as const);
        await changePerson(transaction, person, ["connected"], updated);
        return { isConnected: false, asked: undefined };
      }),

    async removeBefore(at) {
      return runInTransaction(db, async (transaction) => {
        const old = transaction.selectFrom("imports").select("id").where("createdAt", "<", at);
        await transaction.deleteFrom("importedPeople").where("importId", "in", old).execute();
        return countChanged(transaction.deleteFrom("imports").where("createdAt", "<", at));
      });
    },
  };
}

function changePerson(
  db: Db,
  { importId, line }: Pick<ImportedPerson, "importId" | "line">,
  from: readonly ImportedPersonState[],
  change: PersonChange,
): Promise<boolean> {
  return hasChanged(
    db
      .updateTable("importedPeople")
      .set(change)
      .where((eb) => eb.and({ importId, line }))
      .where("state", "in", from),
  );
}

/** Closes the open request of a member who was connected, whoever they claimed to be. */
function endRequest(db: Db, account: Account): Promise<ConnectionRequest | undefined> {
  const { guildId, discordUserId, userId, connectedByDiscordUserId, connectedAt } = account;
  const update = db
    .updateTable("connectionRequests")
    .set({
      state: sql<ConnectionRequestState>`case when user_id = ${userId} then 'approved' else 'withdrawn' end`,
      decidedByDiscordUserId: connectedByDiscordUserId,
      decidedAt: connectedAt,
    })
    .where((eb) => eb.and({ guildId, discordUserId, state: "open" }))
    .returningAll();
  return readFirst(update, withoutNulls);
}

function toRow({ id: importId, guildId }: NewImport, person: NewPerson) {
  const { line, typedMember, typedUser, state = "waiting" } = person;
  return {
    importId,
    guildId,
    line,
    typedMember,
    typedUser,
    state,
    discordUserId: person.discordUserId ?? null,
    memberName: person.memberName ?? null,
    userId: person.userId ?? null,
    displayName: person.displayName ?? null,
    username: person.username ?? null,
    avatarUrl: person.avatarUrl ?? null,
    reason: person.reason ?? null,
    otherLine: person.otherLine ?? null,
  };
}
