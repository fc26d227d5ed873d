import { RateLimitError } from "discord.js";
import { PartialReadError } from "./data.ts";
import { ApiError, type StaleReason } from "../../src/api/errors.ts";
import type { Schedule } from "./store.ts";
import { hourMs, minuteMs } from "../../src/time.ts";

/** The same for each attempt to post one due time of a schedule, so that it is posted once. */
export function createKey({
  scheduleId,
  dueAt,
}: {
  readonly scheduleId: string;
  readonly dueAt: number;
}): string {
  return `${scheduleId} ${dueAt}`;
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
