import type { Db } from "./tables.ts";
import { type Week, weekOf } from "./week-rows.ts";

export interface KnownWeek {
  readonly weekStart: string;
  readonly endsAt: number;
}

export interface WeekReading {
  /** Newest first. */
  ofUser(guildId: string, workspaceId: string, userId: string, limit: number): Promise<readonly Week[]>;
  /** In no order. */
  ofWeek(guildId: string, workspaceId: string, weekStart: string): Promise<readonly Week[]>;
  /** Newest first. */
  known(guildId: string, workspaceId: string, limit: number): Promise<readonly KnownWeek[]>;
}

export function createWeekReading(db: Db): WeekReading {
  return {
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
  };
}
