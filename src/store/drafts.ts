import { sql } from "kysely";
import { deleteInSlices } from "./slices.ts";
import { entryFields, insertEntry, insertPlacedEntry, toEntryRow } from "./audit.ts";
import { prepareQuery } from "./prepared-query.ts";
import { type InGuildTransaction, type InRelaxedTransaction, runInTransaction } from "./guild-transaction.ts";
import { countRows, fromJson, hasChanged, readAll, toJson, withoutNulls } from "./sql-values.ts";
import type { Db, Tables, TableWith } from "./tables.ts";
import type { AuditEntry, Draft, DraftState } from "./rows.ts";

export type { DraftState, Draft } from "./rows.ts";

export type NewDraft = Pick<
  Draft,
  "id" | "guildId" | "discordUserId" | "kind" | "payload" | "createdAt" | "expiresAt"
>;

export interface DraftClaim extends Pick<Draft, "id" | "guildId" | "discordUserId" | "kind"> {
  readonly now: number;
  readonly leaseUntil: number;
  readonly sealedReplyToken: string | undefined;
}

export interface Drafts extends SealedReplies {
  /** A draft lost in a power cut has expired for its owner. Nothing was sent yet: `claim` waits for the disk. */
  create(draft: NewDraft): Promise<void>;
  /** Also finds expired and finished drafts until `removeExpired` deletes them. */
  find(id: string): Promise<Draft | undefined>;
  /** Moves an `open` draft to `sending`. Only one caller ever succeeds; the others get `undefined`. */
  claim(claim: DraftClaim): Promise<Draft | undefined>;
  /** Replaces an open draft's payload if it still equals `from`. False if it was changed or the draft ended. */
  revise(id: string, from: unknown, to: unknown, expiresAt: number): Promise<boolean>;
  /** Moves an `open` draft to `discarded`. False if it was no longer open. */
  discard(id: string, guildId: string, discordUserId: string): Promise<boolean>;
  /**
   * Moves a `sending` draft to a final state, or back to `open` if the write certainly didn't happen. Also corrects one
   * that was meanwhile marked `unknown`, since the process that sent it knows better. Other states are left alone.
   * @param entry recorded with it: either both are stored or neither is
   */
  resolve(
    id: string,
    state: "done" | "unknown" | "open",
    result: string | undefined,
    entry?: AuditEntry,
  ): Promise<void>;
  /**
   * Moves an `unknown` draft to `done`, since what it sent was found: the entry's target. False, and nothing is stored,
   * if the draft isn't unknown any more, or the guild's audit log says that something else made the target.
   */
  resolveFound(id: string, result: string, entry: AuditEntry & { readonly target: string }): Promise<boolean>;
  /**
   * Moves every other `sending` draft whose lease ended before `now` to `unknown`. Each is returned to only one caller.
   */
  claimAbandoned(now: number, besides?: readonly string[]): Promise<readonly Draft[]>;
  /** Whether one that someone got since then was confirmed or discarded. */
  hasEnded(guildId: string, discordUserId: string, since: number): Promise<boolean>;
  /** Drafts with an unknown outcome, until `removeExpired` deletes them. */
  countUnknown(): Promise<number>;
  /** Removes drafts that expired before `before`; those still `sending` are kept. */
  removeExpired(before: number): Promise<number>;
}

