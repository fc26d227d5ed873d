import { sql } from "kysely";
import {
  runInTransaction,
  type InGuildTransaction,
  type InRelaxedTransaction,
} from "../../src/store/guild-transaction.ts";
import { listGuildIds } from "../../src/store/guild-ids.ts";
import { addToOutbox, type OutboxEntry } from "../../src/store/outbox.ts";
import {
  countRows,
  fromJson,
  hasChanged,
  type IsServed,
  readAll,
  readFirst,
  type Row,
  toJson,
  withNulls,
  withoutNulls,
} from "../../src/store/sql-values.ts";
import type { Db } from "../../src/store/tables.ts";

declare module "../../src/store/store.ts" {
  interface FeatureStores {
    readonly schedules: Schedules;
  }
}

declare module "../../src/store/tables.ts" {
  interface Tables {
    readonly schedules: ScheduleRow;
    readonly deliveries: DeliveryRow;
  }
}

/** A message each time; one that is kept up to date; or a message only when something changed. */
export const scheduleModes = ["new", "live", "changed"] as const;
export type ScheduleMode = (typeof scheduleModes)[number];

/** Something the bot posts at set times. All times are epoch milliseconds. */
export interface Schedule {
  readonly id: string;
  readonly guildId: string;
  readonly linkKey: string;
  readonly channelId: string;
  /** What is posted, for example `calendar`. */
  readonly kind: string;
  readonly mode: ScheduleMode;
  /** JSON; parsed by the domain. */
  readonly rule: unknown;
  readonly zone: string;
  /** JSON; parsed by the kind. */
  readonly options: unknown;
  readonly mentionRoleId: string | undefined;
  readonly pins: boolean;
  /** Deletes the previous message once a new one is posted. */
  readonly replaces: boolean;
  /** In an announcement channel, publishes each post to the servers that follow it. */
  readonly publishes: boolean;
  readonly state: "active" | "paused";
  /** Why the bot paused it, as a sentence; `undefined` if a person did. */
  readonly pausedReason: string | undefined;
  /** That reason, where something depends on it. */
  readonly pausedCause: PauseCause | undefined;
  readonly makerDiscordUserId: string;
  readonly createdAt: number;
  /** `undefined` if it is never due again. */
  readonly nextDueAt: number | undefined;
  /** How often a live message is refreshed between its due times. */
  readonly refreshEveryMs: number | undefined;
  readonly nextRefreshAt: number | undefined;
  readonly lastRunAt: number | undefined;
  readonly lastOutcome: "sent" | "skipped" | "failed" | undefined;
  /** Why it was skipped or failed. */
  readonly lastReason: string | undefined;
  /** The newest message. */
  readonly messageId: string | undefined;
  /** Hash of what that message shows. */
  readonly messageHash: string | undefined;
  /** When the data it shows was read. */
  readonly lastAsOf: number | undefined;
  /** When one of its posts last pinged a role. */
  readonly lastPingedAt: number | undefined;
}

export type ScheduleChange = Partial<Omit<Schedule, "id" | "guildId" | "createdAt" | "makerDiscordUserId">>;

/** What people choose about a schedule. */
export const settingNames = [
  "kind",
  "channelId",
  "mode",
  "rule",
  "zone",
  "options",
  "mentionRoleId",
  "pins",
  "replaces",
  "publishes",
] as const satisfies readonly (keyof Schedule)[];

type JsonName = "rule" | "options";
type FlagName = "pins" | "replaces" | "publishes";

/** The row as stored. */
export type ScheduleRow = Row<Omit<Schedule, JsonName | FlagName | "pausedCause">> & {
  /** A later version may know more of them. */
  readonly pausedCause: string | null;
} & { readonly [Name in JsonName]: string } & { readonly [Name in FlagName]: number };

export function toScheduleColumns<Fields extends ScheduleChange>(
  fields: Fields,
): Pick<ScheduleRow, keyof Fields & keyof ScheduleRow> {
  const columns = Object.entries(withNulls(fields)).map(([name, value]) => {
    const isJson = name === "rule" || name === "options";
    return [name, isJson ? toJson(value) : typeof value === "boolean" ? Number(value) : value];
  });
  // Each column has its field's name; the compiler can't see that through the loop.
  return Object.fromEntries(columns) as Pick<ScheduleRow, keyof Fields & keyof ScheduleRow>;
}

export function toSchedule(row: ScheduleRow): Schedule {
  return {
    ...withoutNulls(row),
    pausedCause: pauseCauses.find((cause) => cause === row.pausedCause),
    rule: fromJson(row.rule),
    options: fromJson(row.options),
    pins: row.pins === 1,
    replaces: row.replaces === 1,
    publishes: row.publishes === 1,
  };
}

/**
 * `waiting` for its turn or next attempt; `claimed` by one process until its lease ends; the rest are final. A due time
 * has at most one delivery, so it is posted at most once.
 */
