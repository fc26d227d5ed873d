import {
  type NewDelivery,
  createDeliveryRow,
  type Schedule,
  type ScheduleChange,
  toScheduleColumns,
  toSchedule,
  toScheduleRow,
} from "./rows.ts";
import {
  runInTransaction,
  type InGuildTransaction,
  type InRelaxedTransaction,
} from "../../src/store/guild-transaction.ts";
import {
  createScheduleDues,
  type ScheduleDues,
  createScheduleRefreshes,
  type ScheduleRefreshes,
} from "./due-store.ts";
import { addToOutbox, type OutboxEntry } from "../../src/store/outbox.ts";
import { countRows, hasChanged, readAll, readFirst, toJson } from "../../src/store/sql-values.ts";
import type { Db } from "../../src/store/tables.ts";

export type { Schedule, ScheduleChange, ScheduleMode } from "./rows.ts";

/** What schedules to be paused together have in common; empty for all of a guild. */
export type PauseFilter = Partial<Pick<Schedule, "id" | "linkKey" | "channelId">>;

/** `full` and `planned` say why it wasn't added. */
export type CreateOutcome = "created" | "full" | "planned";

export interface Schedules extends ScheduleDues, ScheduleRefreshes {
  create(schedule: Schedule): Promise<void>;
  /**
   * Adds a schedule unless the guild already has `maxSchedules`, counting all replicas.
   * @param condition `unless-planned`: nor if one of its kind and workspace, paused ones included, posts in its channel
   */
  createIfRoom(
    schedule: Schedule,
    maxSchedules: number,
    condition?: "unless-planned",
  ): Promise<CreateOutcome>;
  find(guildId: string, id: string): Promise<Schedule | undefined>;
  findById(id: string): Promise<Schedule | undefined>;
  /** Oldest first. */
  list(guildId: string): Promise<readonly Schedule[]>;
  count(guildId: string): Promise<number>;
  /** Fields set to `undefined` are cleared. False if the schedule is gone. */
  change(guildId: string, id: string, change: ScheduleChange): Promise<boolean>;
  /**
   * Changes a schedule and records due times for it, both or neither. False if someone changed, paused or removed it
   * since it was read, or a due time was reached.
   */
  revise(present: Schedule, change: ScheduleChange, deliveries: readonly NewDelivery[]): Promise<boolean>;
  /** Moves it from `active` to `paused`. Only one caller succeeds. */
  pause(guildId: string, id: string, reason: string | undefined): Promise<boolean>;
  /** Pauses all of a guild's active schedules that match. @returns those paused by this call, oldest first */
  pauseAll(
    guildId: string,
    common: PauseFilter,
    reason: string,
    /** What is to be said of it, which is stored with it. */
    announce?: (paused: readonly Schedule[]) => readonly OutboxEntry[],
  ): Promise<readonly Schedule[]>;
  /** Also deletes its deliveries and order alerts. */
  remove(guildId: string, id: string): Promise<boolean>;
}

