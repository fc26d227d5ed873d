import { createHash } from "node:crypto";
import { RateLimitError } from "discord.js";
import { ApiError } from "../../api/errors.ts";
import { formatNonce } from "../../outbox/nonce.ts";
import type { Schedule } from "../../store/schedules.ts";
import { hourMs, minuteMs } from "../../time.ts";
import type { StaleReason } from "../../api/errors.ts";
import { PartialReadError } from "../boards/team-data.ts";

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

/** From 0 to 1; deterministic, but spread like a random number. */
export function computeJitter(nonce: string): number {
  return createHash("sha256").update(nonce).digest().readUInt16BE(0) / 0xff_ff;
}

/** Why a live message couldn't be refreshed. */
export type RefreshProblem =
  /** It made progress and continues when requests are available. */
  | { readonly kind: "under-way"; readonly retryAfterMs: number }
  /** Others have used up the workspace's limit, or Discord's. */
  | { readonly kind: "limited"; readonly retryAfterMs: number }
  /** The service or Discord doesn't respond. */
  | { readonly kind: "unanswered" };

const minRefreshDelayMs = 5_000;
const maxBusyDelayMs = minuteMs;
const maxRateLimitedDelayMs = hourMs;
/**
 * The circuit breaker already protects a service that doesn't respond; people watching the channel want to see when
 * it's back.
 */
const maxUnansweredDelayMs = 5 * minuteMs;

export function classifyProblem(error: unknown): RefreshProblem {
  if (error instanceof RateLimitError) return { kind: "limited", retryAfterMs: error.retryAfter };
  if (!(error instanceof ApiError) || error.failure !== "rate-limited") return { kind: "unanswered" };
  const retryAfterMs = error.retryAfterMs ?? 0;
  return { kind: error instanceof PartialReadError ? "under-way" : "limited", retryAfterMs };
}

/** The problem behind a board made from cached data. */
export function toRefreshProblem({ rateLimitedUntil }: StaleReason, now: number): RefreshProblem {
  return rateLimitedUntil === undefined
    ? { kind: "unanswered" }
    : { kind: "limited", retryAfterMs: Math.max(0, rateLimitedUntil - now) };
}

/** Waits as long again as the message has been stale, so each wait is about twice the one before. */
export function computeNextTryAt(
  { refreshEveryMs = 0, lastAsOf }: Pick<Schedule, "refreshEveryMs" | "lastAsOf">,
  trouble: RefreshProblem,
  now: number,
): number {
  const usual = Math.max(minRefreshDelayMs, refreshEveryMs);
  const doubled = Math.max(usual, now - (lastAsOf ?? now));
  switch (trouble.kind) {
    case "under-way":
      return now + Math.min(maxBusyDelayMs, Math.max(minRefreshDelayMs, trouble.retryAfterMs));
    case "limited":
      return now + Math.max(trouble.retryAfterMs, Math.min(doubled, Math.max(usual, maxRateLimitedDelayMs)));
    case "unanswered":
      return now + Math.min(doubled, Math.max(usual, maxUnansweredDelayMs));
    default:
      return trouble satisfies never;
  }
}
