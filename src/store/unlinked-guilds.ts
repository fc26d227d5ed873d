import { dayMs } from "../time.ts";
import type { InGuildTransaction } from "./guild-transaction.ts";
import { hasChanged, readAll, readFirst } from "./sql-values.ts";
import type { UnlinkedGuild } from "./rows.ts";
import type { Db, GuildTable } from "./tables.ts";
import { listGuildIds } from "./guild-ids.ts";

/** After a longer gap, the guild may have been left and joined again meanwhile. */
const maxGapMs = 3 * dayMs;
const rowsAtOnce = 500;

/** Guilds in which the bot is without a link, as a daily look finds them. */
export function createUnlinkedGuilds(db: Db, aloneInGuild: InGuildTransaction) {
  return {
    /** @param present all guilds that the bot is in */
    async observe(present: ReadonlySet<string>, now: number): Promise<void> {
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

    /** Those without a link since before that, the longest first. */
    due: (before: number, limit: number): Promise<readonly UnlinkedGuild[]> =>
      db
        .selectFrom("unlinkedGuilds")
        .select(["guildId", "since"])
        .where("since", "<=", before)
        .orderBy("since")
        .orderBy("guildId")
        .limit(limit)
        .execute(),

    /** Removes one to leave it: of several callers, one gets it; nobody does if it has a link by now. */
    take: ({ guildId, since }: UnlinkedGuild): Promise<boolean> =>
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

    /** After it couldn't be left. */
    async putBack({ guildId, since }: UnlinkedGuild, now: number): Promise<void> {
      await db
        .insertInto("unlinkedGuilds")
        .values({ guildId, since, seenAt: now })
        .onConflict((conflict) => conflict.column("guildId").doNothing())
        .execute();
    },

    /** While nobody looks, nothing is known. */
    async clear(): Promise<void> {
      await db.deleteFrom("unlinkedGuilds").execute();
    },
  };
}

function chunk<T>(items: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / rowsAtOnce) }, (_, at) =>
    items.slice(at * rowsAtOnce, (at + 1) * rowsAtOnce),
  );
}

/** Guilds that removed the bot, waiting for their data to be deleted. @param guildTables at least one */
export function createDepartures(db: Db, guildTables: readonly GuildTable[]) {
  return {
    /** Every guild with stored data. */
    async knownGuildIds(): Promise<readonly string[]> {
      const guildIds = new Set<string>();
      for (const table of guildTables)
        for (const guildId of await listGuildIds(db, table)) guildIds.add(guildId);
      return [...guildIds];
    },

    /** If noticed twice, the earlier time is kept. */
    async observe(guildId: string, at: number): Promise<void> {
      await db
        .insertInto("departures")
        .values({ guildId, noticedAt: at })
        .onConflict((conflict) =>
          conflict.column("guildId").doUpdateSet({ noticedAt: at }).where("departures.noticedAt", ">", at),
        )
        .execute();
    },

    /** The guild is back; its data is kept. */
    async cancel(guildId: string): Promise<void> {
      await db.deleteFrom("departures").where("guildId", "=", guildId).execute();
    },

    /** Guilds whose departure was noticed and not canceled. */
    list: (): Promise<readonly string[]> =>
      readAll(db.selectFrom("departures").select("guildId"), (row) => row.guildId),

    /** Guilds whose departure was noticed before `before`. */
    due: (before: number): Promise<readonly string[]> =>
      readAll(
        db.selectFrom("departures").select("guildId").where("noticedAt", "<", before).orderBy("noticedAt"),
        (row) => row.guildId,
      ),
  };
}

/** The server that a person's private commands are about, for people in several. */
export function createHomeGuilds(db: Db) {
  return {
    find: (discordUserId: string): Promise<string | undefined> =>
      readFirst(
        db.selectFrom("homeGuilds").select("guildId").where("discordUserId", "=", discordUserId),
        (row) => row.guildId,
      ),

    async choose(discordUserId: string, guildId: string, at: number): Promise<void> {
      const changes = { guildId, chosenAt: at };
      await db
        .insertInto("homeGuilds")
        .values({ discordUserId, ...changes })
        .onConflict((conflict) => conflict.column("discordUserId").doUpdateSet(changes))
        .execute();
    },
  };
}
