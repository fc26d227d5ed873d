import { keep, type TableFacts } from "../../src/personal-data.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { formatCounted } from "../kit/counted.ts";

export const remindTables = {
  reminders: {
    guild: true,
    person: keep({
      member: "discordUserId",
      read: (db, { guildId, discordUserId }) =>
        db
          .selectFrom("reminders")
          .select(["kind", "hours", "channelId", "setAt"])
          .where((eb) => eb.and({ guildId, discordUserId }))
          .orderBy("setAt")
          .orderBy("kind")
          .execute(),
      shown: {
        rank: 3,
        name: "reminders",
        describe: (reminders) =>
          reminders.length > 0 && `${formatCounted(reminders, "reminder")}, until turned off`,
      },
      exported: {
        as: "reminders",
        write: (reminders, { at }) =>
          reminders.map(({ setAt, ...reminder }) => ({ ...reminder, turnedOnAt: at(setAt) })),
      },
      forget: "all",
      async preview({ guildId, discordUserId }, { store }) {
        if (discordUserId === undefined) return false;
        const { length } = await store.reminders.list(guildId, discordUserId);
        return length > 0 && pluralize(length, "reminder");
      },
      counted: (reminders: number) => reminders > 0 && pluralize(reminders, "reminder"),
    }),
  },
  notices: {
    guild: true,
    person: keep({
      member: "discordUserId",
      isBesideAccount: true,
      read: (db, { guildId, discordUserId }) =>
        db
          .selectFrom("notices")
          .select(["kind", "subject", "state", "noticedAt"])
          .where((eb) => eb.and({ guildId, discordUserId }))
          .where("subject", "!=", "")
          .orderBy("noticedAt")
          .execute(),
      exported: {
        as: "notices",
        write: (notices, { at }) =>
          notices.map(({ noticedAt, ...notice }) => ({ ...notice, noticedAt: at(noticedAt) })),
      },
      forget: "all",
    }),
  },
} as const satisfies Partial<TableFacts>;
