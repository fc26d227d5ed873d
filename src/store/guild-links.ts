import type { Selectable } from "kysely";
import { Capabilities } from "../domain/capabilities.ts";
import type { InGuildTransaction } from "./guild-transaction.ts";
import { prepareQuery } from "./prepared-query.ts";
import { countRows, fromJson, hasChanged, type IsServed, readFirst, toJson } from "./sql-values.ts";
import type { Db, LinkTable } from "./tables.ts";
import type { GuildLink, GuildLinkRow, LinkPosition, ChannelLink } from "./rows.ts";

export type { ChannelLink, GuildLink, LinkPosition } from "./rows.ts";

export function toGuildLink({
  readOnly,
  capabilities,
  checkAt: _checkAt,
  ...row
}: Selectable<GuildLinkRow>): GuildLink {
  return {
    ...row,
    isReadOnly: readOnly === 1,
    capabilities: capabilities === null ? undefined : Capabilities.safeParse(fromJson(capabilities)).data,
  };
}

/** Without `isReadOnly`, a link stays as it is, and a new one isn't. */
export type NewGuildLink = Omit<GuildLink, "isReadOnly" | "capabilities"> & {
  readonly isReadOnly?: boolean | undefined;
};

export function selectGuildLinks(db: Db, guildId: string) {
  return db
    .selectFrom("guildLinks")
    .selectAll()
    .where("guildId", "=", guildId)
    .orderBy("createdAt")
    .orderBy("linkKey");
}

