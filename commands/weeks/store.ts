import { sql } from "kysely";
import { dayMs } from "../../src/time.ts";
import { prepareForRows } from "../../src/store/prepared-query.ts";
import { isAmong } from "../../src/store/sql-values.ts";
import type { Db } from "../../src/store/tables.ts";
import {
  createWeekPeople,
  createWeekReading,
  type WeekPeople,
  type WeekReading,
  type LinkedWorkspaceRef,
} from "./queries.ts";
import { createWeekSnapshots, type WeekSnapshots } from "./snapshots.ts";
import type { LinkPosition } from "../../src/store/guild-links.ts";
import type { InGuildTransaction } from "../../src/store/guild-transaction.ts";
import type { IsServed } from "../../src/store/sql-values.ts";
import { nextTurn } from "../../src/turns.ts";

export type { LinkedWorkspaceRef, PersonWithHistory, SavedWeeks } from "./queries.ts";
export type { KnownWeek, LinkWithWeeks } from "./queries.ts";
export type { Week, WeekAssignment } from "./rows.ts";
export type { FinalWeek, SnapshotWeek } from "./snapshots.ts";

declare module "../../src/store/store.ts" {
  interface FeatureStores {
    readonly weeks: Weeks;
  }
}

/** People's saved weeks in a workspace. The only place where the service's numbers outlive their week. */
export type Weeks = WeekSnapshots & WeekReading & WeekPeople & WeekLooks;

export function createWeeks(
  db: Db,
  shared: boolean,
  aloneInGuild: InGuildTransaction,
  isServed: IsServed,
): Weeks {
  return {
    ...createWeekSnapshots(db, aloneInGuild),
    ...createWeekReading(db),
    ...createWeekPeople(db),
    ...createWeekLooks(db, shared, isServed),
  };
}

/** When a workspace is to be checked next, in epoch milliseconds. */
export interface NextLook extends LinkPosition {
  readonly dueAt: number;
}

/** When each of a guild's workspaces is next checked for weeks to save. */
interface WeekLooks {
  /**
   * Adds newly linked workspaces, and moves the check forward if someone connected since the last one: of some links
   * after that position. @returns the position of the next ones; `undefined` after the last
   */
  prepareLooks(now: number, after?: LinkPosition): Promise<LinkPosition | undefined>;
  /** Claims due checks, the longest due first, for one caller until the lease ends. */
  claimLooks(now: number, leaseUntil: number, limit: number): Promise<readonly LinkedWorkspaceRef[]>;
  /** Does nothing where someone connected meanwhile. @param looks at least one @param leaseUntil as they were claimed */
  setNextLooks(looks: readonly NextLook[], leaseUntil: number): Promise<void>;
  /** Removes those of deleted links. */
  removeLostLooks(): Promise<void>;
}

/** A bot that was away for longer checks the workspace at its usual time instead. */
const connectedWithinMs = dayMs;

/** In a statement that nothing else interrupts. */
const linksAtOnce = 500;
/** Given as a list: for a longer one, Postgres would read the whole table. */
const looksAtOnce = 64;

function createWeekLooks(db: Db, shared: boolean, isServed: IsServed): WeekLooks {
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
    async prepareLooks(now, after = { guildId: "", linkKey: "" }) {
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

    async claimLooks(now, leaseUntil, limit) {
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

    async setNextLooks(looks, leaseUntil) {
      await setNext({ leaseUntil }, looks);
    },

    async removeLostLooks() {
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