export type DeliveryState = "waiting" | "claimed" | "sent" | "skipped" | "failed";

/** The outcome of one due time of a schedule. All times are epoch milliseconds. */
export interface Delivery {
  readonly scheduleId: string;
  readonly dueAt: number;
  readonly guildId: string;
  readonly state: DeliveryState;
  /** When the claim or the wait ends; not to be touched before. */
  readonly until: number;
  /** How often it was claimed. */
  readonly attempts: number;
  /** Since when it may have been posted without our knowing: an attempt was interrupted, or Discord didn't reply. */
  readonly uncertainSince: number | undefined;
  readonly messageId: string | undefined;
  readonly reason: string | undefined;
  /** It is posted late because the bot wasn't running. */
  readonly isLate: boolean;
  /**
   * Equal to `attempts` if each of them stored what it sent before it sent it; the negative of that if only those before
   * the last claim didn't.
   */
  readonly recordedAttempts: number;
}

/** A past due time, as the sweep found it. */
export type NewDelivery = Pick<Delivery, "dueAt" | "isLate"> & {
  /** Set if nothing will be posted for it. */
  readonly skipReason: string | undefined;
};

/** The row as stored. */
export type DeliveryRow = Row<Omit<Delivery, "isLate">> & { readonly isLate: number };

export function createDeliveryRow(
  { scheduleId, guildId }: Pick<Delivery, "scheduleId" | "guildId">,
  { dueAt, isLate, skipReason }: NewDelivery,
): DeliveryRow {
  return {
    scheduleId,
    dueAt,
    guildId,
    state: skipReason === undefined ? "waiting" : "skipped",
    until: dueAt,
    attempts: 0,
    uncertainSince: null,
    messageId: null,
    reason: skipReason ?? null,
    isLate: Number(isLate),
    recordedAttempts: 0,
  };
}

/** Those whose times are already recorded stay as they are. @param deliveries at least one */
export function insertDeliveries(
  db: Db,
  schedule: Pick<Delivery, "scheduleId" | "guildId">,
  deliveries: readonly NewDelivery[],
) {
  return db
    .insertInto("deliveries")
    .values(deliveries.map((delivery) => createDeliveryRow(schedule, delivery)))
    .onConflict((conflict) => conflict.columns(["scheduleId", "dueAt"]).doNothing());
}

export function toDelivery(row: DeliveryRow): Delivery {
  return { ...withoutNulls(row), isLate: row.isLate === 1 };
}

/** What a pause is due to, where more than its sentence depends on it; `other-channel` is anything else about its channel. */
export const pauseCauses = ["deleted-channel", "link-gone", "cannot-post", "other-channel"] as const;
export type PauseCause = (typeof pauseCauses)[number];

export interface PauseReason {
  /** A sentence. */
  readonly reason: string;
  readonly cause?: PauseCause | undefined;
}

/** What schedules to be paused together have in common; empty for all of a guild. */
export type PauseFilter = Partial<Pick<Schedule, "id" | "linkKey" | "channelId">>;

export type Schedules = ReturnType<typeof createSchedules>;

/** Must match the partial indexes' condition word for word, or they aren't used. */
const isActive = sql<boolean>`state = 'active'`;

