import { sql } from "kysely";
import { toJson } from "./json.ts";
import type { Db } from "./tables.ts";
import { type Week, weekOf } from "./week-rows.ts";

export type { Week, WeekAssignment } from "./week-rows.ts";

/** What was read of a week that is not over. What is `undefined` could not be read, and an earlier figure stays. */
export type TakenWeek = Omit<Week, "state">;

/** How the service marked a week that is over. */
export type MarkedWeek = Pick<
  Week,
  "guildId" | "workspaceId" | "userId" | "weekStart" | "endsAt" | "takenAt"
> &
  Required<Pick<Week, "assignments">>;

/** A link of a guild in which somebody is connected. */
export interface WeekPlace {
  readonly guildId: string;
  readonly linkKey: string;
  readonly workspaceId: string;
}

/** Somebody connected, and when their present week was last taken, if it was. */
export interface WeekPerson {
  readonly userId: string;
  readonly takenAt: number | undefined;
  readonly endsAt: number | undefined;
}

export interface KnownWeek {
  readonly weekStart: string;
  readonly endsAt: number;
}

/** What is remembered of people's weeks in a workspace. No figure of the service outlives its week elsewhere. */
export interface Weeks {
  /** Keeps the newest of several takings, also when they come out of order. */
  take(week: TakenWeek): Promise<void>;
  /** Makes the assignments final; minutes, messages and orders stay as they were taken. */
  mark(weeks: readonly MarkedWeek[]): Promise<void>;
  /** Weeks that ended before then are no longer waited for. */
  settleBefore(endsAt: number): Promise<number>;
  /** Newest first. */
  ofUser(guildId: string, workspaceId: string, userId: string, limit: number): Promise<readonly Week[]>;
  /** In no order. */
  ofWeek(guildId: string, workspaceId: string, weekStart: string): Promise<readonly Week[]>;
  /** Newest first. */
  known(guildId: string, workspaceId: string, limit: number): Promise<readonly KnownWeek[]>;
  places(): Promise<readonly WeekPlace[]>;
  /** Everybody connected; those whose present week was taken longest ago, or never, first. */
  people(guildId: string, workspaceId: string, now: number): Promise<readonly WeekPerson[]>;
  /** How many weeks of a person went. */
  forgetUser(guildId: string, userId: string): Promise<number>;
  removeBefore(endsAt: number): Promise<number>;
}

// Both databases take more values in one statement than this makes.
const weeksAtOnce = 500;

export function createWeeks(db: Db): Weeks {
  return {
    async take({ assignments, minutes, messages, orders, ...week }) {
      await db
        .insertInto("weeks")
        .values({
          ...week,
          minutes: minutes ?? null,
          messages: messages ?? null,
          orders: orders ?? null,
          assignments: assignments === undefined ? null : toJson(assignments),
          state: "taken",
        })
        .onConflict((conflict) =>
          conflict
            .columns(["guildId", "workspaceId", "userId", "weekStart"])
            .doUpdateSet((eb) => ({
              endsAt: eb.ref("excluded.endsAt"),
              takenAt: eb.ref("excluded.takenAt"),
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
            .where("weeks.state", "=", "taken")
            .whereRef("weeks.takenAt", "<", "excluded.takenAt"),
        )
        .execute();
    },

    async mark(weeks) {
      for (let start = 0; start < weeks.length; start += weeksAtOnce) {
        await db
          .insertInto("weeks")
          .values(
            weeks.slice(start, start + weeksAtOnce).map(({ assignments, ...week }) => ({
              ...week,
              minutes: null,
              messages: null,
              orders: null,
              assignments: toJson(assignments),
              state: "final" as const,
            })),
          )
          .onConflict((conflict) =>
            conflict
              .columns(["guildId", "workspaceId", "userId", "weekStart"])
              .doUpdateSet((eb) => ({ assignments: eb.ref("excluded.assignments"), state: "final" })),
          )
          .execute();
      }
    },

    async settleBefore(endsAt) {
      const { numUpdatedRows } = await db
        .updateTable("weeks")
        .set({ state: "final" })
        .where("state", "=", "taken")
        .where("endsAt", "<", endsAt)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    async ofUser(guildId, workspaceId, userId, limit) {
      const rows = await db
        .selectFrom("weeks")
        .selectAll()
        .where("guildId", "=", guildId)
        .where("workspaceId", "=", workspaceId)
        .where("userId", "=", userId)
        .orderBy("weekStart", "desc")
        .limit(limit)
        .execute();
      return rows.map(weekOf);
    },

    async ofWeek(guildId, workspaceId, weekStart) {
      const rows = await db
        .selectFrom("weeks")
        .selectAll()
        .where("guildId", "=", guildId)
        .where("workspaceId", "=", workspaceId)
        .where("weekStart", "=", weekStart)
        .execute();
      return rows.map(weekOf);
    },

    known: (guildId, workspaceId, limit) =>
      db
        .selectFrom("weeks")
        .select(({ fn }) => ["weekStart", fn.max("endsAt").as("endsAt")])
        .where("guildId", "=", guildId)
        .where("workspaceId", "=", workspaceId)
        .groupBy("weekStart")
        .orderBy("weekStart", "desc")
        .limit(limit)
        .execute(),

    places: () =>
      db
        .selectFrom("guildLinks")
        .select(["guildId", "linkKey", "workspaceId"])
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom("accounts")
              .select("accounts.userId")
              .whereRef("accounts.guildId", "=", "guildLinks.guildId"),
          ),
        )
        .execute(),

    async people(guildId, workspaceId, now) {
      const rows = await db
        .selectFrom("accounts")
        .leftJoin("weeks", (join) =>
          join
            .onRef("weeks.guildId", "=", "accounts.guildId")
            .onRef("weeks.userId", "=", "accounts.userId")
            .on("weeks.workspaceId", "=", workspaceId)
            .on("weeks.endsAt", ">", now),
        )
        .where("accounts.guildId", "=", guildId)
        .groupBy("accounts.userId")
        .select(({ fn }) => [
          "accounts.userId",
          fn.max("weeks.takenAt").as("takenAt"),
          fn.max("weeks.endsAt").as("endsAt"),
        ])
        .execute();
      return rows
        .map(({ userId, takenAt, endsAt }) => ({
          userId,
          takenAt: takenAt ?? undefined,
          endsAt: endsAt ?? undefined,
        }))
        .toSorted((a, b) => (a.takenAt ?? 0) - (b.takenAt ?? 0));
    },

    async forgetUser(guildId, userId) {
      const { numDeletedRows } = await db
        .deleteFrom("weeks")
        .where("guildId", "=", guildId)
        .where("userId", "=", userId)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    async removeBefore(endsAt) {
      const { numDeletedRows } = await db.deleteFrom("weeks").where("endsAt", "<", endsAt).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
