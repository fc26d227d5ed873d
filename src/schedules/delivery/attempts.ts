import { createHash } from "node:crypto";
import { minuteMs } from "../../time.ts";

/** Longer than rendering and posting take together; after this, a claim belongs to a process that died. */
export const leaseMs = 2 * minuteMs;

const initialDelayMs = 15_000;
const maxDelayMs = 10 * minuteMs;
/** Spreads out deliveries that failed together. */
const jitterShare = 0.25;

interface RetryAttempt {
  readonly attempts: number;
  /** The wait the other side asked for; used if it is longer. */
  readonly retryAfterMs?: number | undefined;
  /** From 0 to 1; the same for each attempt of one delivery, different between deliveries. */
  readonly jitter?: number;
}

/** How long to wait after the given attempt. */
export function computeDeliveryRetryDelayMs({
  attempts,
  retryAfterMs = 0,
  jitter = 0,
}: RetryAttempt): number {
  const growing = Math.min(maxDelayMs, initialDelayMs * 2 ** Math.min(attempts - 1, 10));
  return Math.round(Math.max(retryAfterMs, growing) * (1 + jitter * jitterShare));
}

/** Discord's limit is 25 characters. */
const length = 24;

/** The same for each attempt to post one due time of a schedule, so that Discord creates only one message. */
export function createNonce({
  scheduleId,
  dueAt,
}: {
  readonly scheduleId: string;
  readonly dueAt: number;
}): string {
  return formatNonce(`${scheduleId} ${dueAt}`);
}

export function formatNonce(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, length);
}

/** From 0 to 1; deterministic, but spread like a random number. */
export function computeJitter(nonce: string): number {
  return createHash("sha256").update(nonce).digest().readUInt16BE(0) / 0xff_ff;
}