/** @param linkTables whose rows go with their link */
export function createGuildLinks(
  db: Db,
  aloneInGuild: InGuildTransaction,
  isServed: IsServed,
  linkTables: readonly LinkTable[],
) {
  const ofGuild = prepareQuery(db, ["guildId"], ({ guildId }) => selectGuildLinks(db, guildId));
  return {
    /** Oldest first. */
    list: async (guildId: string): Promise<readonly GuildLink[]> =>
      (await ofGuild({ guildId })).map(toGuildLink),

    async find(guildId: string, linkKey: string): Promise<GuildLink | undefined> {
      const found = db
        .selectFrom("guildLinks")
        .selectAll()
        .where((eb) => eb.and({ guildId, linkKey }));
      return readFirst(found, toGuildLink);
    },

    /**
     * Creates a link, or replaces the key of an existing link to the same workspace, which keeps its `linkKey` and
     * `createdAt`. "full" if the guild already has `maxLinks` links: nothing is stored, even if two are saved at once.
     */
    async save(
      { isReadOnly, ...link }: NewGuildLink,
      maxLinks: number,
    ): Promise<"created" | "renewed" | "full"> {
      const { guildId, linkKey, workspaceId, createdAt } = link;
      const changed = {
        name: link.name,
        sealedToken: link.sealedToken,
        linkedByDiscordUserId: link.linkedByDiscordUserId,
        linkedAt: link.linkedAt,
        ...(isReadOnly !== undefined && { readOnly: Number(isReadOnly) }),
        // Another key may do other things.
        capabilities: null,
        checkAt: 0,
      };
      return aloneInGuild(guildId, async (transaction) => {
        await transaction.deleteFrom("unlinkedGuilds").where("guildId", "=", guildId).execute();
        const renewal = transaction
          .updateTable("guildLinks")
          .set(changed)
          .where((eb) => eb.and({ guildId, workspaceId }));
        if (await hasChanged(renewal)) return "renewed";

        const links = await countRows(transaction.selectFrom("guildLinks").where("guildId", "=", guildId));
        if (links >= maxLinks) return "full";

        const values = { guildId, linkKey, workspaceId, createdAt, ...changed };
        await transaction.insertInto("guildLinks").values(values).execute();
        return "created";
      });
    },

    /** False if there is no such link. */
    rename: (guildId: string, linkKey: string, name: string): Promise<boolean> =>
      hasChanged(
        db
          .updateTable("guildLinks")
          .set({ name })
          .where((eb) => eb.and({ guildId, linkKey })),
      ),

    /**
     * Stores what its key can do, unless it has another key by now.
     * @param checkAt when it is tried next, in epoch milliseconds
     */
    learn: (
      { guildId, linkKey, linkedAt }: GuildLink,
      capabilities: Capabilities,
      checkAt: number,
    ): Promise<boolean> =>
      hasChanged(
        db
          .updateTable("guildLinks")
          .set({ capabilities: toJson(capabilities), checkAt })
          .where((eb) => eb.and({ guildId, linkKey, linkedAt })),
      ),

    /** Links whose keys are to be tried by now, which count as tried until then: of several callers, one gets each. */
    async claimChecks(now: number, until: number, limit: number): Promise<readonly GuildLink[]> {
      const due = await db
        .selectFrom("guildLinks")
        .selectAll()
        .where("checkAt", "<=", now)
        .where(isServed())
        .orderBy("checkAt")
        .limit(limit)
        .execute();
      const claims = await Promise.all(
        due.map(({ guildId, linkKey, checkAt }) =>
          hasChanged(
            db
              .updateTable("guildLinks")
              .set({ checkAt: until })
              .where((eb) => eb.and({ guildId, linkKey, checkAt })),
          ),
        ),
      );
      return due.filter((_, index) => claims[index]).map(toGuildLink);
    },

    /** False if there is no such link. */
    setReadOnly: (guildId: string, linkKey: string, isReadOnly: boolean): Promise<boolean> =>
      hasChanged(
        db
          .updateTable("guildLinks")
          .set({ readOnly: Number(isReadOnly) })
          .where((eb) => eb.and({ guildId, linkKey })),
      ),

    /** Links of all guilds, ordered by guild and key, starting after that position. */
    async page(
      after: LinkPosition | undefined = { guildId: "", linkKey: "" },
      limit: number,
    ): Promise<readonly GuildLink[]> {
      const { guildId, linkKey } = after;
      const links = await db
        .selectFrom("guildLinks")
        .selectAll()
        .where((eb) =>
          eb.or([
            eb("guildId", ">", guildId),
            eb.and([eb("guildId", "=", guildId), eb("linkKey", ">", linkKey)]),
          ]),
        )
        .orderBy("guildId")
        .orderBy("linkKey")
        .limit(limit)
        .execute();
      return links.map(toGuildLink);
    },

    /**
     * Replaces the sealed token if it still equals `from`, so that a rotation never undoes a newer link. False if it
     * doesn't.
     */
    reseal: (guildId: string, linkKey: string, from: string, to: string): Promise<boolean> =>
      hasChanged(
        db
          .updateTable("guildLinks")
          .set({ sealedToken: to })
          .where((eb) => eb.and({ guildId, linkKey, sealedToken: from })),
      ),

    /** Also removes its machines and what the tables say goes with it, in one transaction. False if there was no such link. */
    async remove(guildId: string, linkKey: string): Promise<boolean> {
      return aloneInGuild(guildId, async (transaction) => {
        const isRemoved = await hasChanged(
          transaction.deleteFrom("guildLinks").where((eb) => eb.and({ guildId, linkKey })),
        );
        for (const table of linkTables)
          await transaction
            .deleteFrom(table)
            .where((eb) => eb.and({ guildId, linkKey }))
            .execute();
        await transaction
          .deleteFrom("guildSettings")
          .where((eb) => eb.and({ guildId, key: `machines:${linkKey}` }))
          .execute();
        return isRemoved;
      });
    },

    count: (): Promise<number> => countRows(db.selectFrom("guildLinks")),
  };
}

export function selectChannelLinks(db: Db, guildId: string) {
  return db
    .selectFrom("channelLinks")
    .select(["channelId", "linkKey"])
    .where("guildId", "=", guildId)
    .orderBy("channelId");
}

export function createChannelLinks(db: Db) {
  return {
    /** Replaces the channel's earlier link. */
    async bind(guildId: string, channelId: string, linkKey: string): Promise<void> {
      await db
        .insertInto("channelLinks")
        .values({ guildId, channelId, linkKey })
        .onConflict((conflict) => conflict.columns(["guildId", "channelId"]).doUpdateSet({ linkKey }))
        .execute();
    },

    /** False if it wasn't bound. */
    unbind: (guildId: string, channelId: string): Promise<boolean> =>
      hasChanged(db.deleteFrom("channelLinks").where((eb) => eb.and({ guildId, channelId }))),

    /** The link's key. It may name a link that was removed while the channel was being bound. */
    find: (guildId: string, channelId: string): Promise<string | undefined> =>
      readFirst(
        db
          .selectFrom("channelLinks")
          .select("linkKey")
          .where((eb) => eb.and({ guildId, channelId })),
        (row) => row.linkKey,
      ),

    list: (guildId: string): Promise<readonly ChannelLink[]> => selectChannelLinks(db, guildId).execute(),
  };
}
