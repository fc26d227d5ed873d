import { sql } from "kysely";
import { deleteInSlices } from "./slices.ts";
import type { OutboxRow } from "./rows.ts";
import { fromJson, hasChanged, type IsServed, readAll, readFirst, toJson } from "./sql-values.ts";
import type { Db } from "./tables.ts";

/** Something the bot has to say by itself. All times are epoch milliseconds. */
export interface OutboxEntry extends Omit<OutboxRow, "payload" | "discordUserId"> {
  /** Whom it is about, if that is one person: forgotten with their other data. */
  readonly discordUserId: string | undefined;
  /** JSON; parsed by its purpose. */
  readonly payload: unknown;
}

/** Identifies one claim of an entry: the next has another end. */
export type OutboxClaim = Pick<OutboxEntry, "key" | "until">;

export interface Outbox {
  /** Each key once, until it is done. @returns whether it was added */
  add(entry: OutboxEntry): Promise<boolean>;
  /** Those whose time has come and that nobody is working on, some of each guild, in turns. The longest waiting first. */
  due(now: number, limit: number): Promise<readonly OutboxEntry[]>;
  /** Claims an entry for one caller until the lease ends, and counts the attempt. `undefined` if another was faster */
  claim(seen: OutboxClaim, leaseUntil: number): Promise<OutboxEntry | undefined>;
  /** Only the current claim. */
  postpone(claim: OutboxClaim, until: number): Promise<void>;
  /** What came of it is known. Whoever holds the claim: what was said was said. */
  remove(key: string): Promise<void>;
  /** After the clock was set back: waits no longer than intended. */
  bringForward(now: number, byMs: number): Promise<void>;
  /** Those that nobody needs any more. */
  removeBefore(createdAt: number): Promise<number>;
}

/** Of one guild at a time, so that a guild with many doesn't delay the others. */
const perGuild = 50;

export function createOutbox(db: Db, isServed: IsServed): Outbox {
  return {
    add: (entry) => addToOutbox(db, [entry]),

    due: (now, limit) =>
      readAll(
        db
          .selectFrom((eb) =>
            eb
              .selectFrom("outbox")
              .selectAll()
              .select(sql<number>`row_number() over (partition by guild_id order by until, key)`.as("place"))
              .where("until", "<=", now)
              .where(isServed())
              .as("waiting"),
          )
          .selectAll()
          .where("place", "<=", perGuild)
          .orderBy("place")
          .orderBy("until")
          .orderBy("key")
          .limit(limit),
        ({ place: _place, ...row }) => toEntry(row),
      ),

    claim: ({ key, until }, leaseUntil) =>
      readFirst(
        db
          .updateTable("outbox")
          .set((eb) => ({ until: leaseUntil, attempts: eb("attempts", "+", 1) }))
          .where((eb) => eb.and({ key, until }))
          .returningAll(),
        toEntry,
      ),

    async postpone({ key, until: claimed }, until) {
      await db
        .updateTable("outbox")
        .set({ until })
        .where((eb) => eb.and({ key, until: claimed }))
        .execute();
    },

    async remove(key) {
      await db.deleteFrom("outbox").where("key", "=", key).execute();
    },

    async bringForward(now, byMs) {
      await db
        .updateTable("outbox")
        .set((eb) => ({ until: eb("until", "-", byMs) }))
        .where("until", ">", now)
        .execute();
    },

    removeBefore: (createdAt) => deleteInSlices(db, "outbox", (eb) => eb("createdAt", "<", createdAt)),
  };
}

/** In the transaction that makes it necessary. @returns whether any was added */
export function addToOutbox(db: Db, entries: readonly OutboxEntry[]): Promise<boolean> {
  return hasChanged(
    db
      .insertInto("outbox")
      .values(
        entries.map(({ payload, discordUserId, ...entry }) => ({
          ...entry,
          discordUserId: discordUserId ?? null,
          payload: toJson(payload),
        })),
      )
      .onConflict((conflict) => conflict.column("key").doNothing()),
  );
}

function toEntry({ payload, discordUserId, ...row }: OutboxRow): OutboxEntry {
  return { ...row, discordUserId: discordUserId ?? undefined, payload: fromJson(payload) };
}
