import type { Expression, SqlBool } from "kysely";
import { hasInName, matchIds, isNamed, rankNames } from "./account-search.ts";
import type { InRelaxedTransaction } from "./guild-transaction.ts";
import { createPeopleWriting, type PeopleWriting } from "./people-writing.ts";
import { prepareForIds } from "./prepared-query.ts";
import { type IsServed, readAll, withoutNulls } from "./sql-values.ts";
import type { Db } from "./tables.ts";
import type { KnownPerson } from "./rows.ts";
import type { LinkPosition } from "./guild-links.ts";
import { nextTurn } from "../turns.ts";

export type { PersonNames } from "./rows.ts";
export type { LearnedPerson, Noted } from "./people-writing.ts";

export type { KnownPerson } from "./rows.ts";

export interface People extends PeopleToAsk, PeopleWriting {
  /**
   * Takes any number of ids; returns each person once, in no particular order. Covers all links of the guild if
   * `linkKey` is omitted.
   */
  ofUsers(
    guildId: string,
    linkKey: string | undefined,
    userIds: readonly string[],
  ): Promise<readonly KnownPerson[]>;
  /** People with a name that equals this folded text. */
  named(guildId: string, linkKey: string | undefined, folded: string, limit: number): Promise<FoundPeople>;
  /** As for accounts. */
  search(guildId: string, linkKey: string | undefined, folded: string, limit: number): Promise<FoundPeople>;
  /** The same of those who aren't connected to anyone in the guild. */
  searchUnconnected(guildId: string, linkKey: string, folded: string, limit: number): Promise<FoundPeople>;
}

export type FoundPeople = readonly KnownPerson[];

// Within both databases' limits on values per statement.
const idsAtOnce = 500;
/** Read in one statement, during which nothing else runs on SQLite. */
const peopleAtOnce = 2_000;
const columns = [
  "guildId",
  "linkKey",
  "userId",
  "state",
  "displayName",
  "username",
  "colour",
  "seenAt",
  "lookedUpAt",
  "askAfter",
] as const satisfies readonly (keyof KnownPerson)[];

export function createPeople(db: Db, inRelaxedTransaction: InRelaxedTransaction, isServed: IsServed): People {
  const select = (guildId: string, linkKey: string | undefined) => {
    const query = db.selectFrom("people").select(columns).where("guildId", "=", guildId);
    return linkKey === undefined ? query : query.where("linkKey", "=", linkKey);
  };

  const ofGuild = prepareForIds(db, ["guildId"], ({ guildId }, ids) =>
    select(guildId, undefined).where("userId", "in", ids),
  );
  const ofLink = prepareForIds(db, ["guildId", "linkKey"], ({ guildId, linkKey }, ids) =>
    select(guildId, linkKey).where("userId", "in", ids),
  );

  const find = async (
    guildId: string,
    linkKey: string | undefined,
    fits: readonly Expression<SqlBool>[],
    {
      folded,
      limit,
      isUnconnected = false,
    }: { readonly folded: string; readonly limit: number; readonly isUnconnected?: boolean },
  ): Promise<FoundPeople> => {
    const rows = await select(guildId, linkKey)
      .where("state", "=", "known")
      .where((eb) => eb.or(fits))
      .$if(isUnconnected, (query) =>
        query.where("userId", "not in", (eb) =>
          eb.selectFrom("accounts").select("accounts.userId").where("accounts.guildId", "=", guildId),
        ),
      )
      .orderBy(rankNames(folded))
      .orderBy("sortName")
      .orderBy("userId")
      .limit(limit)
      .execute();
    return rows.map(withoutNulls);
  };

  return {
    ...createPeopleToAsk(db, inRelaxedTransaction, isServed),
    ...createPeopleWriting(db, inRelaxedTransaction),

    async ofUsers(guildId, linkKey, userIds) {
      const found: KnownPerson[] = [];
      const ids = [...new Set(userIds)];
      for (let start = 0; start < ids.length; start += idsAtOnce) {
        const some = ids.slice(start, start + idsAtOnce);
        const rows =
          linkKey === undefined ? await ofGuild({ guildId }, some) : await ofLink({ guildId, linkKey }, some);
        found.push(...rows.map(withoutNulls));
      }
      return found;
    },

    named: (guildId, linkKey, folded, limit) => find(guildId, linkKey, [isNamed(folded)], { folded, limit }),
    search: (guildId, linkKey, folded, limit) =>
      find(guildId, linkKey, [hasInName(folded), ...matchIds(folded, ["userId"])], { folded, limit }),
    searchUnconnected: (guildId, linkKey, folded, limit) =>
      find(guildId, linkKey, [hasInName(folded), ...matchIds(folded, ["userId"])], {
        folded,
        limit,
        isUnconnected: true,
      }),
  };
}

