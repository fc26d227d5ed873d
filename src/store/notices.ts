import { runInTransaction } from "./guild-transaction.ts";
import { countChanged } from "./sql-values.ts";
import type { Db } from "./tables.ts";
import { dayMs } from "../time.ts";
import type { Notice, OrderAlertState } from "./rows.ts";

export type { Notice } from "./rows.ts";

/** What one check found for a person; sent as one message. */
export type NoticeBatch = Pick<Notice, "guildId" | "discordUserId" | "kind" | "noticedAt">;

/** Everything needed to send a batch. */
export interface OpenBatch extends NoticeBatch {
  readonly linkKey: string;
  readonly channelId: string;
  readonly userId: string;
}

export interface ClaimedBatch {
  readonly subjects: readonly string[];
  /** The number of this attempt, from 1. */
  readonly attempts: number;
}

export interface Notices {
  /**
   * Records new notices, only for people who want this kind; those already recorded are left alone. The very first
   * check's findings are recorded as already known.
   */
  observe(look: NoticeBatch, subjects: readonly string[]): Promise<void>;
  /** Batches for connected people that nobody is working on and whose next attempt is due. Oldest first. */
  open(now: number, limit: number): Promise<readonly OpenBatch[]>;
  /** Claims a batch for one caller until the lease ends. `undefined` if there is nothing left to send. */
  claim(batch: NoticeBatch, now: number, leaseUntil: number): Promise<ClaimedBatch | undefined>;
  /** Finishes a batch. Only a claimed one. */
  complete(batch: NoticeBatch, state: "posted" | "dropped"): Promise<void>;
  /** Reopens a batch from a later time on. Only a claimed one. */
  postpone(batch: NoticeBatch, until: number): Promise<void>;
  /** Removes notices last seen before `at`. */
  removeBefore(at: number): Promise<number>;
}

/** Marks the first check; no subject equals it. */
const firstLook = "";
// Within both databases' limits on values per statement.
const rowsAtOnce = 500;

export function createNotices(db: Db): Notices {
  const changing = ({ guildId, discordUserId, kind, noticedAt }: NoticeBatch) =>
    db.updateTable("notices").where((eb) => eb.and({ guildId, discordUserId, kind, noticedAt }));
  return {
    observe: (look, subjects) =>
      runInTransaction(db, async (transaction) => {
        const { guildId, discordUserId, kind, noticedAt } = look;
        const wanted = await transaction
          .selectFrom("reminders")
          .select("kind")
          .where((eb) => eb.and({ guildId, discordUserId, kind }))
          .executeTakeFirst();
        if (wanted === undefined) return;
        const insert = async (some: readonly string[], state: OrderAlertState): Promise<void> => {
          await transaction
            .insertInto("notices")
            .values(some.map((subject) => ({ ...look, subject, state, until: 0, attempts: 0 })))
            .onConflict((conflict) =>
              conflict
                .columns(["guildId", "discordUserId", "kind", "subject"])
                // A subject that is still seen stays known, however long ago it was first seen.
                .doUpdateSet({ noticedAt })
                .where("notices.state", "not in", ["waiting", "claimed"])
                .where("notices.noticedAt", "<", noticedAt - dayMs),
            )
            .execute();
        };
        const before = await transaction
          .selectFrom("notices")
          .select("subject")
          .where((eb) => eb.and({ guildId, discordUserId, kind, subject: firstLook }))
          .executeTakeFirst();
        if (before === undefined) await insert([firstLook], "known");
        // Each once, as Postgres requires, and in a fixed order, so that two concurrent checks can't deadlock.
        const ordered = [...new Set(subjects)].toSorted();
        for (let start = 0; start < ordered.length; start += rowsAtOnce)
          await insert(ordered.slice(start, start + rowsAtOnce), before === undefined ? "known" : "waiting");
      }),

    open: (now, limit) =>
      db
        .selectFrom("notices")
        .innerJoin("reminders", (join) =>
          join
            .onRef("reminders.guildId", "=", "notices.guildId")
            .onRef("reminders.discordUserId", "=", "notices.discordUserId")
            .onRef("reminders.kind", "=", "notices.kind"),
        )
        .innerJoin("accounts", (join) =>
          join
            .onRef("accounts.guildId", "=", "notices.guildId")
            .onRef("accounts.discordUserId", "=", "notices.discordUserId"),
        )
        .where("notices.state", "in", ["waiting", "claimed"])
        .where("notices.until", "<=", now)
        .select([
          "notices.guildId",
          "notices.discordUserId",
          "notices.kind",
          "notices.noticedAt",
          "reminders.linkKey",
          "reminders.channelId",
          "accounts.userId",
        ])
        .distinct()
        .orderBy("notices.noticedAt")
        .limit(limit)
        .execute(),

    async claim(batch, now, leaseUntil) {
      const rows = await changing(batch)
        .set((eb) => ({ state: "claimed", until: leaseUntil, attempts: eb("attempts", "+", 1) }))
        .where("state", "in", ["waiting", "claimed"])
        .where("until", "<=", now)
        .returning(["subject", "attempts"])
        .execute();
      if (rows.length === 0) return undefined;
      return {
        subjects: rows.map(({ subject }) => subject).toSorted(),
        attempts: Math.max(...rows.map(({ attempts }) => attempts)),
      };
    },

    async complete(batch, state) {
      await changing(batch).set({ state }).where("state", "=", "claimed").execute();
    },

    async postpone(batch, until) {
      await changing(batch).set({ state: "waiting", until }).where("state", "=", "claimed").execute();
    },

    removeBefore: (at) =>
      countChanged(db.deleteFrom("notices").where("noticedAt", "<", at).where("subject", "!=", firstLook)),
  };
}
