import { sql } from "kysely";
import { changeInSlices, deleteInSlices } from "../../src/store/slices.ts";
import type { InGuildTransaction } from "../../src/store/guild-transaction.ts";
import { prepareForIds, prepareForRows, splitEvenly } from "../../src/store/prepared-query.ts";
import { countChanged, countRows, toJson } from "../../src/store/sql-values.ts";
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

/** What was read of some people in one of a guild's workspaces. */
export interface ReadWeeks {
  readonly finals: readonly FinalWeek[];
  readonly snapshots: readonly SnapshotWeek[];
  /** What else is stored with them. */
  readonly alongside: readonly ((transaction: Db) => Promise<void>)[];
}

/** Must match the partial index's condition word for word, or the index isn't used. */
export const isProvisional = sql<boolean>`state = 'provisional'`;

/**
 * Nothing is saved for people who aren't connected and workspaces that aren't linked, nor weeks that were over when
 * their person was forgotten: any of that may have happened since the week was read.
 */
export function createWeekSnapshots(db: Db, aloneInGuild: InGuildTransaction) {
  const selectKept = prepareSelectKept(db);
  const insertSnapshots = prepareInsertSnapshots(db);
  const insertFinals = prepareInsertFinals(db);
  const save = (guildId: string, { finals, snapshots, alongside }: ReadWeeks): Promise<void> =>
    aloneInGuild(guildId, async (transaction) => {
      const marked = await selectKept(transaction, guildId, finals);
      for (const some of splitEvenly(marked.map(toFinalRow))) await insertFinals({}, some, transaction);
      for (const store of alongside) await store(transaction);
      const read = await selectKept(transaction, guildId, snapshots);
      for (const some of splitEvenly(read.map(toSnapshotRow))) await insertSnapshots({}, some, transaction);
    });
  return {
    /** All of this of one guild in one transaction, in this order. */
    save,

    /** Keeps the newest snapshot, even if they arrive out of order. */
    snapshot: (week: SnapshotWeek): Promise<void> =>
      save(week.guildId, { finals: [], snapshots: [week], alongside: [] }),

    /** Makes the assignments and known orders final; messages and higher minutes keep their last snapshot. */
    async finalize(weeks: readonly FinalWeek[]): Promise<void> {
      for (const [guildId, finals] of Map.groupBy(weeks, (week) => week.guildId))
        await save(guildId, { finals, snapshots: [], alongside: [] });
    },

    /** Weeks that ended before then become final without the service's result. */
    finalizeBefore: (endsAt: number): Promise<number> =>
      changeInSlices(db, "weeks", sql`update weeks set state = 'final'`, (eb) =>
        eb.and([isProvisional, eb("endsAt", "<", endsAt)]),
      ),

    /** @returns how many of the person's weeks were removed, in all of the guild's workspaces */
    forgetUser: (guildId: string, userId: string): Promise<number> => removeWeeksOf(db, guildId, userId),

    /** Of one guild, or of all. */
    removeBefore: (endsAt: number, guildId?: string): Promise<number> =>
      deleteInSlices(db, "weeks", (eb) =>
        eb.and([eb("endsAt", "<", endsAt), ...(guildId === undefined ? [] : [eb("guildId", "=", guildId)])]),
      ),

    /** How many of a guild's weeks ended before `endsAt`. */
    countBefore: (endsAt: number, guildId: string): Promise<number> =>
      countRows(db.selectFrom("weeks").where("guildId", "=", guildId).where("endsAt", "<", endsAt)),
  };
}

/** As `forgetUser`. */
export function removeWeeksOf(db: Db, guildId: string, userId: string): Promise<number> {
  return countChanged(db.deleteFrom("weeks").where((eb) => eb.and({ guildId, userId })));
}

type WeekOfPerson = Pick<Week, "guildId" | "workspaceId" | "userId" | "endsAt">;

// Within both databases' limits on values per statement.
const idsAtOnce = 500;

