import { sql } from "kysely";
import type { InGuildTransaction } from "../../src/store/guild-transaction.ts";
import { countChanged, countRows, toJson, withNulls } from "../../src/store/sql-values.ts";
import type { Db } from "../../src/store/tables.ts";
import type { Week } from "./rows.ts";

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
    /** All orders of the week; if `undefined`, those of its last snapshot stay. */
    readonly orders?: number | undefined;
  };

/**
 * Nothing is saved for people who aren't connected and workspaces that aren't linked, nor weeks that were over when
 * their person was forgotten: any of that may have happened since the week was read.
 */
export interface WeekSnapshots {
  /** Keeps the newest snapshot, even if they arrive out of order. */
  snapshot(week: SnapshotWeek): Promise<void>;
  /** Makes the assignments and known orders final; messages and higher minutes keep their last snapshot. */
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

export function createWeekSnapshots(db: Db, aloneInGuild: InGuildTransaction): WeekSnapshots {
  return {
    snapshot: (week) =>
      aloneInGuild(week.guildId, async (transaction) => {
        for (const kept of await selectKept(transaction, [week])) await insertSnapshot(transaction, kept);
      }),

    async finalize(weeks) {
      for (const [guildId, ofGuild] of Map.groupBy(weeks, (week) => week.guildId))
        await aloneInGuild(guildId, async (transaction) => {
          for (let start = 0; start < ofGuild.length; start += weeksAtOnce) {
            const kept = await selectKept(transaction, ofGuild.slice(start, start + weeksAtOnce));
            if (kept.length > 0) await insertFinal(transaction, kept);
          }
        });
    },

    finalizeBefore: (endsAt) =>
      countChanged(
        db
          .updateTable("weeks")
          .set({ state: "final" })
          .where("state", "=", "provisional")
          .where("endsAt", "<", endsAt),
      ),

    forgetUser: (guildId, userId) => removeWeeksOf(db, guildId, userId),

    removeBefore(endsAt, guildId) {
      const old = db.deleteFrom("weeks").where("endsAt", "<", endsAt);
      return countChanged(guildId === undefined ? old : old.where("guildId", "=", guildId));
    },

    countBefore: (endsAt, guildId) =>
      countRows(db.selectFrom("weeks").where("guildId", "=", guildId).where("endsAt", "<", endsAt)),
  };
}

/** As `forgetUser`. */
export function removeWeeksOf(db: Db, guildId: string, userId: string): Promise<number> {
  return countChanged(db.deleteFrom("weeks").where((eb) => eb.and({ guildId, userId })));
}

/** The weeks that may be saved. */
async function selectKept<W extends WeekOfPerson>(db: Db, weeks: readonly W[]): Promise<readonly W[]> {
  const [first] = weeks;
  if (first === undefined) return [];
  const rows = await db
    .selectFrom("guildLinks")
    .innerJoin("accounts", "accounts.guildId", "guildLinks.guildId")
    .leftJoin("forgottenUsers", (join) =>
      join
        .onRef("forgottenUsers.guildId", "=", "accounts.guildId")
        .onRef("forgottenUsers.userId", "=", "accounts.userId"),
    )
    .select(["guildLinks.workspaceId", "accounts.userId", "forgottenUsers.forgottenAt"])
    .where("guildLinks.guildId", "=", first.guildId)
    .where("guildLinks.workspaceId", "in", [...new Set(weeks.map(({ workspaceId }) => workspaceId))])
    .where("accounts.userId", "in", [...new Set(weeks.map(({ userId }) => userId))])
    .execute();
  const keptAfter = new Map(
    rows.map(({ workspaceId, userId, forgottenAt }) => [`${workspaceId} ${userId}`, forgottenAt ?? 0]),
  );
  return weeks.filter(({ workspaceId, userId, endsAt }) => {
    const after = keptAfter.get(`${workspaceId} ${userId}`);
    return after !== undefined && endsAt > after;
  });
}

type WeekOfPerson = Pick<Week, "guildId" | "workspaceId" | "userId" | "endsAt">;

async function insertSnapshot(db: Db, { assignments, ...week }: SnapshotWeek): Promise<void> {
  await db
    .insertInto("weeks")
    .values({
      ...withNulls(week),
      assignments: assignments === undefined ? null : toJson(assignments),
      state: "provisional",
    })
    .onConflict((conflict) =>
      conflict
        .columns(["guildId", "workspaceId", "userId", "weekStart"])
        .doUpdateSet((eb) => ({
          endsAt: eb.ref("excluded.endsAt"),
          snapshotAt: eb.ref("excluded.snapshotAt"),
          minutes: sql<number | null>`coalesce(${eb.ref("excluded.minutes")}, ${eb.ref("weeks.minutes")})`,
          messages: sql<number | null>`coalesce(${eb.ref("excluded.messages")}, ${eb.ref("weeks.messages")})`,
          orders: sql<number | null>`coalesce(${eb.ref("excluded.orders")}, ${eb.ref("weeks.orders")})`,
          assignments: sql<
            string | null
          >`coalesce(${eb.ref("excluded.assignments")}, ${eb.ref("weeks.assignments")})`,
        }))
        .where("weeks.state", "=", "provisional")
        .whereRef("weeks.snapshotAt", "<", "excluded.snapshotAt"),
    )
    .execute();
}

async function insertFinal(db: Db, weeks: readonly FinalWeek[]): Promise<void> {
  await db
    .insertInto("weeks")
    .values(
      weeks.map(({ assignments, minutes, orders, ...week }) => ({
        ...week,
        minutes: minutes ?? null,
        messages: null,
        orders: orders ?? null,
        assignments: toJson(assignments),
        state: "final" as const,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["guildId", "workspaceId", "userId", "weekStart"]).doUpdateSet((eb) => ({
        assignments: eb.ref("excluded.assignments"),
        orders: eb.fn.coalesce("excluded.orders", "weeks.orders"),
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
