import { sql } from "kysely";
import { deleteInSlices } from "./slices.ts";
import type { OutboxRow, SendRow, SentMessage } from "./rows.ts";
import { fromJson, hasChanged, type IsServed, readAll, readFirst, toJson } from "./sql-values.ts";
import type { Db, MessageTable } from "./tables.ts";

/** Something the bot has to say by itself. All times are epoch milliseconds. */
export interface OutboxEntry extends Omit<OutboxRow, "payload" | "discordUserId"> {
  /** Whom it is about, if that is one person: forgotten with their other data. */
  readonly discordUserId: string | undefined;
  /** JSON; parsed by its purpose. */
  readonly payload: unknown;
}

/** Identifies one claim of an entry: the next has another end. */
export type OutboxClaim = Pick<OutboxEntry, "key" | "until">;

/** Of one guild at a time, so that a guild with many doesn't delay the others. */
const perGuild = 50;

export function createOutbox(db: Db, isServed: IsServed) {
  return {
    /** Each key once, until it is done. @returns whether it was added */
    add: (entry: OutboxEntry): Promise<boolean> => addToOutbox(db, [entry]),

    /** Those whose time has come and that nobody is working on, some of each guild, in turns. The longest waiting first. */
    due: (now: number, limit: number): Promise<readonly OutboxEntry[]> =>
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

    /** Claims an entry for one caller until the lease ends, and counts the attempt. `undefined` if another was faster */
    claim: ({ key, until }: OutboxClaim, leaseUntil: number): Promise<OutboxEntry | undefined> =>
      readFirst(
        db
          .updateTable("outbox")
          .set((eb) => ({ until: leaseUntil, attempts: eb("attempts", "+", 1) }))
          .where((eb) => eb.and({ key, until }))
          .returningAll(),
        toEntry,
      ),

    /** Only the current claim. */
    async postpone({ key, until: claimed }: OutboxClaim, until: number): Promise<void> {
      await db
        .updateTable("outbox")
        .set({ until })
        .where((eb) => eb.and({ key, until: claimed }))
        .execute();
    },

    /** What came of it is known. Whoever holds the claim: what was said was said. */
    async remove(key: string): Promise<void> {
      await db.deleteFrom("outbox").where("key", "=", key).execute();
    },

    /** After the clock was set back: waits no longer than intended. */
    async bringForward(now: number, byMs: number): Promise<void> {
      await db
        .updateTable("outbox")
        .set((eb) => ({ until: eb("until", "-", byMs) }))
        .where("until", ">", now)
        .execute();
    },

    /** Those that nobody needs any more. */
    removeBefore: (createdAt: number): Promise<number> =>
      deleteInSlices(db, "outbox", (eb) => eb("createdAt", "<", createdAt)),
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

/** One wording of a message that was about to be sent. */
interface Send extends Omit<SendRow, "shown"> {
  /** JSON: what is to be stored once it turns out that it was sent; parsed by whoever stored it. */
  readonly shown: unknown;
}

/** What the bot is about to send by itself, and which message belongs to what. */
export type Sends = ReturnType<typeof createSends>;

/** @param messageTables whose messages are nobody else's */
export function createSends(db: Db, messageTables: readonly MessageTable[]) {
  return {
    /** To be stored before anything is sent: without it, an unclear answer can't be looked into. */
    async begin({ shown, ...send }: Omit<Send, "firstAt" | "lastAt">, at: number): Promise<void> {
      await db
        .insertInto("sends")
        .values({ ...send, firstAt: at, lastAt: at, shown: toJson(shown) })
        .onConflict((conflict) =>
          conflict
            .columns(["nonce", "digest"])
            .doUpdateSet((eb) => ({ lastAt: eb.ref("excluded.lastAt"), shown: eb.ref("excluded.shown") })),
        )
        .execute();
    },

    /** Discord certainly didn't take what was begun at that time. An earlier attempt with the same wording stays. */
    async withdraw({ nonce, digest }: Pick<Send, "nonce" | "digest">, at: number): Promise<void> {
      await db
        .deleteFrom("sends")
        .where((eb) => eb.and({ nonce, digest, firstAt: at, lastAt: at }))
        .execute();
    },

    list: (nonce: string): Promise<readonly Send[]> =>
      readAll(
        db.selectFrom("sends").selectAll().where("nonce", "=", nonce).orderBy("lastAt"),
        ({ shown, ...send }) => ({ ...send, shown: fromJson(shown) }),
      ),

    /** Gives a message to a nonce, unless it is another's: of several callers, one gets it. @returns whether it has it */
    async own(message: SentMessage): Promise<boolean> {
      const { nonce } = await db
        .insertInto("sentMessages")
        .values(message)
        // Changes nothing, but says whose it is.
        .onConflict((conflict) =>
          conflict.column("messageId").doUpdateSet((eb) => ({ nonce: eb.ref("sentMessages.nonce") })),
        )
        .returning("nonce")
        .executeTakeFirstOrThrow();
      return nonce === message.nonce;
    },

    /** By message id, whose it is. */
    async ownersOf(messageIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
      if (messageIds.length === 0) return new Map();
      const rows = await db
        .selectFrom("sentMessages")
        .select(["messageId", "nonce"])
        .where("messageId", "in", messageIds)
        .execute();
      return new Map(rows.map(({ messageId, nonce }) => [messageId, nonce]));
    },

    /** Which of these messages rows of other tables name. */
    async knownMessages(guildId: string, messageIds: readonly string[]): Promise<ReadonlySet<string>> {
      const known = new Set<string>();
      if (messageIds.length === 0) return known;
      for (const table of messageTables) {
        const rows = await db
          .selectFrom(table)
          .select("messageId")
          .where("guildId", "=", guildId)
          .where("messageId", "in", messageIds)
          .execute();
        for (const { messageId } of rows) if (messageId !== null) known.add(messageId);
      }
      return known;
    },

    /** After the clock was set back by this much: when it was tried by the clock as it is now. */
    async bringForward(now: number, byMs: number): Promise<void> {
      await db
        .updateTable("sends")
        .set((eb) => ({ firstAt: eb("firstAt", "-", byMs) }))
        .where("firstAt", ">", now)
        .execute();
    },

    async removeBefore(at: number): Promise<number> {
      const messages = await deleteInSlices(db, "sentMessages", (eb) => eb("at", "<", at));
      return messages + (await deleteInSlices(db, "sends", (eb) => eb("lastAt", "<", at)));
    },
  };
}