/** Which of the people seen are to be looked up, and when. */
type PeopleToAsk = ReturnType<typeof createPeopleToAsk>;

function createPeopleToAsk(db: Db, inRelaxedTransaction: InRelaxedTransaction, isServed: IsServed) {
  return {
    /** Links with someone to look up at that time, the longest waiting first. */
    async linksToAsk(now: number): Promise<readonly LinkPosition[]> {
      const found = new Map<string, LinkPosition>();
      for (let after = { askAfter: 0, guildId: "", linkKey: "", userId: "" }; ;) {
        await nextTurn();
        const { askAfter, guildId, linkKey, userId } = after;
        const rows = await db
          .selectFrom("people")
          .select(["askAfter", "guildId", "linkKey", "userId"])
          .where("askAfter", "is not", null)
          .where("askAfter", "<=", now)
          .where(isServed())
          .where((eb) =>
            eb(
              eb.refTuple("askAfter", "guildId", "linkKey", "userId"),
              ">",
              eb.tuple(askAfter, guildId, linkKey, userId),
            ),
          )
          .orderBy("askAfter")
          .orderBy("guildId")
          .orderBy("linkKey")
          .orderBy("userId")
          .limit(peopleAtOnce)
          .execute();
        for (const { guildId: of, linkKey: key } of rows) {
          const place = `${of} ${key}`;
          if (!found.has(place)) found.set(place, { guildId: of, linkKey: key });
        }
        const last = rows.at(-1);
        if (last?.askAfter == null || rows.length < peopleAtOnce) return [...found.values()];
        after = { ...last, askAfter: last.askAfter };
      }
    },

    /** A link's people to look up, the longest waiting first. */
    toAsk: ({ guildId, linkKey }: LinkPosition, now: number, limit: number): Promise<readonly string[]> =>
      readAll(
        db
          .selectFrom("people")
          .select("userId")
          .where((eb) => eb.and({ guildId, linkKey }))
          .where("askAfter", "<=", now)
          .orderBy("askAfter")
          .limit(limit),
        ({ userId }) => userId,
      ),

    /**
     * Claims the right to look these up until then.
     * @returns those claimed: the rest are claimed by others or no longer to be looked up
     */
    async claim(
      { guildId, linkKey }: LinkPosition,
      userIds: readonly string[],
      now: number,
      until: number,
    ): Promise<readonly string[]> {
      const rows = await inRelaxedTransaction(
        (transaction) =>
          transaction
            .updateTable("people")
            .set({ askAfter: until })
            .where((eb) => eb.and({ guildId, linkKey }))
            .where("userId", "in", userIds)
            .where("state", "!=", "forgotten")
            .where("askAfter", "<=", now)
            .returning("userId")
            .execute(),
        guildId,
      );
      return rows.map(({ userId }) => userId);
    },

    /** Schedules a person's next lookup for after that time. */
    async postpone({ guildId, linkKey }: LinkPosition, userId: string, until: number): Promise<void> {
      await db
        .updateTable("people")
        .set({ askAfter: until })
        .where((eb) => eb.and({ guildId, linkKey, userId }))
        .where("state", "!=", "forgotten")
        .execute();
    },

    /** The same for everyone in a link who would be looked up sooner. */
    async postponeAll({ guildId, linkKey }: LinkPosition, until: number): Promise<void> {
      await inRelaxedTransaction(
        (transaction) =>
          transaction
            .updateTable("people")
            .set({ askAfter: until })
            .where((eb) => eb.and({ guildId, linkKey }))
            .where("askAfter", "<", until)
            .execute(),
        guildId,
      );
    },
  };
}
