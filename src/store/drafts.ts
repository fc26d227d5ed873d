import { deleteInSlices } from "./slices.ts";
import { insertEntry } from "./audit.ts";
import { type InGuildTransaction, type InRelaxedTransaction, runInTransaction } from "./guild-transaction.ts";
import { countRows, fromJson, hasChanged, readAll, readFirst, toJson, withoutNulls } from "./sql-values.ts";
import type { Db, Tables } from "./tables.ts";
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
  const resolving = (
    on: Pick<Db, "updateTable">,
    id: string,
    state: DraftState,
    result: string | undefined,
  ) =>
    on
      .updateTable("drafts")
      .set({ state, result: result ?? null, sealedReplyToken: null, leaseUntil: null })
      .where("id", "=", id)
      .where("state", "in", ["sending", "unknown"]);

  return {
    ...createSealedReplies(db, "drafts"),

    async create({ payload, ...draft }) {
      const insert = async (on: Db): Promise<void> => {
        await on
          .insertInto("drafts")
          .values({
            ...draft,
            payload: toJson(payload),
            state: "open",
            result: null,
            sealedReplyToken: null,
            leaseUntil: null,
          })
          .execute();
      };
      // Postgres would need three more round trips, and waits for its disk without holding anyone up.
      await (shared ? insert(db) : inRelaxedTransaction(insert));
    },

    find: (id) => readFirst(db.selectFrom("drafts").selectAll().where("id", "=", id), toDraft),

    claim: ({ id, guildId, discordUserId, kind, now, leaseUntil, sealedReplyToken }) =>
      readFirst(
        db
          .updateTable("drafts")
          .set({ state: "sending", leaseUntil, sealedReplyToken: sealedReplyToken ?? null })
          .where((eb) => eb.and({ id, guildId, discordUserId, kind, state: "open" }))
          .where("expiresAt", ">", now)
          .returningAll(),
        toDraft,
      ),

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

    async resolve(id, state, result, entry) {
      if (entry === undefined) await resolving(db, id, state, result).execute();
      // One round trip; SQLite has no such statement, and needs none: only its commits take time.
      else if (shared)
        await insertEntry(
          db.with("resolved", (on) => resolving(on, id, state, result)),
          entry,
        ).execute();
      else
        await runInTransaction(db, async (transaction) => {
          await resolving(transaction, id, state, result).execute();
          await insertEntry(transaction, entry).execute();
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
export interface SealedReplies {
  /** Rows that have one, ordered by id. */
  sealedPage(
    afterId: string,
    limit: number,
  ): Promise<readonly { readonly id: string; readonly sealedReplyToken: string }[]>;
  /** Replaces the token if it still equals `from`. False if it doesn't. */
  reseal(id: string, from: string, to: string): Promise<boolean>;
}

export function createSealedReplies(db: Db, table: "drafts" | "imports"): SealedReplies {
  return {
    async sealedPage(afterId, limit) {
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

    reseal: (id, from, to) =>
      hasChanged(
        db
          .updateTable(table)
          .set({ sealedReplyToken: to })
          .where((eb) => eb.and({ id, sealedReplyToken: from })),
      ),
  };
}
