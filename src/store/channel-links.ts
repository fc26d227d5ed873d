import type { Db } from "./tables.ts";
import type { ChannelLink } from "./rows.ts";

export type { ChannelLink } from "./rows.ts";

export interface ChannelLinks {
  /** Replaces the channel's earlier link. */
  bind(guildId: string, channelId: string, linkKey: string): Promise<void>;
  /** False if it wasn't bound. */
  unbind(guildId: string, channelId: string): Promise<boolean>;
  /** The link's key. It may name a link that was removed while the channel was being bound. */
  find(guildId: string, channelId: string): Promise<string | undefined>;
  list(guildId: string): Promise<readonly ChannelLink[]>;
}

export function channelsOf(db: Db, guildId: string) {
  return db
    .selectFrom("channelLinks")
    .select(["channelId", "linkKey"])
    .where("guildId", "=", guildId)
    .orderBy("channelId");
}

export function createChannelLinks(db: Db): ChannelLinks {
  return {
    async bind(guildId, channelId, linkKey) {
      await db
        .insertInto("channelLinks")
        .values({ guildId, channelId, linkKey })
        .onConflict((conflict) => conflict.columns(["guildId", "channelId"]).doUpdateSet({ linkKey }))
        .execute();
    },

    async unbind(guildId, channelId) {
      const { numDeletedRows } = await db
        .deleteFrom("channelLinks")
        .where("guildId", "=", guildId)
        .where("channelId", "=", channelId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async find(guildId, channelId) {
      const row = await db
        .selectFrom("channelLinks")
        .select("linkKey")
        .where("guildId", "=", guildId)
        .where("channelId", "=", channelId)
        .executeTakeFirst();
      return row?.linkKey;
    },

    list: (guildId) => channelsOf(db, guildId).execute(),
  };
}
