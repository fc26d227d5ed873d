import type { GuildLink } from "../../src/store/rows.ts";
import { escapeLike, matchesPattern, readAll, toJson, withoutNulls } from "../../src/store/sql-values.ts";
import type { Db } from "../../src/store/tables.ts";
import { type Week, toWeek } from "./rows.ts";

/** A guild's link with at least one connected person. */
export type LinkedWorkspaceRef = Pick<GuildLink, "guildId" | "linkKey" | "workspaceId">;

/** A connected person, and when their current week was last saved, if it was. */
interface WeekPerson {
  readonly userId: string;
  readonly snapshotAt: number | undefined;
  readonly endsAt: number | undefined;
}

/** Someone with saved weeks, connected or not. */
export interface PersonWithHistory extends SavedWeeks {
  readonly userId: string;
}

export interface SavedWeeks {
  /** In all of the guild's workspaces. */
  readonly weeks: number;
  readonly firstWeek: string;
  readonly lastWeek: string;
}

export interface WeekPeople {
  /** Everyone connected; those whose current week was saved longest ago, or never, first. */
  people(guildId: string, workspaceId: string, now: number): Promise<readonly WeekPerson[]>;
  /** People whose user id begins with `idStart`; those whose last saved week is oldest first. */
  withHistory(guildId: string, idStart: string, limit: number): Promise<readonly PersonWithHistory[]>;
  /** Of all these users together. */
  findHistory(guildId: string, userIds: readonly string[]): Promise<SavedWeeks | undefined>;
}

export function createWeekPeople(db: Db): WeekPeople {
  const countIn = (guildId: string) =>
    db
      .selectFrom("weeks")
      .select(({ fn }) => [
        fn.countAll<number>().as("weeks"),
        fn.min("weekStart").as("firstWeek"),
        fn.max("weekStart").as("lastWeek"),
      ])
      .where("guildId", "=", guildId);
  return {
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
          fn.max("weeks.snapshotAt").as("snapshotAt"),
          fn.max("weeks.endsAt").as("endsAt"),
        ])
        .execute();
      return rows.map(withoutNulls).toSorted((a, b) => (a.snapshotAt ?? 0) - (b.snapshotAt ?? 0));
    },

    withHistory: (guildId, idStart, limit) =>
      countIn(guildId)
        .select("userId")
        .groupBy("userId")
        .where((eb) => matchesPattern(eb.ref("userId"), `${escapeLike(idStart)}%`))
        .orderBy("lastWeek")
        .orderBy("userId")
        .limit(limit)
        .execute(),

    async findHistory(guildId, userIds) {
      if (userIds.length === 0) return undefined;
      const saved = await countIn(guildId).where("userId", "in", userIds).executeTakeFirst();
      return saved?.weeks === 0 ? undefined : saved;
    },
  };
}

export interface KnownWeek {
  readonly weekStart: string;
  readonly endsAt: number;
  /** Whether assignments say when it ends; otherwise the guild's settings do. */
  readonly isDated?: boolean;
}

export interface WeekReading {
  /** Newest first. */
  ofUser(guildId: string, workspaceId: string, userId: string, limit: number): Promise<readonly Week[]>;
  /** In no particular order. */
  ofWeek(guildId: string, workspaceId: string, weekStart: string): Promise<readonly Week[]>;
  /** Newest first. */
  known(guildId: string, workspaceId: string, limit: number): Promise<readonly KnownWeek[]>;
}

export function createWeekReading(db: Db): WeekReading {
  return {
    ofUser: (guildId, workspaceId, userId, limit) =>
      readAll(
        db
          .selectFrom("weeks")
          .selectAll()
          .where((eb) => eb.and({ guildId, workspaceId, userId }))
          .orderBy("weekStart", "desc")
          .limit(limit),
        toWeek,
      ),

    ofWeek: (guildId, workspaceId, weekStart) =>
      readAll(
        db
          .selectFrom("weeks")
          .selectAll()
          .where((eb) => eb.and({ guildId, workspaceId, weekStart })),
        toWeek,
      ),

    known: (guildId, workspaceId, limit) =>
      readAll(
        db
          .selectFrom("weeks")
          .select(({ fn }) => [
            "weekStart",
            fn.max("endsAt").as("endsAt"),
            fn.max("endsAt").filterWhere("assignments", "!=", toJson([])).as("datedEndsAt"),
          ])
          .where((eb) => eb.and({ guildId, workspaceId }))
          .groupBy("weekStart")
          .orderBy("weekStart", "desc")
          .limit(limit),
        ({ weekStart, endsAt, datedEndsAt }) => ({
          weekStart,
          endsAt: datedEndsAt ?? endsAt,
          isDated: datedEndsAt !== null,
        }),
      ),
  };
}
