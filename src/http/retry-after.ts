import { hourMs } from "../time.ts";

export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

const maxWaitMs = hourMs;
const httpDate = /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** How long the service asks us to wait; `undefined` if it doesn't say, or not plausibly. */
export function parseRetryAfter(status: number, headers: Headers, nowMs: number): number | undefined {
  const asked = parseRetryAfterHeader(getFirstValue(headers["retry-after"]), nowMs);
  // Every response has the reset header, but it only means "wait" on a 429.
  return dropLongWait(
    asked ?? (status === 429 ? parseRateLimitReset(getFirstValue(headers["x-ratelimit-reset"])) : undefined),
  );
}

/** `Retry-After` is a number of seconds or an HTTP date. */
function parseRetryAfterHeader(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined;
  if (httpDate.test(value)) return Math.max(0, Date.parse(value) - nowMs);
  return parseSeconds(value);
}

/** The unit of `X-Ratelimit-Reset` is not documented; presumably seconds until the limit is lifted. */
function parseRateLimitReset(value: string | undefined): number | undefined {
  return value === undefined ? undefined : parseSeconds(value);
}

function parseSeconds(value: string): number | undefined {
  return /^\d+(\.\d+)?$/.test(value) ? Math.ceil(Number(value) * 1_000) : undefined;
}

function dropLongWait(waitMs: number | undefined): number | undefined {
  return waitMs !== undefined && waitMs <= maxWaitMs ? waitMs : undefined;
}

function getFirstValue(value: string | readonly string[] | undefined): string | undefined {
  return (typeof value === "string" ? value : value?.[0])?.trim();
}
