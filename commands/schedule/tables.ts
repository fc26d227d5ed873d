import { keep, type TableFacts } from "../../src/personal-data.ts";
import { readAll } from "../../src/store/sql-values.ts";
import { formatCounted } from "../kit/counted.ts";
import { settingNames, toSchedule } from "../boards/index.ts";

export const scheduleTables = {
  schedules: {
    guild: true,
    // In this order they also advance.
    lockedFirst: true,
    person: keep({
      member: "makerDiscordUserId",
      /** What they planned, and what someone else may have changed since. */
      read: (db, { guildId, discordUserId }) =>
        readAll(
          db
            .selectFrom("schedules")
            .selectAll()
            .where((eb) => eb.and({ guildId, makerDiscordUserId: discordUserId }))
            .orderBy("createdAt")
            .orderBy("id"),
          toSchedule,
        ),
      shown: {
        rank: 11,
        name: "schedules",
        describe: (schedules, _settings, isOwn) =>
          schedules.length > 0 &&
          (isOwn
            ? `${formatCounted(schedules, "schedule")} you made, until removed`
            : `${formatCounted(schedules, "schedule")} they made, until removed`),
      },
      exported: {
        as: "schedules",
        write: (schedules, { at }) =>
          schedules.map((schedule) => ({
            ...Object.fromEntries(settingNames.map((name) => [name, schedule[name]])),
            linkKey: schedule.linkKey,
            state: schedule.state,
            madeAt: at(schedule.createdAt),
          })),
      },
      // It is the server's, and has their id only.
      forget: "nothing",
    }),
  },
  deliveries: { guild: true, messages: true, person: "nobody" },
} as const satisfies Partial<TableFacts>;
