import { fromJson, type Row, toJson, withNulls, withoutNulls } from "../../src/store/sql-values.ts";

declare module "../../src/store/tables.ts" {
  interface Tables {
    readonly schedules: ScheduleRow;
    readonly deliveries: DeliveryRow;
  }
}

export type ScheduleMode = "new" | "live" | "changed";

/** Something the bot posts at set times. All times are epoch milliseconds. */
export interface Schedule {
  readonly id: string;
  readonly guildId: string;
  readonly linkKey: string;
  readonly channelId: string;
  /** What is posted, for example `calendar`. */
  readonly kind: string;
  /** A message each time; one that is kept up to date; or a message only when something changed. */
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

/** The row as stored. */
export type ScheduleRow = Row<Omit<Schedule, "rule" | "options" | "pins" | "replaces" | "publishes">> & {
  readonly rule: string;
  readonly options: string;
  readonly pins: number;
  readonly replaces: number;
  readonly publishes: number;
};

export function toScheduleColumns({ rule, options, pins, replaces, publishes, ...plain }: ScheduleChange) {
  const nulled = Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, value ?? null]));
  return {
    ...nulled,
    ...(rule !== undefined && { rule: toJson(rule) }),
    ...(options !== undefined && { options: toJson(options) }),
    ...(pins !== undefined && { pins: Number(pins) }),
    ...(replaces !== undefined && { replaces: Number(replaces) }),
    ...(publishes !== undefined && { publishes: Number(publishes) }),
  };
}

export function toScheduleRow(schedule: Schedule): ScheduleRow {
  return {
    ...withNulls(schedule),
    rule: toJson(schedule.rule),
    options: toJson(schedule.options),
    pins: Number(schedule.pins),
    replaces: Number(schedule.replaces),
    publishes: Number(schedule.publishes),
  };
}

export function toSchedule(row: ScheduleRow): Schedule {
  return {
    ...withoutNulls(row),
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

export function toDelivery(row: DeliveryRow): Delivery {
  return { ...withoutNulls(row), isLate: row.isLate === 1 };
}
