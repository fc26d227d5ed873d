import { ApiError } from "../../api/errors.ts";
import { PartialReadError } from "../boards/team-data.ts";
import type { Staleness } from "../boards/as-of-line.ts";
import type { Schedule } from "../../store/schedules.ts";
import { hourMs, minuteMs } from "../../time.ts";

export type RefreshProblem =
  /** It made progress and continues when requests are available. */
  | { readonly kind: "under-way"; readonly retryAfterMs: number }
  /** Others have used up the workspace's limit. */
  | { readonly kind: "limited"; readonly retryAfterMs: number }
  /** The service or Discord doesn't respond. */
  | { readonly kind: "unanswered" };

const minDelayMs = 5_000;
const maxBusyDelayMs = minuteMs;
const maxRateLimitedDelayMs = hourMs;
/**
 * The circuit breaker already protects a service that doesn't respond; people watching the channel want to see when
 * it's back.
 */
const maxUnansweredDelayMs = 5 * minuteMs;

export function classifyProblem(error: unknown): RefreshProblem {
  if (!(error instanceof ApiError) || error.failure !== "rate-limited") return { kind: "unanswered" };
  const retryAfterMs = error.retryAfterMs ?? 0;
  return { kind: error instanceof PartialReadError ? "under-way" : "limited", retryAfterMs };
}

/** The problem behind a board made from cached data. */
export function toRefreshProblem({ rateLimitedUntil }: Staleness, now: number): RefreshProblem {
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
  const usual = Math.max(minDelayMs, refreshEveryMs);
  const doubled = Math.max(usual, now - (lastAsOf ?? now));
  switch (trouble.kind) {
    case "under-way":
      return now + Math.min(maxBusyDelayMs, Math.max(minDelayMs, trouble.retryAfterMs));
    case "limited":
      return now + Math.max(trouble.retryAfterMs, Math.min(doubled, Math.max(usual, maxRateLimitedDelayMs)));
    case "unanswered":
      return now + Math.min(doubled, Math.max(usual, maxUnansweredDelayMs));
    default:
      return trouble satisfies never;
  }
}
