import { dayMs } from "../time.ts";
import type { InGuildTransaction } from "./guild-transaction.ts";
import { hasChanged } from "./sql-values.ts";
import type { UnlinkedGuild } from "./rows.ts";
import type { Db } from "./tables.ts";

/** Guilds in which the bot is without a link, as a daily look finds them. */
export interface UnlinkedGuilds {
  /** @param present all guilds that the bot is in */
  observe(present: ReadonlySet<string>, now: number): Promise<void>;
  /** Those without a link since before that, the longest first. */
  due(before: number, limit: number): Promise<readonly UnlinkedGuild[]>;
  /** Removes one to leave it: of several callers, one gets it; nobody does if it has a link by now. */
  take(guild: UnlinkedGuild): Promise<boolean>;
  /** After it couldn't be left. */
  putBack(guild: UnlinkedGuild, now: number): Promise<void>;
  /** While nobody looks, nothing is known. */
  clear(): Promise<void>;
}

/** After a longer gap, the guild may have been left and joined again meanwhile. */
const maxGapMs = 3 * dayMs;
const rowsAtOnce = 500;

export function createUnlinkedGuilds(db: Db, aloneInGuild: InGuildTransaction): UnlinkedGuilds {
  return {
    async observe(present, now) {
      const linked = await db.selectFrom("guildLinks").select("guildId").distinct().execute();
      const unlinked = present.difference(new Set(linked.map(({ guildId }) => guildId)));
      const known = await db.selectFrom("unlinkedGuilds").select("guildId").execute();
      const over = known.filter(({ guildId }) => !unlinked.has(guildId));
      for (const some of chunk(over))
        await db
          .deleteFrom("unlinkedGuilds")
          .where(
            "guildId",
            "in",
            some.map(({ guildId }) => guildId),
          )
          .execute();
      // In a fixed order, so that two replicas can't deadlock.
      for (const some of chunk([...unlinked].toSorted()))
        await db
          .insertInto("unlinkedGuilds")
          .values(some.map((guildId) => ({ guildId, since: now, seenAt: now })))
          .onConflict((conflict) =>
            conflict.column("guildId").doUpdateSet((eb) => ({
              since: eb
                .case()
                .when("unlinkedGuilds.seenAt", "<", now - maxGapMs)
                .then(now)
                .else(eb.ref("unlinkedGuilds.since"))
                .end(),
              seenAt: now,
            })),
          )
          .execute();
    },

    due: (before, limit) =>
      db
        .selectFrom("unlinkedGuilds")
        .select(["guildId", "since"])
        .where("since", "<=", before)
        .orderBy("since")
        .orderBy("guildId")
        .limit(limit)
        .execute(),

    take: ({ guildId, since }) =>
      aloneInGuild(guildId, (transaction) =>
        hasChanged(
          transaction
            .deleteFrom("unlinkedGuilds")
            .where((eb) => eb.and({ guildId, since }))
            .where((eb) =>
              eb.not(eb.exists(eb.selectFrom("guildLinks").select("linkKey").where("guildId", "=", guildId))),
            ),
        ),
      ),

    async putBack({ guildId, since }, now) {
      await db
        .insertInto("unlinkedGuilds")
        .values({ guildId, since, seenAt: now })
        .onConflict((conflict) => conflict.column("guildId").doNothing())
        .execute();
    },

    async clear() {
      await db.deleteFrom("unlinkedGuilds").execute();
    },
  };
}

function chunk<T>(items: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / rowsAtOnce) }, (_, at) =>
    items.slice(at * rowsAtOnce, (at + 1) * rowsAtOnce),
  );
}