export function createSchedules(
  db: Db,
  aloneInGuild: InGuildTransaction,
  inRelaxedTransaction: InRelaxedTransaction,
  isServed: IsServed,
) {
  const all = db.selectFrom("schedules").selectAll();
  const active = all.where(isActive);
  return {
    create: (schedule: Schedule): Promise<void> => insert(db, schedule),

    /**
     * Adds a schedule unless the guild already has `maxSchedules`, counting all replicas.
     * @param known nor if one besides these, of its kind and workspace, live or not as it is, posts in its channel; paused ones count
     * @returns why it wasn't added, or that it was
     */
    createIfRoom: (
      schedule: Schedule,
      maxSchedules: number,
      known?: readonly string[],
    ): Promise<"created" | "full" | "planned"> =>
      aloneInGuild(schedule.guildId, async (transaction) => {
        if (known !== undefined && (await isPlanned(transaction, schedule, known))) return "planned";
        if ((await countIn(transaction, schedule.guildId)) >= maxSchedules) return "full";
        await insert(transaction, schedule);
        return "created";
      }),

    find: (guildId: string, id: string): Promise<Schedule | undefined> =>
      readFirst(
        all.where((eb) => eb.and({ guildId, id })),
        toSchedule,
      ),

    findById: (id: string): Promise<Schedule | undefined> => readFirst(all.where("id", "=", id), toSchedule),

    /** Oldest first. */
    list: (guildId: string): Promise<readonly Schedule[]> =>
      readAll(all.where("guildId", "=", guildId).orderBy("createdAt").orderBy("id"), toSchedule),

    count: (guildId: string): Promise<number> => countIn(db, guildId),

    /** Guilds that have any. */
    guilds: (): Promise<readonly string[]> => listGuildIds(db, "schedules"),

    /** Fields set to `undefined` are cleared. False if the schedule is gone. */
    change: (guildId: string, id: string, change: ScheduleChange): Promise<boolean> =>
      hasChanged(
        db
          .updateTable("schedules")
          .set(toScheduleColumns(change))
          .where((eb) => eb.and({ guildId, id })),
      ),

    /**
     * Changes a schedule and records due times for it, both or neither. What a live message waits for is skipped if the
     * change leaves that message. False if someone changed, paused or removed it since it was read, or a due time was
     * reached.
     */
    revise: (
      present: Schedule,
      change: ScheduleChange,
      deliveries: readonly NewDelivery[],
    ): Promise<boolean> =>
      runInTransaction(db, async (transaction) => {
        const { id, guildId, rule, options } = present;
        const seen = toScheduleColumns(present);
        const compared = [...settingNames, "nextDueAt"] as const;
        // A damaged rule can't be compared, and should be replaced anyway.
        const damaged = [rule === undefined && "rule", options === undefined && "options"];
        const update = transaction
          .updateTable("schedules")
          .set(toScheduleColumns(change))
          .where((eb) => eb.and({ guildId, id, state: present.state }))
          .where((eb) =>
            eb.and(
              compared
                .filter((name) => !damaged.includes(name))
                .map((name) => eb(name, "is not distinct from", seen[name])),
            ),
          );
        if (!(await hasChanged(update))) return false;
        if (present.mode === "live" && "messageId" in change) await skipWaiting(transaction, id);
        if (deliveries.length > 0)
          await insertDeliveries(transaction, { scheduleId: id, guildId }, deliveries).execute();
        return true;
      }),

    /** Moves it from `active` to `paused`. Only one caller succeeds. @param why `undefined` if a person wants it */
    pause: (guildId: string, id: string, why: PauseReason | undefined): Promise<boolean> =>
      hasChanged(
        db
          .updateTable("schedules")
          .set({ state: "paused", pausedReason: why?.reason ?? null, pausedCause: why?.cause ?? null })
          .where((eb) => eb.and({ guildId, id, state: "active" })),
      ),

    /** Pauses all of a guild's active schedules that match. @returns those paused by this call, oldest first */
    pauseAll: (
      guildId: string,
      common: PauseFilter,
      { reason, cause }: PauseReason,
      /** What is to be said of it, which is stored with it. */
      announce?: (paused: readonly Schedule[]) => readonly OutboxEntry[],
    ): Promise<readonly Schedule[]> =>
      runInTransaction(db, async (transaction) => {
        const rows = await transaction
          .updateTable("schedules")
          .set({ state: "paused", pausedReason: reason, pausedCause: cause ?? null })
          .where((eb) => eb.and({ ...common, guildId, state: "active" }))
          .returningAll()
          .execute();
        const paused = rows.map(toSchedule).toSorted((a, b) => a.createdAt - b.createdAt);
        const messages = paused.length === 0 ? [] : (announce?.(paused) ?? []);
        if (messages.length > 0) await addToOutbox(transaction, messages);
        return paused;
      }),

    /** Also deletes its deliveries, order alerts and what it told of too few people. */
    remove: (guildId: string, id: string): Promise<boolean> =>
      runInTransaction(db, async (transaction) => {
        const removal = transaction.deleteFrom("schedules").where((eb) => eb.and({ guildId, id }));
        if (!(await hasChanged(removal))) return false;
        await transaction.deleteFrom("deliveries").where("scheduleId", "=", id).execute();
        await transaction.deleteFrom("orderAlerts").where("scheduleId", "=", id).execute();
        await transaction.deleteFrom("shortages").where("scheduleId", "=", id).execute();
        return true;
      }),

    // When the schedules of all guilds are due.

    /** Active schedules that are due, the most recent first, so that schedules far behind don't hold up others. */
    due: (now: number, limit: number): Promise<readonly Schedule[]> =>
      readAll(
        active.where("nextDueAt", "<=", now).where(isServed()).orderBy("nextDueAt", "desc").limit(limit),
        toSchedule,
      ),

    /** Active schedules due after now, ordered by id, starting after `afterId`. */
    dueLater: (now: number, afterId: string, limit: number): Promise<readonly Schedule[]> =>
      readAll(
        active.where("nextDueAt", ">", now).where("id", ">", afterId).orderBy("id").limit(limit),
        toSchedule,
      ),

    /** When the next active schedule in any guild is due. @param mode only those of this mode */
    async nextDueAt(mode?: Schedule["mode"]): Promise<number | undefined> {
      const row = await db
        .selectFrom("schedules")
        .select("nextDueAt")
        .where(isActive)
        .where("nextDueAt", "is not", null)
        .where((eb) => (mode === undefined ? eb.and([]) : eb("mode", "=", mode)))
        .orderBy("nextDueAt")
        .limit(1)
        .executeTakeFirst();
      return row?.nextDueAt ?? undefined;
    },

    /**
     * How many active schedules of all guilds are due next at each moment from `from` until before `until`, counting the
     * first `maxCounted` only.
     */
    async countDue(
      from: number,
      until: number,
      maxCounted: number,
    ): Promise<readonly (readonly [dueAt: number, schedules: number])[]> {
      const rows = await db
        .selectFrom(
          db
            .selectFrom("schedules")
            .select("nextDueAt as dueAt")
            .where(isActive)
            .where("nextDueAt", ">=", from)
            .where("nextDueAt", "<", until)
            .orderBy("nextDueAt")
            .limit(maxCounted)
            .as("next"),
        )
        .select((eb) => ["dueAt", eb.fn.countAll<number>().as("schedules")])
        .groupBy("dueAt")
        .execute();
      return rows.flatMap(({ dueAt, schedules }) => (dueAt === null ? [] : [[dueAt, schedules] as const]));
    },

    // Updates of live messages between their due times.

    /** Live schedules whose message is due for a refresh; paused ones are among them until their message says so. */
    toRefresh: (now: number, limit: number): Promise<readonly Schedule[]> =>
      readAll(
        all.where("nextRefreshAt", "<=", now).where(isServed()).orderBy("nextRefreshAt").limit(limit),
        toSchedule,
      ),

    /**
     * Moves a message's next refresh. Only one caller succeeds: false if it was no longer at `from`. If a power cut
     * undoes this, the message is checked once more.
     * @param state only if its schedule is still in it; active by default
     */
    claimRefresh: (
      id: string,
      from: number,
      to: number | undefined,
      state: Schedule["state"] = "active",
    ): Promise<boolean> =>
      inRelaxedTransaction((transaction) =>
        hasChanged(
          transaction
            .updateTable("schedules")
            .set({ nextRefreshAt: to ?? null })
            .where((eb) => eb.and({ id, nextRefreshAt: from, state })),
        ),
      ),

    /** Records what a live message shows after an edit. If a power cut undoes this, the message is edited once more. */
    async keepShown(
      id: string,
      { messageHash, lastAsOf }: Pick<Schedule, "messageHash" | "lastAsOf">,
    ): Promise<void> {
      await inRelaxedTransaction((transaction) =>
        transaction
          .updateTable("schedules")
          .set(toScheduleColumns({ messageHash, lastAsOf }))
          .where("id", "=", id)
          .execute(),
      );
    },

    /** Records it before the edit. Only one caller succeeds: false if it shows that already, or its schedule is paused. */
    claimShown: (id: string, messageHash: string): Promise<boolean> =>
      hasChanged(
        db
          .updateTable("schedules")
          .set({ messageHash })
          .where((eb) => eb.and({ id, state: "active" }))
          .where("messageHash", "is distinct from", messageHash),
      ),

    /** Makes future refreshes due earlier by this much. */
    async bringRefreshForward(now: number, byMs: number): Promise<void> {
      await db
        .updateTable("schedules")
        .set((eb) => ({ nextRefreshAt: eb("nextRefreshAt", "-", byMs) }))
        .where(isActive)
        .where("nextRefreshAt", ">", now)
        .execute();
    },
  };
}

