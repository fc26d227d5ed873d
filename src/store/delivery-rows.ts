import type { Row } from "./sql-values.ts";

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
}

/** A past due time, as the sweep found it. */
export type NewDelivery = Pick<Delivery, "dueAt" | "isLate"> & {
  /** Set if nothing will be posted for it. */
  readonly skipReason: string | undefined;
};

/** The row as stored. */
export type DeliveryRow = Row<Omit<Delivery, "isLate">> & { readonly isLate: number };

export function newDeliveryRow(
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
  };
}

export function deliveryOf(row: DeliveryRow): Delivery {
  return {
    ...row,
    uncertainSince: row.uncertainSince ?? undefined,
    messageId: row.messageId ?? undefined,
    reason: row.reason ?? undefined,
    isLate: row.isLate === 1,
  };
}
