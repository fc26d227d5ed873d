import { keep, type TableFacts } from "../../src/personal-data.ts";
import { readAll } from "../../src/store/sql-values.ts";
import { formatCounted } from "../kit/counted.ts";

export const linkTables = {
  guildLinks: {
    guild: true,
    person: keep({
      member: "linkedByDiscordUserId",
      /** Workspaces they linked, or replaced the key of; never the key. */
      read: (db, { guildId, discordUserId }) =>
        readAll(
          db
            .selectFrom("guildLinks")
            .select(["linkKey", "workspaceId", "name", "linkedAt", "readOnly"])
            .where((eb) => eb.and({ guildId, linkedByDiscordUserId: discordUserId }))
            .orderBy("linkKey"),
          ({ readOnly, ...row }) => ({ ...row, isReadOnly: readOnly === 1 }),
        ),
      shown: {
        rank: 12,
        name: "links",
        describe: (links, _settings, isOwn) =>
          links.length > 0 &&
          (isOwn
            ? `${formatCounted(links, "link")} to a workspace you made, until removed`
            : `${formatCounted(links, "link")} to a workspace they made, until removed`),
      },
      exported: {
        as: "links",
        write: (links, { at }) => links.map(({ linkedAt, ...link }) => ({ ...link, linkedAt: at(linkedAt) })),
      },
      // It is the server's, and has their id only.
      forget: "nothing",
    }),
  },
  channelLinks: { guild: true, link: true, person: "nobody" },
} as const satisfies Partial<TableFacts>;
