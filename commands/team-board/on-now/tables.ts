import { keep, type TableFacts } from "../../../src/personal-data.ts";
import { readAll, withoutNulls } from "../../../src/store/sql-values.ts";

export const onNowTables = {
  presences: {
    guild: true,
    link: true,
    person: keep({
      member: "discordUserId",
      read: (db, { guildId, discordUserId }) =>
        readAll(
          db
            .selectFrom("presences")
            .select(["linkKey", "state", "since", "askedAt", "readAt"])
            .where((eb) => eb.and({ guildId, discordUserId }))
            .orderBy("linkKey"),
          withoutNulls,
        ),
      shown: {
        rank: 16,
        describe: (presences, _settings, isOwn) =>
          presences.length > 0 &&
          (isOwn
            ? "**Whether you're in the game** and since when, as last read, for a day"
            : "**Whether they're in the game** and since when, as last read, for a day"),
      },
      exported: {
        as: "presences",
        write: (presences, { at }) =>
          presences.map(({ since, askedAt, readAt, ...presence }) => ({
            ...presence,
            since: at(since),
            askedAt: at(askedAt),
            readAt: at(readAt),
          })),
      },
      forget: "all",
    }),
  },
  hiddenMembers: {
    guild: true,
    person: keep({
      member: "discordUserId",
      /** Since when nobody is shown that they are on. */
      async read(db, { guildId, discordUserId }) {
        const hidden = await db
          .selectFrom("hiddenMembers")
          .select("hiddenAt")
          .where((eb) => eb.and({ guildId, discordUserId }))
          .executeTakeFirst();
        return hidden?.hiddenAt;
      },
      shown: {
        rank: 17,
        describe: (hiddenAt, _settings, isOwn) =>
          hiddenAt !== undefined &&
          (isOwn
            ? "**Your wish** not to be shown when you're on, until you're disconnected and forgotten"
            : "**Their wish** not to be shown when they're on, until they're disconnected and forgotten"),
      },
      exported: { as: "hiddenFromOnNowSince", write: (hiddenAt, { at }) => at(hiddenAt) },
      /** Whoever stays connected stays hidden, too. */
      async forget(db, { guildId, discordUserId, account, disconnects }) {
        if (discordUserId === undefined || (account !== undefined && !disconnects)) return;
        await db
          .deleteFrom("hiddenMembers")
          .where((eb) => eb.and({ guildId, discordUserId }))
          .execute();
      },
    }),
  },
  shortages: { guild: true, person: "nobody" },
} as const satisfies Partial<TableFacts>;
