import { sql } from "kysely";
import { insertEntry } from "../../../src/store/audit.ts";
import { addToOutbox } from "../../../src/store/outbox.ts";
import { type Account, createAccounts } from "../../../src/store/accounts.ts";
import type { ConnectionRequest, ConnectionRequestState } from "../connection-request/store.ts";
import { runInTransaction, type InGuildTransaction } from "../../../src/store/guild-transaction.ts";
import { createSealedReplies } from "../../../src/store/drafts.ts";
import {
  countChanged,
  hasChanged,
  type IsServed,
  readAll,
  readFirst,
  type Row,
  withoutNulls,
} from "../../../src/store/sql-values.ts";
import type { AuditEntry } from "../../../src/store/rows.ts";
import type { Db } from "../../../src/store/tables.ts";
import type { Announce } from "../../kit/member-request/store.ts";

declare module "../../../src/store/tables.ts" {
  interface Tables {
    readonly imports: Row<Import>;
    readonly importedPeople: Row<ImportedPerson>;
  }
}

declare module "../../../src/store/store.ts" {
  interface FeatureStores {
    readonly imports: ReturnType<typeof createImports>;
  }
}

/**
 * `checking`: members and users are being identified. `asking`: waiting for the person who started it. `connecting`:
 * confirmed. The rest are final.
 */
export type ImportState = "checking" | "asking" | "connecting" | "done" | "cancelled";

/** What an import's next step is waiting for. */
export type ImportWait = "limit" | "service" | "key" | "discord";

/** A batch of members to connect to users of a workspace. */
export interface Import {
  readonly id: string;
  readonly guildId: string;
  readonly linkKey: string;
  readonly workspaceId: string;
  /** The person who started it. */
  readonly discordUserId: string;
  /** A file or pasted list, or the names already known. */
  readonly source: "list" | "names";
  readonly state: ImportState;
  readonly waitsFor: ImportWait | undefined;
  /** When the claim or the wait ends, in epoch milliseconds; not to be touched before. */
  readonly until: number;
  readonly createdAt: number;
  /** The newest interaction's token, valid for 15 minutes. */
  readonly sealedReplyToken: string | undefined;
}

/** `match` was found by name and isn't confirmed yet; `connected`, `already` and `refused` are final. */
export type ImportedPersonState = "waiting" | "match" | "ready" | "already" | "refused" | "connected";

/** Why a person wasn't connected. */
export type ImportRefusal =
  | "formula"
  | "rounded-id"
  | "no-user"
  | "actor"
  | "other-workspace"
  | "unknown-name"
  | "ambiguous-name"
  | "unknown-user"
  | "unreadable-user"
  | "not-member"
  | "ambiguous-member"
  | "bot"
  | "no-match"
  | "several-matches"
  | "repeated"
  | "member-twice"
  | "user-twice"
  | "member-taken"
  | "user-taken"
  | "oneself"
  | "left"
  | "link-gone";

export interface ImportedPerson {
  readonly importId: string;
  readonly guildId: string;
  /** The line in the file or list, from 1. */
  readonly line: number;
  /** As given; empty if nothing was. */
  readonly typedMember: string;
  readonly typedUser: string;
  readonly discordUserId: string | undefined;
  readonly memberName: string | undefined;
  readonly userId: string | undefined;
  /** As the service names the person; so are the next two fields. */
  readonly displayName: string | undefined;
  readonly username: string | undefined;
  readonly avatarUrl: string | undefined;
  readonly state: ImportedPersonState;
  readonly reason: ImportRefusal | undefined;
  /** The other line that a refusal refers to. */
  readonly otherLine: number | undefined;
}

/** The changes to a person in an import; omitted fields stay. */
export type PersonChange = Partial<Omit<ImportedPerson, "importId" | "guildId" | "line">>;

export type NewImport = Omit<Import, "state" | "waitsFor">;
export type NewPerson = Pick<ImportedPerson, "line" | "typedMember" | "typedUser"> & PersonChange;

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
) {
  return {
    ...createSealedReplies(db, "imports"),

    /** Cancels the same person's earlier unconfirmed import, in one transaction. */
    create: (begun: NewImport, people: readonly NewPerson[]): Promise<void> =>
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

    find: (id: string): Promise<Import | undefined> =>
      readFirst(db.selectFrom("imports").selectAll().where("id", "=", id), withoutNulls),

    /** The newest import that the person started and didn't cancel. */
    latest: (guildId: string, discordUserId: string): Promise<Import | undefined> =>
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

    /** Ordered by line. */
    people: (id: string): Promise<readonly ImportedPerson[]> =>
      readAll(
        db.selectFrom("importedPeople").selectAll().where("importId", "=", id).orderBy("line"),
        withoutNulls,
      ),

    /** Imports with work to do at that time, oldest first. */
    due: (now: number, limit: number): Promise<readonly Import[]> =>
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

    /** Claims an import until `leaseUntil`. False if someone else has it. */
    claim: ({ id, until }: Pick<Import, "id" | "until">, leaseUntil: number): Promise<boolean> =>
      hasChanged(
        db
          .updateTable("imports")
          .set({ until: leaseUntil })
          .where((eb) => eb.and({ id, until }))
          .where("state", "in", working),
      ),

    /** Pauses work on it until `until`; `waitsFor` says why. */
    async postpone(id: string, until: number, waitsFor: ImportWait | undefined): Promise<void> {
      await db
        .updateTable("imports")
        .set({ until, waitsFor: waitsFor ?? null })
        .where("id", "=", id)
        .where("state", "in", working)
        .execute();
    },

    /** Ends all claims and waits: the process that made them is gone, or the clock was ahead. */
    async resumeAll(now: number): Promise<void> {
      await db
        .updateTable("imports")
        .set({ until: now })
        .where("state", "in", working)
        .where("until", ">", now)
        .execute();
    },

    /** True for only one caller. */
    advance: (id: string, from: ImportState, to: ImportState, until: number): Promise<boolean> =>
      hasChanged(
        db
          .updateTable("imports")
          .set({ state: to, until, waitsFor: null })
          .where((eb) => eb.and({ id, state: from })),
      ),

    async setReplyToken(id: string, sealedReplyToken: string): Promise<void> {
      await db.updateTable("imports").set({ sealedReplyToken }).where("id", "=", id).execute();
    },

    /** False if the person is no longer in one of these states. */
    change: (
      person: Pick<ImportedPerson, "importId" | "line">,
      from: readonly ImportedPersonState[],
      change: PersonChange,
    ): Promise<boolean> => changePerson(db, person, from, change),

    /** The same for everyone in this state. */
    async changeAll(importId: string, from: ImportedPersonState, change: PersonChange): Promise<void> {
      await runInTransaction(db, (transaction) =>
        transaction
          .updateTable("importedPeople")
          .set(change)
          .where((eb) => eb.and({ importId, state: from }))
          .execute(),
      );
    },

    /**
     * Connects a person who is `ready`, records that in the audit log and closes their open request, in one transaction.
     * @param announce what is to be said of that request, stored with it
     * @returns that request, if any; where they couldn't be connected, that is recorded in the import alone
     */
    connect: (
      person: Pick<ImportedPerson, "importId" | "line">,
      account: Account,
      foldedNames: readonly string[],
      entry: AuditEntry,
      announce: Announce<ConnectionRequest>,
    ): Promise<{ readonly isConnected: boolean; readonly asked: ConnectionRequest | undefined }> =>
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

    /** Removes imports created before `at`, in any state. */
    async removeBefore(at: number): Promise<number> {
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
