import type { AloneInGuild } from "./guild-lock.ts";
import { fromJson, toJson } from "./json.ts";
import type { Db, Tables } from "./tables.ts";

export type ScheduleMode = "new" | "standing" | "changed";

/** Something the bot posts at set times. All moments are epoch milliseconds. */
export interface Schedule {
  readonly id: string;
  readonly guildId: string;
  readonly linkKey: string;
  readonly channelId: string;
  /** What is posted, for example `calendar`. */
  readonly kind: string;
  /** A message each time; one that is kept up to date; or a message only when something changed. */
  readonly mode: ScheduleMode;
  /** JSON; read by the domain. */
  readonly rule: unknown;
  readonly zone: string;
  /** JSON; read by the kind. */
  readonly options: unknown;
  readonly mentionRoleId: string | undefined;
  readonly pins: boolean;
  readonly state: "active" | "paused";
  /** A sentence, when it was not a person who paused it. */
  readonly pausedReason: string | undefined;
  readonly makerDiscordUserId: string;
  readonly createdAt: number;
  /** `undefined` when it is never due again. */
  readonly nextDueAt: number | undefined;
  /** How often a standing message is looked at between its due times. */
  readonly refreshEveryMs: number | undefined;
  readonly nextRefreshAt: number | undefined;
  readonly lastRunAt: number | undefined;
  readonly lastOutcome: "sent" | "skipped" | "failed" | undefined;
  /** Why it was skipped or failed. */
  readonly lastReason: string | undefined;
  /** The newest message. */
  readonly messageId: string | undefined;
  /** Of what that message shows. */
  readonly messageHash: string | undefined;
  /** When what it shows was read. */
  readonly lastTrueAt: number | undefined;
}

export type ScheduleChange = Partial<Omit<Schedule, "id" | "guildId" | "createdAt" | "makerDiscordUserId">>;

export interface Schedules {
  create(schedule: Schedule): Promise<void>;
  /** False when the guild has as many as `most` already, on whichever replica they were made. */
  createIfRoom(schedule: Schedule, most: number): Promise<boolean>;
  find(guildId: string, id: string): Promise<Schedule | undefined>;
  findById(id: string): Promise<Schedule | undefined>;
  /** Oldest first. */
  list(guildId: string): Promise<readonly Schedule[]>;
  count(guildId: string): Promise<number>;
  /** Fields that are named with the value `undefined` are emptied. False when it is gone. */
  change(guildId: string, id: string, change: ScheduleChange): Promise<boolean>;
  /** `active` to `paused`, for one caller only. */
  pause(guildId: string, id: string, reason: string | undefined): Promise<boolean>;
  /** Also forgets its deliveries, and what it told of orders. */
  remove(guildId: string, id: string): Promise<boolean>;
  /** Active ones that fell due, longest due first. */
  due(now: number, limit: number): Promise<readonly Schedule[]>;
  /** Active standing ones whose message is to be looked at. */
  toRefresh(now: number, limit: number): Promise<readonly Schedule[]>;
  /** Moves on when a message is looked at next, for one caller only: false when it no longer stood at `from`. */
  takeRefresh(id: string, from: number, to: number | undefined): Promise<boolean>;
  /** When the next of all active ones, in any guild, falls due. */
  nextDueAt(): Promise<number | undefined>;
}