export function createSchedules(
  db: Db,
  aloneInGuild: InGuildTransaction,
  inRelaxedTransaction: InRelaxedTransaction,
): Schedules {
  return {
    ...createScheduleDues(db),
    ...createScheduleRefreshes(db, inRelaxedTransaction),

    async create(schedule) {
      await db.insertInto("schedules").values(toScheduleRow(schedule)).execute();
    },

    createIfRoom: (schedule, maxSchedules, condition) =>
      aloneInGuild(schedule.guildId, async (transaction) => {
        if (condition === "unless-planned" && (await isPlanned(transaction, schedule))) return "planned";
        if ((await countIn(transaction, schedule.guildId)) >= maxSchedules) return "full";
        await transaction.insertInto("schedules").values(toScheduleRow(schedule)).execute();
        return "created";
      }),

    find: (guildId, id) =>
      readFirst(
        db.selectFrom("schedules").selectAll().where("guildId", "=", guildId).where("id", "=", id),
        toSchedule,
      ),

    findById: (id) => readFirst(db.selectFrom("schedules").selectAll().where("id", "=", id), toSchedule),

    list: (guildId) =>
      readAll(
        db
          .selectFrom("schedules")
          .selectAll()
          .where("guildId", "=", guildId)
          .orderBy("createdAt")
          .orderBy("id"),
        toSchedule,
      ),

    count: (guildId) => countIn(db, guildId),

    change: (guildId, id, change) =>
      hasChanged(
        db
          .updateTable("schedules")
          .set(toScheduleColumns(change))
          .where((eb) => eb.and({ guildId, id })),
      ),

    revise: (present, change, deliveries) =>
      runInTransaction(db, async (transaction) => {
        const { id, guildId, rule, options } = present;
        const update = transaction
          .updateTable("schedules")
          .set(toScheduleColumns(change))
          .where((eb) => eb.and({ guildId, id, state: present.state }))
          .where("nextDueAt", "is not distinct from", present.nextDueAt ?? null)
          .where((eb) =>
            eb.and({
              kind: present.kind,
              channelId: present.channelId,
              mode: present.mode,
              zone: present.zone,
            }),
          )
          .where("mentionRoleId", "is not distinct from", present.mentionRoleId ?? null)
          .where("pins", "=", Number(present.pins))
          .where("replaces", "=", Number(present.replaces))
          .where("publishes", "=", Number(present.publishes))
          // A damaged rule can't be compared, and should be replaced anyway.
          .$if(rule !== undefined, (query) => query.where("rule", "=", toJson(rule)))
          .$if(options !== undefined, (query) => query.where("options", "=", toJson(options)));
        if (!(await hasChanged(update))) return false;
        if (deliveries.length > 0)
          await transaction
            .insertInto("deliveries")
            .values(deliveries.map((delivery) => createDeliveryRow({ scheduleId: id, guildId }, delivery)))
            .onConflict((conflict) => conflict.columns(["scheduleId", "dueAt"]).doNothing())
            .execute();
        return true;
      }),

    pause: (guildId, id, reason) =>
      hasChanged(
        db
          .updateTable("schedules")
          .set({ state: "paused", pausedReason: reason ?? null })
          .where((eb) => eb.and({ guildId, id, state: "active" })),
      ),

    pauseAll: (guildId, { id, linkKey, channelId }, reason, announce) =>
      runInTransaction(db, async (transaction) => {
        const rows = await transaction
          .updateTable("schedules")
          .set({ state: "paused", pausedReason: reason })
          .where((eb) => eb.and({ guildId, state: "active" }))
          .$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
          .$if(linkKey !== undefined, (query) => query.where("linkKey", "=", linkKey ?? ""))
          .$if(channelId !== undefined, (query) => query.where("channelId", "=", channelId ?? ""))
          .returningAll()
          .execute();
        const paused = rows.map(toSchedule).toSorted((a, b) => a.createdAt - b.createdAt);
        const messages = paused.length === 0 ? [] : (announce?.(paused) ?? []);
        if (messages.length > 0) await addToOutbox(transaction, messages);
        return paused;
      }),

    remove: (guildId, id) =>
      runInTransaction(db, async (transaction) => {
        const removal = transaction.deleteFrom("schedules").where((eb) => eb.and({ guildId, id }));
        if (!(await hasChanged(removal))) return false;
        await transaction.deleteFrom("deliveries").where("scheduleId", "=", id).execute();
        await transaction.deleteFrom("orderAlerts").where("scheduleId", "=", id).execute();
        return true;
      }),
  };
}

async function isPlanned(db: Db, { guildId, linkKey, kind, channelId }: Schedule): Promise<boolean> {
  const present = await db
    .selectFrom("schedules")
    .select("id")
    .where((eb) => eb.and({ guildId, linkKey, kind, channelId }))
    .executeTakeFirst();
  return present !== undefined;
}

const countIn = (db: Db, guildId: string): Promise<number> =>
  countRows(db.selectFrom("schedules").where("guildId", "=", guildId));
