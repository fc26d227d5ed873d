import { type ExpressionBuilder, sql } from "kysely";
import { maxWeekMs } from "../../src/domain/week-boundaries.ts";
import { dayMs } from "../../src/time.ts";
import { prepareForRows, prepareQuery } from "../../src/store/prepared-query.ts";
import { changeInSlices } from "../../src/store/slices.ts";
import {
  escapeLike,
  isAmong,
  type IsServed,
  matchesPattern,
  readAll,
  toJson,
  withoutNulls,
} from "../../src/store/sql-values.ts";
import type { Db, Tables } from "../../src/store/tables.ts";
import { toWeek, type Week } from "./rows.ts";
import { createWeekSnapshots, isProvisional } from "./snapshots.ts";
import type { GuildLink, LinkPosition } from "../../src/store/guild-links.ts";
import type { InGuildTransaction } from "../../src/store/guild-transaction.ts";
import { nextTurn } from "../../src/turns.ts";

export type { Week, WeekAssignment } from "./rows.ts";
export type { FinalWeek, SnapshotWeek } from "./snapshots.ts";

declare module "../../src/store/store.ts" {
  interface FeatureStores {
    readonly weeks: Weeks;
  }
}

/** People's saved weeks in a workspace. The only place where the service's numbers outlive their week. */
export type Weeks = ReturnType<typeof createWeeks>;

export function createWeeks(db: Db, shared: boolean, aloneInGuild: InGuildTransaction, isServed: IsServed) {
  return {
    ...createWeekSnapshots(db, aloneInGuild),
    ...createWeekReading(db),
    ...createWeekPeople(db),
    ...createWeekLooks(db, shared, isServed),
  };
}

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

