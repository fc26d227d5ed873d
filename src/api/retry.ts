import type { ApiFailure } from "./errors.ts";

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
      return false;
    default:
      return failure satisfies never;
  }
}
