import type { LinkPosition } from "./guild-links.ts";
import type { KnownPerson } from "./rows.ts";
import type { Db } from "./tables.ts";

export type Asking = Pick<KnownPerson, "userId"> & { readonly askAfter: number };

/** Who of the people that were seen is to be looked up, and when. */
export interface PeopleToAsk {
  /** Links with somebody to ask for at that moment, in no order. */
  linksToAsk(now: number): Promise<readonly LinkPosition[]>;
  /** Of one link, who waits the longest first. */
  toAsk(link: LinkPosition, now: number, limit: number): Promise<readonly Asking[]>;
  /** Takes the right to ask for somebody until then. False when somebody else has it, or nobody is to ask any more. */
  claim(link: LinkPosition, asking: Asking, until: number): Promise<boolean>;
  /** Somebody is to be asked for again after that moment. */
  postpone(link: LinkPosition, userId: string, until: number): Promise<void>;
  /** The same for everyone of a link who is due to be looked up. */
  postponeAll(link: LinkPosition, now: number, until: number): Promise<void>;
}

export function createPeopleToAsk(db: Db): PeopleToAsk {
  const asked = ({ guildId, linkKey }: LinkPosition, userId: string) =>
    db
      .updateTable("people")
      .where("guildId", "=", guildId)
      .where("linkKey", "=", linkKey)
      .where("userId", "=", userId)
      .where("state", "!=", "forgotten");

  return {
    async linksToAsk(now) {
      return db
        .selectFrom("people")
        .select(["guildId", "linkKey"])
        .where("askAfter", "<=", now)
        .groupBy(["guildId", "linkKey"])
        .execute();
    },

    async toAsk({ guildId, linkKey }, now, limit) {
      const rows = await db
        .selectFrom("people")
        .select(["userId", "askAfter"])
        .where("guildId", "=", guildId)
        .where("linkKey", "=", linkKey)
        .where("askAfter", "<=", now)
        .orderBy("askAfter")
        .limit(limit)
        .execute();
      return rows.flatMap(({ userId, askAfter }) => (askAfter === null ? [] : [{ userId, askAfter }]));
    },

    async claim(link, { userId, askAfter }, until) {
      const { numUpdatedRows } = await asked(link, userId)
        .set({ askAfter: until })
        .where("askAfter", "=", askAfter)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async postpone(link, userId, until) {
      await asked(link, userId).set({ askAfter: until }).execute();
    },

    async postponeAll({ guildId, linkKey }, now, until) {
      await db
        .updateTable("people")
        .set({ askAfter: until })
        .where("guildId", "=", guildId)
        .where("linkKey", "=", linkKey)
        .where("askAfter", "<=", now)
        .execute();
    },
  };
}
