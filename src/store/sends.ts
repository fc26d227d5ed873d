import { deleteInSlices } from "./slices.ts";
import { fromJson, readAll, toJson } from "./sql-values.ts";
import type { SendRow, SentMessage } from "./rows.ts";
import type { Db } from "./tables.ts";

/** One wording of a message that was about to be sent. */
export interface Send extends Omit<SendRow, "shown"> {
  /** JSON: what is to be stored once it turns out that it was sent; parsed by whoever stored it. */
  readonly shown: unknown;
}

/** What the bot is about to send by itself, and which message belongs to what. */
export interface Sends {
  /** To be stored before anything is sent: without it, an unclear answer can't be looked into. */
  begin(send: Omit<Send, "firstAt" | "lastAt">, at: number): Promise<void>;
  /** Discord certainly didn't take what was begun at that time. An earlier attempt with the same wording stays. */
  withdraw(send: Pick<Send, "nonce" | "digest">, at: number): Promise<void>;
  list(nonce: string): Promise<readonly Send[]>;
  /** Gives a message to a nonce, unless it is another's: of several callers, one gets it. @returns whether it has it */
  own(message: SentMessage): Promise<boolean>;
  /** By message id, whose it is. */
  ownersOf(messageIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** After the clock was set back by this much: when it was tried by the clock as it is now. */
  bringForward(now: number, byMs: number): Promise<void>;
  removeBefore(at: number): Promise<number>;
}

export function createSends(db: Db): Sends {
  return {
    async begin({ shown, ...send }, at) {
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

    async withdraw({ nonce, digest }, at) {
      await db
        .deleteFrom("sends")
        .where((eb) => eb.and({ nonce, digest, firstAt: at, lastAt: at }))
        .execute();
    },

    list: (nonce) =>
      readAll(
        db.selectFrom("sends").selectAll().where("nonce", "=", nonce).orderBy("lastAt"),
        ({ shown, ...send }) => ({ ...send, shown: fromJson(shown) }),
      ),

    async own(message) {
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

    async ownersOf(messageIds) {
      if (messageIds.length === 0) return new Map();
      const rows = await db
        .selectFrom("sentMessages")
        .select(["messageId", "nonce"])
        .where("messageId", "in", messageIds)
        .execute();
      return new Map(rows.map(({ messageId, nonce }) => [messageId, nonce]));
    },

    async bringForward(now, byMs) {
      await db
        .updateTable("sends")
        .set((eb) => ({ firstAt: eb("firstAt", "-", byMs) }))
        .where("firstAt", ">", now)
        .execute();
    },

    async removeBefore(at) {
      const messages = await deleteInSlices(db, "sentMessages", (eb) => eb("at", "<", at));
      return messages + (await deleteInSlices(db, "sends", (eb) => eb("lastAt", "<", at)));
    },
  };
}
