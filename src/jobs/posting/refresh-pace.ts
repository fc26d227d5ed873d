import { ApiError } from "../../api/errors.ts";
import { StillReading } from "../../boards/team-readings.ts";
import type { Staleness } from "../../boards/truth.ts";
import type { Schedule } from "../../store/schedules.ts";

export type Trouble =
  /** It got further, and goes on when there is room. */
  | { readonly kind: "under-way"; readonly retryAfterMs: number }
  /** The workspace's limit is used up by others. */
  | { readonly kind: "limited"; readonly retryAfterMs: number }
  /** The service, or Discord, does not answer. */
  | { readonly kind: "unanswered" };

const shortestMs = 5_000;
const longestUnderWayMs = 60_000;
const longestLimitedMs = 60 * 60_000;
/** What does not answer is spared by the breaker already; whoever looks at the channel wants to see when it is back. */
const longestUnansweredMs = 5 * 60_000;

export function troubleOf(error: unknown): Trouble {
  if (!(error instanceof ApiError) || error.failure !== "rate-limited") return { kind: "unanswered" };
  const retryAfterMs = error.retryAfterMs ?? 0;
  return { kind: error instanceof StillReading ? "under-way" : "limited", retryAfterMs };
}

/** The trouble behind a board that is from memory. */
export function troubleWhenStale({ limitedUntil }: Staleness, now: number): Trouble {
  return limitedUntil === undefined
    ? { kind: "unanswered" }
    : { kind: "limited", retryAfterMs: Math.max(0, limitedUntil - now) };
}

/** As long again as it has not been true, so that each wait is about twice the one before it. */
export function nextTryAt(
  { refreshEveryMs = 0, lastTrueAt }: Pick<Schedule, "refreshEveryMs" | "lastTrueAt">,
  trouble: Trouble,
  now: number,
): number {
  const usual = Math.max(shortestMs, refreshEveryMs);
  const doubled = Math.max(usual, now - (lastTrueAt ?? now));
  switch (trouble.kind) {
    case "under-way":
      return now + Math.min(longestUnderWayMs, Math.max(shortestMs, trouble.retryAfterMs));
    case "limited":
      return now + Math.max(trouble.retryAfterMs, Math.min(doubled, Math.max(usual, longestLimitedMs)));
    case "unanswered":
      return now + Math.min(doubled, Math.max(usual, longestUnansweredMs));
    default:
      return trouble satisfies never;
  }
}
