import { prepareQuery } from "./prepared-query.ts";
import { hasChanged, readFirst } from "./sql-values.ts";
import type { Db } from "./tables.ts";

export type GuildSettingKey =
  | "default-link"
  /** JSON, of one link by its key: which ids are machines; the usual ones by default. */
  | `machines:${string}`
  /** IANA name; the default zone for times. */
  | "zone"
  /** `monday` or `sunday`; used if the service doesn't say. */
  | "week-start"
  /** One of `dateStyles`: how days and times of day are written out. */
  | "clock"
  | keyof FeatureSettings;

/** What features store in settings, by key; each declares its own beside the code that reads it. */
export interface FeatureSettings {}

/** A guild's, by key; there may be others, from another version of the bot. */
export type StoredSettings = Pick<ReadonlyMap<GuildSettingKey, string>, "get" | "has" | "size">;

/** A guild's settings, and small facts about it. */
export type GuildSettings = ReturnType<typeof createGuildSettings>;

export function selectGuildSettings(db: Db, guildId: string) {
  return db.selectFrom("guildSettings").select(["key", "value"]).where("guildId", "=", guildId);
}

export function createGuildSettings(db: Db, now: () => number) {
  const ofGuild = prepareQuery(db, ["guildId"], ({ guildId }) => selectGuildSettings(db, guildId));
  return {
    get: (guildId: string, key: GuildSettingKey): Promise<string | undefined> =>
      readFirst(
        db
          .selectFrom("guildSettings")
          .select("value")
          .where((eb) => eb.and({ guildId, key })),
        (row) => row.value,
      ),

    async set(guildId: string, key: GuildSettingKey, value: string): Promise<void> {
      const changes = { value, changedAt: now() };
      await db
        .insertInto("guildSettings")
        .values({ guildId, key, ...changes })
        .onConflict((conflict) => conflict.columns(["guildId", "key"]).doUpdateSet(changes))
        .execute();
    },

    /** False if it wasn't set. */
    remove: (guildId: string, key: GuildSettingKey): Promise<boolean> =>
      hasChanged(db.deleteFrom("guildSettings").where((eb) => eb.and({ guildId, key }))),

    /** The setting in every guild that has it. */
    everywhere: (
      key: GuildSettingKey,
    ): Promise<readonly { readonly guildId: string; readonly value: string }[]> =>
      db.selectFrom("guildSettings").select(["guildId", "value"]).where("key", "=", key).execute(),

    async all(guildId: string): Promise<StoredSettings> {
      const rows = await ofGuild({ guildId });
      return new Map(rows.map(({ key, value }) => [key, value]));
    },
  };
}
