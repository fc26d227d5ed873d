import { sql } from "kysely";
import { dayMs } from "../../src/time.ts";
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

export type { LinkedWorkspaceRef, PersonWithHistory, SavedWeeks } from "./queries.ts";
export type { KnownWeek } from "./queries.ts";
export type { Week, WeekAssignment } from "./rows.ts";
export type { FinalWeek, SnapshotWeek } from "./snapshots.ts";

/** People's saved weeks in a workspace. The only place where the service's numbers outlive their week. */
export type Weeks = WeekSnapshots & WeekReading & WeekPeople & WeekLooks;

export function createWeeks(db: Db, shared: boolean, aloneInGuild: InGuildTransaction): Weeks {
  return {
    ...createWeekSnapshots(db, aloneInGuild),
    ...createWeekReading(db),
    ...createWeekPeople(db),
    ...createWeekLooks(db, shared),
  };
}

/** When each of a guild's workspaces is next checked for weeks to save. */
interface WeekLooks {
  /** Adds newly linked workspaces, and moves the check forward if someone connected since the last one. */
  prepareLooks(now: number): Promise<void>;
  /** Claims due checks, the longest due first, for one caller until the lease ends. */
  claimLooks(now: number, leaseUntil: number, limit: number): Promise<readonly LinkedWorkspaceRef[]>;
  /** Does nothing if someone connected meanwhile. @param leaseUntil as it was claimed */
  setNextLook(link: LinkPosition, leaseUntil: number, dueAt: number): Promise<void>;
  /** Removes those of deleted links. */
  removeLostLooks(): Promise<void>;
}

/** A bot that was away for longer checks the workspace at its usual time instead. */
const connectedWithinMs = dayMs;

function createWeekLooks(db: Db, shared: boolean): WeekLooks {
  return {
    async prepareLooks(now) {
      await sql`
        insert into week_looks (guild_id, link_key, due_at, looked_at)
        select guild_id, link_key, 0, 0 from guild_links
        where exists (select 1 from accounts where accounts.guild_id = guild_links.guild_id)
          and not exists (
            select 1 from week_looks
            where week_looks.guild_id = guild_links.guild_id and week_looks.link_key = guild_links.link_key
          )
        on conflict do nothing`.execute(db);
      await sql`
        update week_looks set due_at = 0
        where due_at > ${now} and exists (
          select 1 from accounts
          where accounts.connected_at > ${now - connectedWithinMs}
            and accounts.guild_id = week_looks.guild_id and accounts.connected_at >= week_looks.looked_at
        )`.execute(db);
    },

    async claimLooks(now, leaseUntil, limit) {
      const due = db
        .selectFrom("weekLooks")
        .select(["guildId", "linkKey"])
        .where("dueAt", "<=", now)
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

    async setNextLook({ guildId, linkKey }, leaseUntil, dueAt) {
      await db
        .updateTable("weekLooks")
        .set({ dueAt })
        .where((eb) => eb.and({ guildId, linkKey, dueAt: leaseUntil }))
        .execute();
    },

    async removeLostLooks() {
      await db
        .deleteFrom("weekLooks")
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom("guildLinks")
                .select("guildLinks.linkKey")
                .whereRef("guildLinks.guildId", "=", "weekLooks.guildId")
                .whereRef("guildLinks.linkKey", "=", "weekLooks.linkKey"),
            ),
          ),
        )
        .execute();
    },
  };
}