export function createSchedules(db: Db, aloneInGuild: AloneInGuild): Schedules {
  const one = async (query: { executeTakeFirst(): Promise<Tables["schedules"] | undefined> }) => {
    const row = await query.executeTakeFirst();
    return row && scheduleOf(row);
  };
  return {
    async create(schedule) {
      await db.insertInto("schedules").values(rowOf(schedule)).execute();
    },

    createIfRoom: (schedule, most) =>
      aloneInGuild(schedule.guildId, async (transaction) => {
        if ((await countIn(transaction, schedule.guildId)) >= most) return false;
        await transaction.insertInto("schedules").values(rowOf(schedule)).execute();
        return true;
      }),

    find: (guildId, id) =>
      one(db.selectFrom("schedules").selectAll().where("guildId", "=", guildId).where("id", "=", id)),

    findById: (id) => one(db.selectFrom("schedules").selectAll().where("id", "=", id)),

    async list(guildId) {
      const rows = await db
        .selectFrom("schedules")
        .selectAll()
        .where("guildId", "=", guildId)
        .orderBy("createdAt")
        .orderBy("id")
        .execute();
      return rows.map(scheduleOf);
    },

    count: (guildId) => countIn(db, guildId),

    async change(guildId, id, change) {
      const { numUpdatedRows } = await db
        .updateTable("schedules")
        .set(columnsOf(change))
        .where("guildId", "=", guildId)
        .where("id", "=", id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async pause(guildId, id, reason) {
      const { numUpdatedRows } = await db
        .updateTable("schedules")
        .set({ state: "paused", pausedReason: reason ?? null })
        .where("guildId", "=", guildId)
        .where("id", "=", id)
        .where("state", "=", "active")
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    remove: (guildId, id) =>
      db.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom("schedules")
          .where("guildId", "=", guildId)
          .where("id", "=", id)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        await transaction.deleteFrom("deliveries").where("scheduleId", "=", id).execute();
        await transaction.deleteFrom("orderChanges").where("scheduleId", "=", id).execute();
        return true;
      }),

    async due(now, limit) {
      const rows = await db
        .selectFrom("schedules")
        .selectAll()
        .where("state", "=", "active")
        .where("nextDueAt", "<=", now)
        .orderBy("nextDueAt")
        .limit(limit)
        .execute();
      return rows.map(scheduleOf);
    },

    async toRefresh(now, limit) {
      const rows = await db
        .selectFrom("schedules")
        .selectAll()
        .where("state", "=", "active")
        .where("nextRefreshAt", "<=", now)
        .orderBy("nextRefreshAt")
        .limit(limit)
        .execute();
      return rows.map(scheduleOf);
    },

    async takeRefresh(id, from, to) {
      const { numUpdatedRows } = await db
        .updateTable("schedules")
        .set({ nextRefreshAt: to ?? null })
        .where("id", "=", id)
        .where("nextRefreshAt", "=", from)
        .where("state", "=", "active")
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async nextDueAt() {
      const row = await db
        .selectFrom("schedules")
        .select("nextDueAt")
        .where("state", "=", "active")
        .where("nextDueAt", "is not", null)
        .orderBy("nextDueAt")
        .limit(1)
        .executeTakeFirst();
      return row?.nextDueAt ?? undefined;
    },
  };
}

async function countIn(db: Db, guildId: string): Promise<number> {
  const { schedules } = await db
    .selectFrom("schedules")
    .select((eb) => eb.fn.countAll<number>().as("schedules"))
    .where("guildId", "=", guildId)
    .executeTakeFirstOrThrow();
  return schedules;
}

function columnsOf({ rule, options, pins, ...plain }: ScheduleChange) {
  const nulled = Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, value ?? null]));
  return {
    ...nulled,
    ...(rule !== undefined && { rule: toJson(rule) }),
    ...(options !== undefined && { options: toJson(options) }),
    ...(pins !== undefined && { pins: Number(pins) }),
  };
}

function rowOf(schedule: Schedule): Tables["schedules"] {
  return {
    ...schedule,
    rule: toJson(schedule.rule),
    options: toJson(schedule.options),
    pins: Number(schedule.pins),
    mentionRoleId: schedule.mentionRoleId ?? null,
    pausedReason: schedule.pausedReason ?? null,
    nextDueAt: schedule.nextDueAt ?? null,
    refreshEveryMs: schedule.refreshEveryMs ?? null,
    nextRefreshAt: schedule.nextRefreshAt ?? null,
    lastRunAt: schedule.lastRunAt ?? null,
    lastOutcome: schedule.lastOutcome ?? null,
    lastReason: schedule.lastReason ?? null,
    messageId: schedule.messageId ?? null,
    messageHash: schedule.messageHash ?? null,
    lastTrueAt: schedule.lastTrueAt ?? null,
  };
}

function scheduleOf(row: Tables["schedules"]): Schedule {
  return {
    ...row,
    rule: fromJson(row.rule),
    options: fromJson(row.options),
    pins: row.pins === 1,
    mentionRoleId: row.mentionRoleId ?? undefined,
    pausedReason: row.pausedReason ?? undefined,
    nextDueAt: row.nextDueAt ?? undefined,
    refreshEveryMs: row.refreshEveryMs ?? undefined,
    nextRefreshAt: row.nextRefreshAt ?? undefined,
    lastRunAt: row.lastRunAt ?? undefined,
    lastOutcome: row.lastOutcome ?? undefined,
    lastReason: row.lastReason ?? undefined,
    messageId: row.messageId ?? undefined,
    messageHash: row.messageHash ?? undefined,
    lastTrueAt: row.lastTrueAt ?? undefined,
  };
}
