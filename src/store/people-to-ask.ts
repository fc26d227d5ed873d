import type { LinkPosition } from "./guild-links.ts";
import type { InRelaxedTransaction } from "./guild-transaction.ts";
import type { Db } from "./tables.ts";

/** Who of the people that were seen is to be looked up, and when. */
export interface PeopleToAsk {
  /** Links with somebody to ask for at that moment; where somebody waits the longest comes first. */
  linksToAsk(now: number): Promise<readonly LinkPosition[]>;
  /** Of one link, who waits the longest first. */
  toAsk(link: LinkPosition, now: number, limit: number): Promise<readonly string[]>;
  /**
   * Takes the right to ask for these until then.
   * @returns those it was given for: the others have it, or nobody is to ask for them any more
   */
  claim(
    link: LinkPosition,
    userIds: readonly string[],
    now: number,
    until: number,
  ): Promise<readonly string[]>;
  /** Somebody is to be asked for again after that moment. */
  postpone(link: LinkPosition, userId: string, until: number): Promise<void>;
  /** The same for everyone of a link who would be asked for before. */
  postponeAll(link: LinkPosition, until: number): Promise<void>;
}

export function createPeopleToAsk(db: Db, inRelaxedTransaction: InRelaxedTransaction): PeopleToAsk {
  return {
    async linksToAsk(now) {
      return db
        .selectFrom("people")
        .select(["guildId", "linkKey"])
        .where("askAfter", "<=", now)
        .groupBy(["guildId", "linkKey"])
        .orderBy((eb) => eb.fn.min("askAfter"))
        .execute();
    },

    async toAsk({ guildId, linkKey }, now, limit) {
      const rows = await db
        .selectFrom("people")
        .select("userId")
        .where("guildId", "=", guildId)
        .where("linkKey", "=", linkKey)
        .where("askAfter", "<=", now)
        .orderBy("askAfter")
        .limit(limit)
        .execute();
      return rows.map(({ userId }) => userId);
    },

    async claim({ guildId, linkKey }, userIds, now, until) {
      const rows = await inRelaxedTransaction(
        (transaction) =>
          transaction
            .updateTable("people")
            .set({ askAfter: until })
            .where("guildId", "=", guildId)
            .where("linkKey", "=", linkKey)
            .where("userId", "in", userIds)
            .where("state", "!=", "forgotten")
            .where("askAfter", "<=", now)
            .returning("userId")
            .execute(),
        guildId,
      );
      return rows.map(({ userId }) => userId);
    },

    async postpone({ guildId, linkKey }, userId, until) {
      await db
        .updateTable("people")
        .set({ askAfter: until })
        .where("guildId", "=", guildId)
        .where("linkKey", "=", linkKey)
        .where("userId", "=", userId)
        .where("state", "!=", "forgotten")
        .execute();
    },

    async postponeAll({ guildId, linkKey }, until) {
      await inRelaxedTransaction(
        (transaction) =>
          transaction
            .updateTable("people")
            .set({ askAfter: until })
            .where("guildId", "=", guildId)
            .where("linkKey", "=", linkKey)
            .where("askAfter", "<", until)
            .execute(),
        guildId,
      );
    },
  };
}