/** Selects the weeks that may be saved. */
function prepareSelectKept(db: Db) {
  const selectPeople = prepareForIds(db, ["guildId"], ({ guildId }, userIds) =>
    db
      .selectFrom("guildLinks")
      .innerJoin("accounts", "accounts.guildId", "guildLinks.guildId")
      .leftJoin("forgottenUsers", (join) =>
        join
          .onRef("forgottenUsers.guildId", "=", "accounts.guildId")
          .onRef("forgottenUsers.userId", "=", "accounts.userId"),
      )
      .select(["guildLinks.workspaceId", "accounts.userId", "forgottenUsers.forgottenAt"])
      .where("guildLinks.guildId", "=", guildId)
      .where("accounts.userId", "in", userIds),
  );
  return async <W extends WeekOfPerson>(
    transaction: Db,
    guildId: string,
    weeks: readonly W[],
  ): Promise<readonly W[]> => {
    const userIds = [...new Set(weeks.map(({ userId }) => userId))];
    const keptAfter = new Map<string, number>();
    for (let start = 0; start < userIds.length; start += idsAtOnce)
      for (const { workspaceId, userId, forgottenAt } of await selectPeople(
        { guildId },
        userIds.slice(start, start + idsAtOnce),
        transaction,
      ))
        keptAfter.set(`${workspaceId} ${userId}`, forgottenAt ?? 0);
    return weeks.filter(({ workspaceId, userId, endsAt }) => {
      const after = keptAfter.get(`${workspaceId} ${userId}`);
      return after !== undefined && endsAt > after;
    });
  };
}

const primaryKey = ["guildId", "workspaceId", "userId", "weekStart"] as const;
const fields = [
  ...primaryKey,
  "endsAt",
  "snapshotAt",
  "minutes",
  "messages",
  "orders",
  "assignments",
] as const;

function toSnapshotRow(week: SnapshotWeek) {
  const { endsAt, snapshotAt, minutes, messages, orders, assignments, ...key } = week;
  return {
    ...key,
    endsAt,
    snapshotAt,
    minutes: minutes ?? null,
    messages: messages ?? null,
    orders: orders ?? null,
    assignments: assignments === undefined ? null : toJson(assignments),
  };
}

function toFinalRow(week: FinalWeek) {
  return toSnapshotRow({ ...week, minutes: week.minutes, orders: week.orders, messages: undefined });
}

function toValues(
  {
    endsAt,
    snapshotAt,
    minutes,
    messages,
    orders,
    ...texts
  }: Readonly<Record<(typeof fields)[number], string>>,
  state: Week["state"],
) {
  return {
    ...texts,
    endsAt: sql<number>`${endsAt}`,
    snapshotAt: sql<number>`${snapshotAt}`,
    minutes: sql<number | null>`${minutes}`,
    messages: sql<number | null>`${messages}`,
    orders: sql<number | null>`${orders}`,
    state,
  };
}

function prepareInsertSnapshots(db: Db) {
  return prepareForRows(db, [], fields, (_, weeks) =>
    db
      .insertInto("weeks")
      .values(weeks.map((week) => toValues(week, "provisional")))
      .onConflict((conflict) =>
        conflict
          .columns(primaryKey)
          .doUpdateSet((eb) => ({
            endsAt: eb.ref("excluded.endsAt"),
            snapshotAt: eb.ref("excluded.snapshotAt"),
            minutes: sql<number | null>`coalesce(${eb.ref("excluded.minutes")}, ${eb.ref("weeks.minutes")})`,
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
      ),
  );
}

function prepareInsertFinals(db: Db) {
  return prepareForRows(db, [], fields, (_, weeks) =>
    db
      .insertInto("weeks")
      .values(weeks.map((week) => toValues(week, "final")))
      .onConflict((conflict) =>
        conflict.columns(primaryKey).doUpdateSet((eb) => ({
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
      ),
  );
}