function createWeekPeople(db: Db) {
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
    /** Everyone connected; those whose current week was saved longest ago, or never, first. */
    async people(guildId: string, workspaceId: string, now: number): Promise<readonly WeekPerson[]> {
      const startsAfter = toDate(now - maxWeekMs - dayMs);
      const rows = await ofWorkspace({ guildId, workspaceId, now, startsAfter });
      return rows.map(withoutNulls).toSorted((a, b) => (a.snapshotAt ?? 0) - (b.snapshotAt ?? 0));
    },

    /** People whose user id begins with `idStart`; those whose last saved week is oldest first. */
    withHistory: (guildId: string, idStart: string, limit: number): Promise<readonly PersonWithHistory[]> =>
      countIn(guildId)
        .select("userId")
        .groupBy("userId")
        .where((eb) => matchesPattern(eb.ref("userId"), `${escapeLike(idStart)}%`))
        .orderBy("lastWeek")
        .orderBy("userId")
        .limit(limit)
        .execute(),

    /** Of all these users together. */
    async findHistory(guildId: string, userIds: readonly string[]): Promise<SavedWeeks | undefined> {
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

/** No week begins later. */
const lastDate = "9999-12-31";

const weekKey = ["guildId", "workspaceId", "weekStart"] as const;

function createWeekReading(db: Db) {
  const ofWeeks = prepareForRows(db, [], weekKey, (_, weeks) =>
    db.selectFrom("weeks").selectAll().where(isAmong(weekKey, weeks)),
  );
  const known = prepareQuery(
    db,
    ["guildId", "workspaceId", "until", "limit"],
    ({ guildId, workspaceId, until, limit }) =>
      db
        .selectFrom("weeks")
        .select(selectKnown)
        .where((eb) => eb.and({ guildId, workspaceId }))
        .where("weekStart", "<=", until)
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
    /** Newest first. */
    ofUser: (guildId: string, workspaceId: string, userId: string, limit: number): Promise<readonly Week[]> =>
      readAll(
        db
          .selectFrom("weeks")
          .selectAll()
          .where((eb) => eb.and({ guildId, workspaceId, userId }))
          .orderBy("weekStart", "desc")
          .limit(limit),
        toWeek,
      ),

    /** In no particular order. */
    ofWeek: async (guildId: string, workspaceId: string, weekStart: string): Promise<readonly Week[]> =>
      (await ofWeeks({}, [{ guildId, workspaceId, weekStart }])).map(toWeek),

    /** The same of several at once. */
    ofWeeks: async (weeks: readonly Pick<Week, (typeof weekKey)[number]>[]): Promise<readonly Week[]> =>
      weeks.length === 0 ? [] : (await ofWeeks({}, weeks)).map(toWeek),

    /** Newest first. @param until the first day of the newest one */
    known: async (
      guildId: string,
      workspaceId: string,
      limit: number,
      until = lastDate,
    ): Promise<readonly KnownWeek[]> =>
      (await known({ guildId, workspaceId, until, limit })).flatMap(toKnownWeek),

    /** The same in several links at once; without those that don't exist. */
    async knownIn(links: readonly LinkPosition[], limit: number): Promise<readonly LinkWithWeeks[]> {
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

/** When a workspace is to be checked next, in epoch milliseconds. */
export interface NextLook extends LinkPosition {
  readonly dueAt: number;
}

/** A bot that was away for longer checks the workspace at its usual time instead. */
const connectedWithinMs = dayMs;

/** In a statement that nothing else interrupts. */
const linksAtOnce = 500;
/** Given as a list: for a longer one, Postgres would read the whole table. */
const looksAtOnce = 64;

/** When each of a guild's workspaces is next checked for weeks to save. */
function createWeekLooks(db: Db, shared: boolean, isServed: IsServed) {
  /** The last link of a slice; `undefined` if it has no end. */
  const findLast = async ({ guildId, linkKey }: LinkPosition): Promise<LinkPosition | undefined> =>
    db
      .selectFrom("guildLinks")
      .select(position)
      .where((eb) => eb(eb.refTuple(...position), ">", eb.tuple(guildId, linkKey)))
      .orderBy("guildId")
      .orderBy("linkKey")
      .limit(1)
      .offset(linksAtOnce - 1)
      .executeTakeFirst();
  const linksAmong = prepareForRows(db, [], position, (_, links) =>
    db.selectFrom("guildLinks").select(position).where(isAmong(position, links)),
  );
  const setNext = prepareForRows(
    db,
    ["leaseUntil"],
    ["guildId", "linkKey", "dueAt"],
    ({ leaseUntil }, looks) => ({
      compile: () =>
        sql`
          with looks (guild_id, link_key, due_at) as (values ${sql.join(
            looks.map(({ guildId, linkKey, dueAt }) => sql`(${guildId}, ${linkKey}, ${dueAt})`),
          )})
          update week_looks set due_at = cast(looks.due_at as bigint) from looks
          where week_looks.guild_id = looks.guild_id and week_looks.link_key = looks.link_key
            and week_looks.due_at = cast(${leaseUntil} as bigint)`.compile(db),
    }),
  );
  return {
    /**
     * Adds newly linked workspaces, and moves the check forward if someone connected since the last one: of some links
     * after that position. @returns the position of the next ones; `undefined` after the last
     */
    async prepareLooks(
      now: number,
      after: LinkPosition = { guildId: "", linkKey: "" },
    ): Promise<LinkPosition | undefined> {
      // Postgres works beside this process, and takes a round trip for each statement.
      const last = shared ? undefined : await findLast(after);
      const isInSlice = sql`(guild_id, link_key) > (${after.guildId}, ${after.linkKey})
        ${last === undefined ? sql`` : sql`and (guild_id, link_key) <= (${last.guildId}, ${last.linkKey})`}`;
      await sql`
        insert into week_looks (guild_id, link_key, due_at, looked_at)
        select guild_id, link_key, 0, 0 from guild_links
        where ${isInSlice}
          and exists (select 1 from accounts where accounts.guild_id = guild_links.guild_id)
          and not exists (
            select 1 from week_looks
            where week_looks.guild_id = guild_links.guild_id and week_looks.link_key = guild_links.link_key
          )
        on conflict do nothing`.execute(db);
      await sql`
        update week_looks set due_at = 0
        where ${isInSlice} and due_at > ${now} and exists (
          select 1 from accounts
          where accounts.connected_at > ${now - connectedWithinMs}
            and accounts.guild_id = week_looks.guild_id and accounts.connected_at >= week_looks.looked_at
        )`.execute(db);
      return last;
    },

    /** Claims due checks, the longest due first, for one caller until the lease ends. */
    async claimLooks(now: number, leaseUntil: number, limit: number): Promise<readonly LinkedWorkspaceRef[]> {
      const due = db
        .selectFrom("weekLooks")
        .select(["guildId", "linkKey"])
        .where("dueAt", "<=", now)
        .where(isServed())
        .orderBy("dueAt")
        .limit(limit);
      const rows = await db
        .updateTable("weekLooks")
        .set({ dueAt: leaseUntil, lookedAt: now })
        .where((eb) =>
          eb(
            eb.refTuple("guildId", "linkKey"),
            "in",
            // Rows skipped here are being claimed by others.
            (shared ? due.forUpdate().skipLocked() : due).$asTuple("guildId", "linkKey"),
          ),
        )
        .returning((eb) => [
          "guildId",
          "linkKey",
          eb
            .selectFrom("guildLinks")
            .select("guildLinks.workspaceId")
            .whereRef("guildLinks.guildId", "=", "weekLooks.guildId")
            .whereRef("guildLinks.linkKey", "=", "weekLooks.linkKey")
            .as("workspaceId"),
        ])
        .execute();
      return rows.flatMap(({ workspaceId, ...link }) =>
        workspaceId === null ? [] : [{ ...link, workspaceId }],
      );
    },

    /** Does nothing where someone connected meanwhile. @param looks at least one @param leaseUntil as they were claimed */
    async setNextLooks(looks: readonly NextLook[], leaseUntil: number): Promise<void> {
      await setNext({ leaseUntil }, looks);
    },

    /** After a clock that was ahead by this much was set back: what it put off is due when it was meant to be. */
    async bringForward(now: number, byMs: number): Promise<void> {
      await db
        .updateTable("weekLooks")
        .set((eb) => ({ dueAt: eb("dueAt", "-", byMs) }))
        .where("dueAt", ">", now)
        .execute();
      await db.updateTable("weekLooks").set({ lookedAt: now }).where("lookedAt", ">", now).execute();
      // What is read from now on is newer.
      await changeInSlices(db, "weeks", sql`update weeks set snapshot_at = ${now}`, (eb) =>
        eb.and([isProvisional, eb("snapshotAt", ">", now)]),
      );
    },

    /** Removes those of deleted links. */
    async removeLostLooks(): Promise<void> {
      for (let after: LinkPosition = { guildId: "", linkKey: "" }; ;) {
        await nextTurn();
        const looks = await db
          .selectFrom("weekLooks")
          .select(position)
          .where((eb) => eb(eb.refTuple(...position), ">", eb.tuple(after.guildId, after.linkKey)))
          .orderBy("guildId")
          .orderBy("linkKey")
          .limit(looksAtOnce)
          .execute();
        const last = looks.at(-1);
        if (last === undefined) return;
        const linked = new Set((await linksAmong({}, looks)).map(getPositionKey));
        const lost = looks.filter((look) => !linked.has(getPositionKey(look)));
        // One that is linked again meanwhile is added again.
        if (lost.length > 0) await db.deleteFrom("weekLooks").where(isAmong(position, lost)).execute();
        after = last;
      }
    },
  };
}

const position = ["guildId", "linkKey"] as const;

const getPositionKey = ({ guildId, linkKey }: LinkPosition): string => `${guildId} ${linkKey}`;
