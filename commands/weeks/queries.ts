import { type ExpressionBuilder, sql } from "kysely";
import { prepareForRows, prepareQuery } from "../../src/store/prepared-query.ts";
import { maxWeekMs } from "../../src/domain/week-boundaries.ts";
import { dayMs } from "../../src/time.ts";
import type { GuildLink, LinkPosition } from "../../src/store/rows.ts";
import {
  escapeLike,
  isAmong,
  matchesPattern,
  readAll,
  toJson,
  withoutNulls,
} from "../../src/store/sql-values.ts";
import type { Db, Tables } from "../../src/store/tables.ts";
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
  const ofWorkspace = prepareQuery(
    db,
    ["guildId", "workspaceId", "now", "startsAfter"],
    ({ guildId, workspaceId, now, startsAfter }) =>
      db
        .selectFrom("accounts")
        .leftJoin("weeks", (join) =>
          join
            .onRef("weeks.guildId", "=", "accounts.guildId")
            .onRef("weeks.userId", "=", "accounts.userId")
            .on("weeks.workspaceId", "=", workspaceId)
            .on("weeks.endsAt", ">", sql<number>`cast(${now} as bigint)`)
            .on("weeks.weekStart", ">", startsAfter),
        )
        .where("accounts.guildId", "=", guildId)
        .groupBy("accounts.userId")
        .select(({ fn }) => [
          "accounts.userId",
          fn.max("weeks.snapshotAt").as("snapshotAt"),
          fn.max("weeks.endsAt").as("endsAt"),
        ]),
  );
  return {
    async people(guildId, workspaceId, now) {
      const startsAfter = toDate(now - maxWeekMs - dayMs);
      const rows = await ofWorkspace({ guildId, workspaceId, now, startsAfter });
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

/** A workspace as a guild linked it, with the weeks known there, newest first. */
export interface LinkWithWeeks extends LinkedWorkspaceRef {
  readonly weeks: readonly KnownWeek[];
}

export interface WeekReading {
  /** Newest first. */
  ofUser(guildId: string, workspaceId: string, userId: string, limit: number): Promise<readonly Week[]>;
  /** In no particular order. */
  ofWeek(guildId: string, workspaceId: string, weekStart: string): Promise<readonly Week[]>;
  /** The same of several at once. */
  ofWeeks(weeks: readonly Pick<Week, (typeof weekKey)[number]>[]): Promise<readonly Week[]>;
  /** Newest first. */
  known(guildId: string, workspaceId: string, limit: number): Promise<readonly KnownWeek[]>;
  /** The same in several links at once; without those that don't exist. */
  knownIn(links: readonly LinkPosition[], limit: number): Promise<readonly LinkWithWeeks[]>;
}

const weekKey = ["guildId", "workspaceId", "weekStart"] as const;

export function createWeekReading(db: Db): WeekReading {
  const ofWeeks = prepareForRows(db, [], weekKey, (_, weeks) =>
    db.selectFrom("weeks").selectAll().where(isAmong(weekKey, weeks)),
  );
  const known = prepareQuery(db, ["guildId", "workspaceId", "limit"], ({ guildId, workspaceId, limit }) =>
    db
      .selectFrom("weeks")
      .select(selectKnown)
      .where((eb) => eb.and({ guildId, workspaceId }))
      .groupBy("weekStart")
      .orderBy("weekStart", "desc")
      .limit(sql<number>`${limit}`),
  );
  // The oldest of those asked for is found first: a group by itself would read all weeks of all links.
  const knownIn = prepareForRows(db, ["before"], ["guildId", "linkKey"], ({ before }, links) =>
    db
      .selectFrom("guildLinks")
      .leftJoin("weeks", (join) =>
        join
          .onRef("weeks.guildId", "=", "guildLinks.guildId")
          .onRef("weeks.workspaceId", "=", "guildLinks.workspaceId")
          .on((eb) =>
            eb(
              "weeks.weekStart",
              ">=",
              eb.fn.coalesce(
                eb
                  .selectFrom("weeks as newer")
                  .select("newer.weekStart")
                  .distinct()
                  .whereRef("newer.guildId", "=", "guildLinks.guildId")
                  .whereRef("newer.workspaceId", "=", "guildLinks.workspaceId")
                  .orderBy("newer.weekStart", "desc")
                  .limit(sql<number>`1`)
                  .offset(sql<number>`${before}`),
                sql<string>`''`,
              ),
            ),
          ),
      )
      .where(isAmong(["guildLinks.guildId", "guildLinks.linkKey"], links.map(toQualified)))
      .select(["guildLinks.guildId", "guildLinks.linkKey", "guildLinks.workspaceId"])
      .select(selectKnown)
      .groupBy(["guildLinks.guildId", "guildLinks.linkKey", "guildLinks.workspaceId", "weeks.weekStart"])
      .orderBy("weeks.weekStart", "desc"),
  );
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

    ofWeek: async (guildId, workspaceId, weekStart) =>
      (await ofWeeks({}, [{ guildId, workspaceId, weekStart }])).map(toWeek),

    ofWeeks: async (weeks) => (weeks.length === 0 ? [] : (await ofWeeks({}, weeks)).map(toWeek)),

    known: async (guildId, workspaceId, limit) =>
      (await known({ guildId, workspaceId, limit })).flatMap(toKnownWeek),

    async knownIn(links, limit) {
      if (links.length === 0) return [];
      const rows = await knownIn({ before: limit - 1 }, links);
      const byLink = Map.groupBy(rows, ({ guildId, linkKey }) => `${guildId} ${linkKey}`);
      return [...byLink.values()].flatMap((ofLink) =>
        ofLink.slice(0, 1).map(({ guildId, linkKey, workspaceId }) => ({
          guildId,
          linkKey,
          workspaceId,
          weeks: ofLink.flatMap(toKnownWeek),
        })),
      );
    },
  };
}

/** In UTC; no zone is a day off. */
function toDate(atMs: number): string {
  return Temporal.Instant.fromEpochMilliseconds(atMs).toString().slice(0, 10);
}

const selectKnown = ({ fn }: ExpressionBuilder<Tables, "weeks">) =>
  [
    "weeks.weekStart",
    fn.max("weeks.endsAt").as("endsAt"),
    fn.max("weeks.endsAt").filterWhere("weeks.assignments", "!=", toJson([])).as("datedEndsAt"),
  ] as const;

interface KnownRow {
  readonly weekStart: string | null;
  readonly endsAt: number | null;
  readonly datedEndsAt: number | null;
}

/** None for a link without any. */
function toKnownWeek({ weekStart, endsAt, datedEndsAt }: KnownRow): readonly KnownWeek[] {
  if (weekStart === null || endsAt === null) return [];
  return [{ weekStart, endsAt: datedEndsAt ?? endsAt, isDated: datedEndsAt !== null }];
}

function toQualified({ guildId, linkKey }: LinkPosition) {
  return { "guildLinks.guildId": guildId, "guildLinks.linkKey": linkKey };
}
