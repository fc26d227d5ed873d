import { keep, type TableFacts } from "../../src/personal-data.ts";
import { readFirst, withoutNulls } from "../../src/store/sql-values.ts";

export const calendarTables = {
  calendarAddresses: {
    guild: true,
    link: true,
    person: keep({
      member: "discordUserId",
      /** Without what would make it known. */
      read: (db, { guildId, discordUserId }) =>
        readFirst(
          db
            .selectFrom("calendarAddresses")
            .select(["linkKey", "madeAt", "readAt"])
            .where((eb) => eb.and({ guildId, discordUserId })),
          withoutNulls,
        ),
      shown: {
        rank: 15,
        describe: (address, _settings, isOwn) =>
          address !== undefined &&
          (isOwn
            ? "**Your calendar address**, as a code that nobody can turn back into it, until you turn it off or no app reads it for 90 days"
            : "**Their calendar address**, as a code that nobody can turn back into it, until they turn it off or no app reads it for 90 days"),
      },
      exported: {
        as: "calendarAddress",
        write: (address, { at }) =>
          address && { linkKey: address.linkKey, madeAt: at(address.madeAt), lastReadAt: at(address.readAt) },
      },
      forget: "all",
      async preview({ guildId, discordUserId, isOwn }, { store }) {
        if (discordUserId === undefined) return false;
        const address = await store.calendarAddresses.find(guildId, discordUserId);
        return (
          address !== undefined &&
          `${isOwn ? "your" : "their"} calendar address, so apps get nothing more from it`
        );
      },
    }),
  },
} as const satisfies Partial<TableFacts>;