/** Also takes back what the schedule says about it. */
async function skipWaiting(db: Db, scheduleId: string): Promise<void> {
  const skipped = await db
    .updateTable("deliveries")
    .set({ state: "skipped" })
    .where((eb) => eb.and({ scheduleId, state: "waiting" }))
    .returning("reason")
    .execute();
  if (skipped.some(({ reason }) => reason !== null))
    await db.updateTable("schedules").set({ lastReason: null }).where("id", "=", scheduleId).execute();
}

async function insert(db: Db, schedule: Schedule): Promise<void> {
  await db.insertInto("schedules").values(toScheduleColumns(schedule)).execute();
}

async function isPlanned(
  db: Db,
  { guildId, linkKey, kind, channelId, mode }: Schedule,
  known: readonly string[],
): Promise<boolean> {
  const present = await db
    .selectFrom("schedules")
    .select("id")
    .where((eb) => eb.and({ guildId, linkKey, kind, channelId }))
    // A board in one message doesn't stand in for a post each week.
    .where("mode", mode === "live" ? "=" : "!=", "live")
    .$if(known.length > 0, (query) => query.where("id", "not in", known))
    .executeTakeFirst();
  return present !== undefined;
}

const countIn = (db: Db, guildId: string): Promise<number> =>
  countRows(db.selectFrom("schedules").where("guildId", "=", guildId));
