import { keep, type TableFacts } from "../../src/personal-data.ts";
import { readAll, withoutNulls } from "../../src/store/sql-values.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { formatCounted } from "../kit/counted.ts";
import { toTimeRequest, isAbout } from "./store.ts";

export const requestTables = {
  timeRequests: {
    guild: true,
    person: keep({
      member: "discordUserId",
      read: (db, { guildId, discordUserId }) =>
        readAll(
          db
            .selectFrom("timeRequests")
            .selectAll()
            .where((eb) => eb.and({ guildId, discordUserId }))
            .orderBy("createdAt", "desc"),
          toTimeRequest,
        ),
      shown: {
        rank: 4,
        name: "requests",
        describe: (requests, _settings, isOwn) =>
          requests.length > 0 &&
          (isOwn
            ? `${formatCounted(requests, "request for time", "requests for time")}, for 30 days; cards until you're forgotten`
            : `${formatCounted(requests, "request for time", "requests for time")}, for 30 days; cards until they're forgotten`),
      },
      exported: {
        as: "timeRequests",
        write: (requests, { at, who }) =>
          requests.map((request) => ({
            userId: request.userId,
            minutes: request.minutes,
            day: request.day,
            reason: request.reason,
            week: request.week,
            pictures: request.pictures,
            askedAt: at(request.createdAt),
            state: request.state,
            decidedBy: who(request.decidedByDiscordUserId),
            decidedAt: at(request.decidedAt),
            approvedMinutes: request.approvedMinutes,
            declineReason: request.declineReason,
          })),
      },
      forget: (db, leaving) =>
        readAll(
          db
            .deleteFrom("timeRequests")
            .where("guildId", "=", leaving.guildId)
            .where(isAbout(leaving))
            .returning(["id", "guildId", "cardChannelId", "cardMessageId"]),
          withoutNulls,
        ),
      async preview(person, { store, guildId }) {
        const count = await store.timeRequests.countAbout(guildId, person);
        return (
          count > 0 &&
          pluralize(count, "request for time, with its card", "requests for time, with their cards")
        );
      },
      counted: ({ length }) => length > 0 && pluralize(length, "request for time", "requests for time"),
      /** Their reason and proof are in the cards. */
      async afterwards(requests, ctx) {
        // Loaded only here: what opens the database for something else needs no commands.
        const { timeRequest } = await import("./kind.ts");
        return timeRequest.clearCards(requests, ctx);
      },
    }),
  },
} as const satisfies Partial<TableFacts>;
