import { like, literal } from "./like.ts";
import type { Db } from "./tables.ts";

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

/** Somebody of whom weeks are remembered, connected or not. */
export interface RememberedPerson {
  readonly userId: string;
  /** Of all workspaces of the guild. */
  readonly weeks: number;
  readonly firstWeek: string;
  readonly lastWeek: string;
}

export interface WeekPeople {
  places(): Promise<readonly WeekPlace[]>;
  /** Everybody connected; those whose present week was taken longest ago, or never, first. */
  people(guildId: string, workspaceId: string, now: number): Promise<readonly WeekPerson[]>;
  /** Whose user id begins so; those whose last week is the longest ago first. */
  remembered(guildId: string, idStart: string, limit: number): Promise<readonly RememberedPerson[]>;
  rememberedOf(guildId: string, userId: string): Promise<RememberedPerson | undefined>;
}

export function createWeekPeople(db: Db): WeekPeople {
  const rememberedIn = (guildId: string) =>
    db
      .selectFrom("weeks")
      .select(({ fn }) => [
        "userId",
        fn.countAll<number>().as("weeks"),
        fn.min("weekStart").as("firstWeek"),
        fn.max("weekStart").as("lastWeek"),
      ])
      .where("guildId", "=", guildId)
      .groupBy("userId");
  return {
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

    remembered: (guildId, idStart, limit) =>
      rememberedIn(guildId)
        .where((eb) => like(eb.ref("userId"), `${literal(idStart)}%`))
        .orderBy("lastWeek")
        .orderBy("userId")
        .limit(limit)
        .execute(),

    rememberedOf: (guildId, userId) => rememberedIn(guildId).where("userId", "=", userId).executeTakeFirst(),
  };
}
