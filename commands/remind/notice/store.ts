import type { ExpressionBuilder } from "kysely";
import { deleteInSlices } from "../../../src/store/slices.ts";
import { runInTransaction } from "../../../src/store/guild-transaction.ts";
import type { IsServed } from "../../../src/store/sql-values.ts";
import { addToOutbox, type OutboxEntry } from "../../../src/store/outbox.ts";
import type { Db, Tables } from "../../../src/store/tables.ts";
import { dayMs } from "../../../src/time.ts";
import type { OrderAlertState } from "../../order/index.ts";
import type { NoticeKind } from "../kinds.ts";

declare module "../../../src/store/store.ts" {
  interface FeatureStores {
    readonly notices: Notices;
  }
}

declare module "../../../src/store/tables.ts" {
  interface Tables {
    readonly notices: Notice;
  }
}

/**
 * Something a member asked to be notified of, found once. `known`: was so before they asked; `waiting` to be sent;
 * `claimed` by one process until its lease ends; `posted` and `dropped` are final.
 */
export interface Notice {
  readonly guildId: string;
  readonly discordUserId: string;
  readonly kind: NoticeKind;
  /** The id of the assignment or order, or the first day of the week. */
  readonly subject: string;
  readonly state: OrderAlertState;
  /** When the claim or the wait for the next attempt ends, in epoch milliseconds. */
  readonly until: number;
  /** How often it was claimed. */
  readonly attempts: number;
  /** Epoch milliseconds; the same for everything one check found. */
  readonly noticedAt: number;
}

/** One check for a person. */
export type NoticeBatch = Pick<Notice, "guildId" | "discordUserId" | "kind" | "noticedAt">;

/** What one check found for a person; sent as one message. */
export interface FoundNotices extends NoticeBatch {
  readonly subjects: readonly string[];
}

/** What one check saw of what a person wants to be notified of. */
export interface Sighting {
  readonly look: NoticeBatch;
  readonly subjects: readonly string[];
  readonly announce: (found: FoundNotices) => OutboxEntry;
}

export type Notices = ReturnType<typeof createNotices>;

/** Of the message about what one check found. */
export function createNoticeKey({ guildId, discordUserId, kind, noticedAt }: NoticeBatch): string {
  return `notice ${guildId} ${discordUserId} ${kind} ${noticedAt}`;
}

/** Forgets what a person was to be told of this kind, or of any, and what they know. */
export async function removeNotices(
  db: Db,
  { guildId, discordUserId, kind }: Pick<NoticeBatch, "guildId" | "discordUserId"> & Partial<NoticeBatch>,
): Promise<void> {
  const whose = { guildId, discordUserId };
  await db
    .deleteFrom("notices")
    .where((eb) => eb.and(kind === undefined ? whose : { ...whose, kind }))
    .execute();
  await db
    .deleteFrom("outbox")
    .where((eb) => eb.and(whose))
    .where("key", "like", `notice ${guildId} ${discordUserId} ${kind === undefined ? "" : `${kind} `}%`)
    .execute();
}

/** Marks the first check; no subject equals it. */
const firstLook = "";
// Within both databases' limits on values per statement.
const rowsAtOnce = 500;

const batchColumns = ["guildId", "discordUserId", "kind", "noticedAt"] as const;

export function createNotices(db: Db, isServed: IsServed) {
  return {
    /**
     * Records new notices, only for people who want this kind, and stores the message about them; those already recorded
     * are left alone. The very first check's findings are recorded as already known.
     */
    observe: (
      look: NoticeBatch,
      subjects: readonly string[],
      announce: (found: FoundNotices) => OutboxEntry,
    ): Promise<void> =>
      runInTransaction(db, (transaction) => observeIn(transaction, { look, subjects, announce })),

    /** The same for what a version found that sent its notices from this table, once nobody is working on it. */
    handOver: (now: number, limit: number, announce: (found: FoundNotices) => OutboxEntry): Promise<void> =>
      runInTransaction(db, async (transaction) => {
        const isLeft = (eb: ExpressionBuilder<Tables, "notices">) =>
          eb.and([eb("state", "in", ["waiting", "claimed"]), eb("until", "<=", now)]);
        const batches = await transaction
          .selectFrom("notices")
          .select(batchColumns)
          .distinct()
          .where(isLeft)
          .where(isServed())
          .orderBy("noticedAt")
          .limit(limit)
          .execute();
        for (const batch of batches) {
          const rows = await transaction
            .updateTable("notices")
            .set({ state: "known" })
            .where((eb) => eb.and(batch))
            .where(isLeft)
            .returning(["subject", "attempts"])
            .execute();
          if (rows.length === 0) continue;
          const subjects = rows.map(({ subject }) => subject).toSorted();
          const attempts = Math.max(...rows.map((row) => row.attempts));
          await addToOutbox(transaction, [{ ...announce({ ...batch, subjects }), attempts }]);
        }
      }),

    /**
     * Removes notices last seen before `at`, to within a day. Without a check for as long, the next one is a first one again:
     * it would find everything else anew.
     */
    removeBefore: (at: number): Promise<number> =>
      deleteInSlices(db, "notices", (eb) => eb("noticedAt", "<", at)),
  };
}

/** As `observe`, in a transaction that stores more. */
export async function observeIn(transaction: Db, { look, subjects, announce }: Sighting): Promise<void> {
  const { guildId, discordUserId, kind, noticedAt } = look;
  const wanted = await transaction
    .selectFrom("reminders")
    .select("kind")
    .where((eb) => eb.and({ guildId, discordUserId, kind }))
    .executeTakeFirst();
  if (wanted === undefined) return;
  /** @returns those of them that weren't known: of several callers at once, one gets each */
  const note = async (some: readonly string[]): Promise<readonly string[]> => {
    const fresh = await transaction
      .insertInto("notices")
      .values(some.map((subject) => ({ ...look, subject, state: "known", until: 0, attempts: 0 })))
      .onConflict((conflict) => conflict.columns(["guildId", "discordUserId", "kind", "subject"]).doNothing())
      .returning("subject")
      .execute();
    // A subject that is still seen stays known, however long ago it was first seen.
    if (fresh.length < some.length)
      await transaction
        .updateTable("notices")
        .set({ noticedAt })
        .where((eb) => eb.and({ guildId, discordUserId, kind }))
        .where("subject", "in", some)
        .where("state", "not in", ["waiting", "claimed"])
        .where("noticedAt", "<", noticedAt - dayMs)
        .execute();
    return fresh.map(({ subject }) => subject);
  };
  const isFirst = (await note([firstLook])).length > 0;
  const found: string[] = [];
  // Each once, as Postgres requires, and in a fixed order, so that two concurrent checks can't deadlock.
  const ordered = [...new Set(subjects)].toSorted();
  for (let start = 0; start < ordered.length; start += rowsAtOnce) {
    const fresh = await note(ordered.slice(start, start + rowsAtOnce));
    if (!isFirst) found.push(...fresh);
  }
  if (found.length > 0) await addToOutbox(transaction, [announce({ ...look, subjects: found })]);
}