export function createDrafts(
  db: Db,
  shared: boolean,
  aloneInGuild: InGuildTransaction,
  inRelaxedTransaction: InRelaxedTransaction,
): Drafts {
  const insert = prepareQuery(
    db,
    ["id", "guildId", "discordUserId", "kind", "payload", "createdAt", "expiresAt"],
    ({ createdAt, expiresAt, ...texts }) =>
      db.insertInto("drafts").values({
        ...texts,
        createdAt: sql<number>`${createdAt}`,
        expiresAt: sql<number>`${expiresAt}`,
        state: "open",
        result: null,
        sealedReplyToken: null,
        leaseUntil: null,
      }),
  );
  const find = prepareQuery(db, ["id"], ({ id }) => db.selectFrom("drafts").selectAll().where("id", "=", id));
  const claim = prepareQuery(
    db,
    ["id", "guildId", "discordUserId", "kind", "now", "leaseUntil", "sealedReplyToken"],
    ({ now, leaseUntil, sealedReplyToken, ...of }) =>
      db
        .updateTable("drafts")
        .set({ state: "sending", leaseUntil: sql<number>`${leaseUntil}`, sealedReplyToken })
        .where((eb) => eb.and({ ...of, state: "open" }))
        .where("expiresAt", ">", sql<number>`${now}`)
        .returningAll(),
  );
  type Resolution = Readonly<Record<"draftId" | "state" | "result", string>>;
  const resolving = (on: Pick<Db, "updateTable">, { draftId, state, result }: Resolution) =>
    on
      .updateTable("drafts")
      .set({ state: sql<DraftState>`${state}`, result, sealedReplyToken: null, leaseUntil: null })
      .where("id", "=", draftId)
      .where("state", "in", ["sending", "unknown"]);
  const resolution = ["draftId", "state", "result"] as const;
  const resolve = prepareQuery(db, resolution, (of) => resolving(db, of));
  const record = prepareQuery(db, entryFields, (entry) => insertPlacedEntry(db, entry));
  const resolveAndRecord = prepareQuery(
    db,
    [...resolution, ...entryFields],
    ({ draftId, state, result, ...entry }) =>
      insertPlacedEntry(
        db.with("resolved", (on) => resolving(on, { draftId, state, result })),
        entry,
      ),
  );

  return {
    ...createSealedReplies(db, "drafts"),

    async create({ payload: sent, ...rest }) {
      const draft = { ...rest, payload: toJson(sent) };
      // Postgres would need three more round trips, and waits for its disk without holding anyone up.
      await (shared ? insert(draft) : inRelaxedTransaction((transaction) => insert(draft, transaction)));
    },

    find: async (id) => (await find({ id })).map(toDraft)[0],

    claim: async ({ sealedReplyToken = null, ...of }) =>
      (await claim({ ...of, sealedReplyToken })).map(toDraft)[0],

    revise: (id, from, to, expiresAt) =>
      hasChanged(
        db
          .updateTable("drafts")
          .set({ payload: toJson(to), expiresAt })
          .where((eb) => eb.and({ id, state: "open" }))
          .where("payload", "=", toJson(from)),
      ),

    discard: (id, guildId, discordUserId) =>
      hasChanged(
        db
          .updateTable("drafts")
          .set({ state: "discarded" })
          .where((eb) => eb.and({ id, guildId, discordUserId, state: "open" })),
      ),

    async resolve(draftId, state, result, entry) {
      const given = { draftId, state, result: result ?? null };
      if (entry === undefined) await resolve(given);
      // One round trip; SQLite has no such statement, and needs none: only its commits take time.
      else if (shared) await resolveAndRecord({ ...given, ...toEntryRow(entry) });
      else
        await runInTransaction(db, async (transaction) => {
          await resolve(given, transaction);
          await record(toEntryRow(entry), transaction);
        });
    },

    resolveFound: (id, result, entry) =>
      aloneInGuild(entry.guildId, async (transaction) => {
        const made = await transaction
          .selectFrom("auditEntries")
          .select("id")
          .where((eb) =>
            eb.and({ guildId: entry.guildId, action: entry.action, outcome: "done", target: entry.target }),
          )
          .executeTakeFirst();
        if (made !== undefined) return false;
        const update = transaction
          .updateTable("drafts")
          .set({ state: "done", result })
          .where((eb) => eb.and({ id, guildId: entry.guildId, state: "unknown" }));
        if (!(await hasChanged(update))) return false;
        await insertEntry(transaction, entry).execute();
        return true;
      }),

    claimAbandoned: (now, besides = []) =>
      readAll(
        db
          .updateTable("drafts")
          .set({ state: "unknown" })
          .where("state", "=", "sending")
          .where("leaseUntil", "<", now)
          .$if(besides.length > 0, (query) => query.where("id", "not in", besides))
          .returningAll(),
        toDraft,
      ),

    async hasEnded(guildId, discordUserId, since) {
      const ended = await db
        .selectFrom("drafts")
        .select("id")
        .where((eb) => eb.and({ guildId, discordUserId }))
        .where("createdAt", ">=", since)
        .where("state", "!=", "open")
        .executeTakeFirst();
      return ended !== undefined;
    },

    countUnknown: () => countRows(db.selectFrom("drafts").where("state", "=", "unknown")),

    removeExpired: (before) =>
      deleteInSlices(db, "drafts", (eb) =>
        eb.and([eb("expiresAt", "<", before), eb("state", "!=", "sending")]),
      ),
  };
}

function toDraft(row: Tables["drafts"]): Draft {
  return { ...withoutNulls(row), payload: fromJson(row.payload) };
}

/** The encrypted tokens with which the reply to an interaction can be edited. */
export type SealedReplies = ReturnType<typeof createSealedReplies>;

export function createSealedReplies(db: Db, table: TableWith<"sealedReplyToken">) {
  return {
    /** Rows that have one, ordered by id. */
    async sealedPage(
      afterId: string,
      limit: number,
    ): Promise<readonly { readonly id: string; readonly sealedReplyToken: string }[]> {
      const rows = await db
        .selectFrom(table)
        .select(["id", "sealedReplyToken"])
        .where("id", ">", afterId)
        .where("sealedReplyToken", "is not", null)
        .orderBy("id")
        .limit(limit)
        .execute();
      return rows.flatMap(({ id, sealedReplyToken }) =>
        sealedReplyToken === null ? [] : [{ id, sealedReplyToken }],
      );
    },

    /** Replaces the token if it still equals `from`. False if it doesn't. */
    reseal: (id: string, from: string, to: string): Promise<boolean> =>
      hasChanged(
        db
          .updateTable(table)
          .set({ sealedReplyToken: to })
          .where((eb) => eb.and({ id, sealedReplyToken: from })),
      ),
  };
}
