import type { LinkPosition } from "./guild-links.ts";
import type { InRelaxedTransaction } from "./guild-transaction.ts";
import type { Db } from "./tables.ts";

/** Which of the people seen are to be looked up, and when. */
export interface PeopleToAsk {
  /** Links with someone to look up at that time, the longest waiting first. */
  linksToAsk(now: number): Promise<readonly LinkPosition[]>;
  /** A link's people to look up, the longest waiting first. */
  toAsk(link: LinkPosition, now: number, limit: number): Promise<readonly string[]>;
  /**
   * Claims the right to look these up until then.
   * @returns those claimed: the rest are claimed by others or no longer to be looked up
   */
  claim(
    link: LinkPosition,
    userIds: readonly string[],
    now: number,
    until: number,
  ): Promise<readonly string[]>;
  /** Schedules a person's next lookup for after that time. */
  postpone(link: LinkPosition, userId: string, until: number): Promise<void>;
  /** The same for everyone in a link who would be looked up sooner. */
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
