import { createHash } from "node:crypto";
import { minuteMs } from "../../time.ts";

const initialDelayMs = 15_000;
const maxDelayMs = 10 * minuteMs;
/** Those that failed together come back one after another. */
const jitterShare = 0.25;

interface RetryAttempt {
  readonly attempts: number;
  /** What the other side asks for counts when it is longer. */
  readonly retryAfterMs?: number | undefined;
  /** From 0 to 1, the same for each try of one thing, and another one for the next thing. */
  readonly jitter?: number;
}

/** How long to wait after the so-many-th try. */
export function deliveryRetryDelayMs({ attempts, retryAfterMs = 0, jitter = 0 }: RetryAttempt): number {
  const growing = Math.min(maxDelayMs, initialDelayMs * 2 ** Math.min(attempts - 1, 10));
  return Math.round(Math.max(retryAfterMs, growing) * (1 + jitter * jitterShare));
}

/** Discord's limit is 25 characters. */
const length = 24;

/** The same for each try to post one due time of one schedule, so that Discord makes one message of them all. */
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

/** From 0 to 1, as good as drawn. */
export function jitterOf(nonce: string): number {
  return createHash("sha256").update(nonce).digest().readUInt16BE(0) / 0xff_ff;
}
