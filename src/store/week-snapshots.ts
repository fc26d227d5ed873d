import { sql } from "kysely";
import { toJson } from "./sql-values.ts";
import type { Db } from "./tables.ts";
import type { Week } from "./week-rows.ts";

/** What was read of a current week. `undefined` means it couldn't be read, and an earlier number is kept. */
export type SnapshotWeek = Omit<Week, "state">;

/** How the service marked a past week. */
export type FinalWeek = Pick<
  Week,
  "guildId" | "workspaceId" | "userId" | "weekStart" | "endsAt" | "snapshotAt"
> &
  Required<Pick<Week, "assignments">> & {
    /** What the result says of them, at least; more was read if the week's last snapshot has more. */
    readonly minutes?: number | undefined;
  };

export interface WeekSnapshots {
  /** Keeps the newest snapshot, even if they arrive out of order. */
  snapshot(week: SnapshotWeek): Promise<void>;
  /** Makes the assignments final; messages, orders and higher minutes keep their last snapshot. */
  finalize(weeks: readonly FinalWeek[]): Promise<void>;
  /** Weeks that ended before then become final without the service's result. */
  finalizeBefore(endsAt: number): Promise<number>;
  /** @returns how many of the person's weeks were removed, in all of the guild's workspaces */
  forgetUser(guildId: string, userId: string): Promise<number>;
  /** Of one guild, or of all. */
  removeBefore(endsAt: number, guildId?: string): Promise<number>;
  /** How many of a guild's weeks ended before `endsAt`. */
  countBefore(endsAt: number, guildId: string): Promise<number>;
}

// Within both databases' limits on values per statement.
const weeksAtOnce = 500;

export function createWeekSnapshots(db: Db): WeekSnapshots {
  return {
    async snapshot({ assignments, minutes, messages, orders, ...week }) {
      await db
        .insertInto("weeks")
        .values({
          ...week,
          minutes: minutes ?? null,
          messages: messages ?? null,
          orders: orders ?? null,
          assignments: assignments === undefined ? null : toJson(assignments),
          state: "provisional",
        })
        .onConflict((conflict) =>
          conflict
            .columns(["guildId", "workspaceId", "userId", "weekStart"])
            .doUpdateSet((eb) => ({
              endsAt: eb.ref("excluded.endsAt"),
              snapshotAt: eb.ref("excluded.snapshotAt"),
              minutes: sql<
                number | null
              >`coalesce(${eb.ref("excluded.minutes")}, ${eb.ref("weeks.minutes")})`,
              messages: sql<
                number | null
              >`coalesce(${eb.ref("excluded.messages")}, ${eb.ref("weeks.messages")})`,
              orders: sql<number | null>`coalesce(${eb.ref("excluded.orders")}, ${eb.ref("weeks.orders")})`,
              assignments: sql<
                string | null
              >`coalesce(${eb.ref("excluded.assignments")}, ${eb.ref("weeks.assignments")})`,
            }))
            .where("weeks.state", "=", "provisional")
            .whereRef("weeks.snapshotAt", "<", "excluded.snapshotAt"),
        )
        .execute();
    },

    async finalize(weeks) {
      // In a fixed order, so that two replicas can't deadlock.
      const ordered = weeks.toSorted((a, b) => (getKey(a) < getKey(b) ? -1 : 1));
      for (let start = 0; start < ordered.length; start += weeksAtOnce) {
        await db
          .insertInto("weeks")
          .values(
            ordered.slice(start, start + weeksAtOnce).map(({ assignments, minutes, ...week }) => ({
              ...week,
              minutes: minutes ?? null,
              messages: null,
              orders: null,
              assignments: toJson(assignments),
              state: "final" as const,
            })),
          )
          .onConflict((conflict) =>
            conflict.columns(["guildId", "workspaceId", "userId", "weekStart"]).doUpdateSet((eb) => ({
              assignments: eb.ref("excluded.assignments"),
              minutes: eb
                .case()
                .when("excluded.minutes", ">", eb.fn.coalesce("weeks.minutes", eb.lit(0)))
                .then(eb.ref("excluded.minutes"))
                .else(eb.ref("weeks.minutes"))
                .end(),
              state: "final",
            })),
          )
          .execute();
      }
    },

    async finalizeBefore(endsAt) {
      const { numUpdatedRows } = await db
        .updateTable("weeks")
        .set({ state: "final" })
        .where("state", "=", "provisional")
        .where("endsAt", "<", endsAt)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    async forgetUser(guildId, userId) {
      const { numDeletedRows } = await db
        .deleteFrom("weeks")
        .where((eb) => eb.and({ guildId, userId }))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    async removeBefore(endsAt, guildId) {
      const old = db.deleteFrom("weeks").where("endsAt", "<", endsAt);
      const { numDeletedRows } = await (
        guildId === undefined ? old : old.where("guildId", "=", guildId)
      ).executeTakeFirst();
      return Number(numDeletedRows);
    },

    async countBefore(endsAt, guildId) {
      const { weeks } = await db
        .selectFrom("weeks")
        .select(({ fn }) => fn.countAll<number>().as("weeks"))
        .where("guildId", "=", guildId)
        .where("endsAt", "<", endsAt)
        .executeTakeFirstOrThrow();
      return weeks;
    },
  };
}

const getKey = ({ guildId, workspaceId, userId, weekStart }: FinalWeek): string =>
  [guildId, workspaceId, userId, weekStart].join(" ");
