import type { Row } from "./sql-values.ts";

/**
 * `waiting` for its turn or its next try; `claimed` by one process until its lease is over; the rest are ends.
 * A due time has one delivery at most, so it is posted once at most.
 */
export type DeliveryState = "waiting" | "claimed" | "sent" | "skipped" | "failed";

/** What came of one due time of a schedule. All moments are epoch milliseconds. */
export interface Delivery {
  readonly scheduleId: string;
  readonly dueAt: number;
  readonly guildId: string;
  readonly state: DeliveryState;
  /** Of the claim, or of a wait: not to be touched before. */
  readonly until: number;
  /** How often it was claimed. */
  readonly attempts: number;
  /** Since when it may be in its channel without our knowing: an attempt was interrupted, or Discord did not say. */
  readonly uncertainSince: number | undefined;
  readonly messageId: string | undefined;
  readonly reason: string | undefined;
  /** It is posted later than its time, because nobody was there. */
  readonly isLate: boolean;
}

/** A due time that is past, as the sweep found it. */
export type NewDelivery = Pick<Delivery, "dueAt" | "isLate"> & {
  /** Given when nothing will be posted for it. */
  readonly skipReason: string | undefined;
};

/** As the database has it. */
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
