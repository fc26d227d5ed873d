import { keep, type TableFacts } from "../../src/personal-data.ts";
import { readAll } from "../../src/store/sql-values.ts";
import type { DateStyle } from "../../src/ui/formats.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { formatDateInFull } from "../../src/ui/time.ts";
import { formatCounted } from "../kit/counted.ts";
import { toWeek, type Week } from "./rows.ts";
import { parseKeptMonths } from "./snapshot-policy.ts";
import { removeWeeksOf } from "./snapshots.ts";
import type { SavedWeeks } from "./store.ts";

export const weekTables = {
  weeks: {
    guild: true,
    person: keep({
      member: undefined,
      /** Newest first. */
      read: async (db, { guildId, userIds }): Promise<readonly Week[]> =>
        userIds.length === 0
          ? []
          : readAll(
              db
                .selectFrom("weeks")
                .selectAll()
                .where("guildId", "=", guildId)
                .where("userId", "in", userIds)
                .orderBy("weekStart", "desc")
                .orderBy("workspaceId"),
              toWeek,
            ),
      shown: {
        rank: 1,
        name: "saved weeks",
        describe: (weeks, settings) =>
          weeks.length > 0 &&
          `${formatCounted(weeks, "saved week")}, kept for ${parseKeptMonths(settings)} months: minutes, messages, orders, assignments`,
      },
      exported: {
        as: "savedWeeks",
        write: (weeks, { at }) =>
          weeks.map(({ endsAt, snapshotAt, guildId: _guildId, ...week }) => ({
            ...week,
            endsAt: at(endsAt),
            readAt: at(snapshotAt),
          })),
      },
      async forget(db, { guildId, userIds }) {
        let weeks = 0;
        for (const userId of userIds) weeks += await removeWeeksOf(db, guildId, userId);
        return weeks;
      },
      async preview({ guildId, userIds }, { store, dateStyle }) {
        const saved = await store.weeks.findHistory(guildId, userIds);
        return (
          saved !== undefined && `${pluralize(saved.weeks, "saved week")} ${describeSpan(saved, dateStyle)}`
        );
      },
      counted: (weeks) => weeks > 0 && pluralize(weeks, "saved week"),
    }),
  },
  weekLooks: { guild: true, person: "nobody" },
} as const satisfies Partial<TableFacts>;

function describeSpan({ firstWeek, lastWeek }: SavedWeeks, style: DateStyle): string {
  const [first, last] = [firstWeek, lastWeek].map((week) => formatDateInFull(week, style));
  return firstWeek === lastWeek ? `from ${first}` : `from ${first} to ${last}`;
}
