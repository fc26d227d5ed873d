import type { Db } from "./tables.ts";

/** The tie between a Discord guild and a workspace of the service. */
export interface GuildLink {
  readonly guildId: string;
  readonly workspaceId: string;
  /** The service's token as the vault sealed it, with `linkSealContext` as its context. */
  readonly sealedToken: string;
  readonly linkedByDiscordUserId: string;
  /** Epoch milliseconds. */
  readonly linkedAt: number;
}

export interface GuildLinks {
  find(guildId: string): Promise<GuildLink | undefined>;
  /** Makes the link or replaces the one that was there. */
  save(link: GuildLink): Promise<void>;
  /** Swaps the sealed token only while it still is `from`, so that a rotation never undoes a newer link. */
  reseal(guildId: string, from: string, to: string): Promise<void>;
  /** False when there was none. */
  remove(guildId: string): Promise<boolean>;
  count(): Promise<number>;
}

export function createGuildLinks(db: Db): GuildLinks {
  return {
    async find(guildId) {
      return db.selectFrom("guildLinks").selectAll().where("guildId", "=", guildId).executeTakeFirst();
    },

    async save({ guildId, workspaceId, sealedToken, linkedByDiscordUserId, linkedAt }) {
      const changes = { workspaceId, sealedToken, linkedByDiscordUserId, linkedAt };
      await db
        .insertInto("guildLinks")
        .values({ guildId, ...changes })
        .onConflict((conflict) => conflict.column("guildId").doUpdateSet(changes))
        .execute();
    },

    async reseal(guildId, from, to) {
      await db
        .updateTable("guildLinks")
        .set({ sealedToken: to })
        .where("guildId", "=", guildId)
        .where("sealedToken", "=", from)
        .execute();
    },

    async remove(guildId) {
      const { numDeletedRows } = await db
        .deleteFrom("guildLinks")
        .where("guildId", "=", guildId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async count() {
      const { links } = await db
        .selectFrom("guildLinks")
        .select((eb) => eb.fn.countAll<number>().as("links"))
        .executeTakeFirstOrThrow();
      return links;
    },
  };
}
