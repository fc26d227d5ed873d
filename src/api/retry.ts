import { hourMs } from "../time.ts";
import type { Headers } from "../http/request.ts";
import type { ApiFailure } from "./errors.ts";

const maxWaitMs = hourMs;
const httpDate = /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** How long the service asks us to wait; `undefined` if it doesn't say, or not plausibly. */
export function parseRetryAfter(status: number, headers: Headers, nowMs: number): number | undefined {
  const asked = parseRetryAfterHeader(getFirstValue(headers["retry-after"]), nowMs);
  // Every response has the reset header, but it only means "wait" on a 429.
  return dropLongWait(
    // Its unit is not documented; presumably seconds until the limit is lifted.
    asked ?? (status === 429 ? parseSeconds(getFirstValue(headers["x-ratelimit-reset"])) : undefined),
  );
}

/** `Retry-After` is a number of seconds or an HTTP date. */
function parseRetryAfterHeader(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined;
  if (httpDate.test(value)) return Math.max(0, Date.parse(value) - nowMs);
  return parseSeconds(value);
}

function parseSeconds(value = ""): number | undefined {
  return /^\d+(\.\d+)?$/.test(value) ? Math.ceil(Number(value) * 1_000) : undefined;
}

function dropLongWait(waitMs: number | undefined): number | undefined {
  return waitMs !== undefined && waitMs <= maxWaitMs ? waitMs : undefined;
}

function getFirstValue(value: string | readonly string[] | undefined): string | undefined {
  return (typeof value === "string" ? value : value?.[0])?.trim();
}

export interface FailedAttempt {
  readonly failure: ApiFailure;
  /** 1 for the first attempt. */
  readonly number: number;
  readonly retryable: boolean;
  /** The wait the service asked for. */
  readonly retryAfterMs: number | undefined;
  /** Time left before the caller gives up, minus what must be left when a request starts. */
  readonly remainingMs: number;
}

const maxAttempts = 3;
const firstDelayMs = 250;

/** How long to wait before trying again, or `undefined` to give up. Pure: no clock, no randomness of its own. */
export function computeRequestRetryDelayMs(attempt: FailedAttempt, random: () => number): number | undefined {
  if (attempt.number >= maxAttempts || !mayRepeat(attempt)) return undefined;
  const backoffMs = firstDelayMs * 2 ** (attempt.number - 1) * (0.5 + random() / 2);
  const delayMs = attempt.retryAfterMs ?? backoffMs;
  return delayMs < attempt.remainingMs ? delayMs : undefined;
}

function mayRepeat({ failure, retryable }: FailedAttempt): boolean {
  switch (failure) {
    // Refused before processing, or never sent: even a creation may be sent again.
    case "rate-limited":
    case "unreachable":
      return true;
    case "unavailable":
    case "connection-lost":
    case "timeout":
      return retryable;
    case "unauthorized":
    case "forbidden":
    case "not-found":
    case "rejected":
    case "too-large":
    case "invalid-id":
    case "read-only":
      return false;
    default:
      return failure satisfies never;
  }
}
