import { keep, type TableFacts } from "../../src/personal-data.ts";
import { fromJson, readAll } from "../../src/store/sql-values.ts";
import { pluralizeText } from "../../src/ui/numbers.ts";
import { formatCounted } from "../kit/counted.ts";
import { dropDrafts } from "./blank-names.ts";

/** Of the engine: what someone was asked, and what is about to be said. */
export const draftTables = {
  drafts: {
    guild: true,
    person: keep({
      member: "discordUserId",
      read: (db, { guildId, discordUserId }) =>
        readAll(
          db
            .selectFrom("drafts")
            .select(["kind", "state", "createdAt", "expiresAt", "payload"])
            .where((eb) => eb.and({ guildId, discordUserId }))
            .orderBy("createdAt", "desc"),
          (row) => ({ ...row, payload: fromJson(row.payload) }),
        ),
      shown: {
        rank: 8,
        name: "messages with buttons",
        describe: (drafts) =>
          drafts.length > 0 &&
          pluralizeText(drafts.length, {
            one: "**1 message whose buttons still work**, deleted a day after it expires",
            other: "**{count} messages whose buttons still work**, deleted a day after they expire",
          }),
      },
      exported: {
        as: "drafts",
        write: (drafts, { at }) =>
          drafts.map(({ createdAt, expiresAt, ...draft }) => ({
            ...draft,
            createdAt: at(createdAt),
            expiresAt: at(expiresAt),
          })),
      },
      /** What they were about to confirm, the filters of their lists, and whatever names them. */
      async forget(db, { guildId, discordUserId, ids, names }) {
        if (discordUserId !== undefined)
          await db
            .deleteFrom("drafts")
            .where((eb) => eb.and({ guildId, discordUserId, state: "open" }))
            .execute();
        if (ids.size > 0) await dropDrafts(db, guildId, { ids, names });
      },
    }),
  },
} as const satisfies Partial<TableFacts>;

export const messageTables = {
  homeGuilds: {
    guild: true,
    person: keep({
      member: "discordUserId",
      /** Since when this server is the one their private commands are about. */
      read: (db, { guildId, discordUserId }) =>
        db
          .selectFrom("homeGuilds")
          .select(["guildId", "chosenAt"])
          .where((eb) => eb.and({ guildId, discordUserId }))
          .executeTakeFirst(),
      exported: {
        as: "privateCommands",
        write: (home, { at }) => home && { server: home.guildId, chosenAt: at(home.chosenAt) },
      },
      forget: "all",
    }),
  },
  outbox: {
    guild: true,
    person: keep({
      member: "discordUserId",
      /** What is about to be sent about them or to them. */
      read: (db, { guildId, discordUserId }) =>
        readAll(
          db
            .selectFrom("outbox")
            .select(["purpose", "payload", "createdAt"])
            .where((eb) => eb.and({ guildId, discordUserId }))
            .orderBy("createdAt"),
          (row) => ({ ...row, payload: fromJson(row.payload) }),
        ),
      shown: {
        rank: 7,
        name: "unsent messages",
        describe: (messages, _settings, isOwn) =>
          messages.length > 0 &&
          (isOwn
            ? `${formatCounted(messages, "message")} to you or about you that I haven't been able to send yet, for a week at most`
            : `${formatCounted(messages, "message")} to them or about them that I haven't been able to send yet, for a week at most`),
      },
      exported: {
        as: "messages",
        write: (messages, { at }) =>
          messages.map(({ createdAt, ...message }) => ({ ...message, createdAt: at(createdAt) })),
      },
      forget: "all",
    }),
  },
} as const satisfies Partial<TableFacts>;
