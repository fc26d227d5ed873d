import { type Headers, retryAfterMs } from "./retry-after.ts";

export interface LedgerOptions {
  /** Requests in one window of the service; the service may name fewer, and is followed. */
  readonly limit: number;
  readonly windowMs: number;
}

/** How long a refusal that names no end is taken to last. */
const CLOSED_MS = 15_000;

/**
 * What counts against the limit of one workspace.
 *
 * Where the service's windows begin is not known, and need not be. A request counts as long as its answer is out, and
 * then until the reset that the answer names, or for a whole window when it names none. So whenever one more is sent,
 * every request that the service may count in the same window as that one is counted here, whatever the delays.
 */
export class Ledger {
  readonly windowMs: number;
  readonly #mostAllowed: number;
  #limit: number;
  #out = 0;
  /** When each answered request stops to count, soonest first. */
  readonly #ends: number[] = [];
  #closedUntil = Number.NEGATIVE_INFINITY;

  constructor({ limit, windowMs }: LedgerOptions) {
    this.windowMs = windowMs;
    this.#mostAllowed = limit;
    this.#limit = limit;
  }

  get limit(): number {
    return this.#limit;
  }

  send(): void {
    this.#out += 1;
  }

  /** Counts what the other one counts. */
  absorb(other: Ledger): void {
    this.#out += other.#out;
    for (const end of other.#ends) this.#endAt(end);
    this.#limit = Math.min(this.#limit, other.#limit);
    this.#closedUntil = Math.max(this.#closedUntil, other.#closedUntil);
  }

  takeBack(): void {
    this.#out -= 1;
  }

  /** Gives back when the request stops to count. */
  answered(status: number, headers: Headers, now: number): number {
    this.#out -= 1;
    this.#follow(headers["x-ratelimit-limit"]);
    // Read by the same words as a wait: a reset that makes no sense as one counts as not given.
    const resetMs = retryAfterMs(429, { "x-ratelimit-reset": headers["x-ratelimit-reset"] }, now);
    const end = now + (resetMs ?? this.windowMs);
    this.#endAt(end);
    if (status === 429) {
      const waitMs = retryAfterMs(status, headers, now) ?? CLOSED_MS;
      this.#closedUntil = Math.max(this.#closedUntil, now + waitMs);
    }
    return end;
  }

  used(now: number): number {
    const over = this.#ends.findIndex((end) => end > now);
    this.#ends.splice(0, over === -1 ? this.#ends.length : over);
    return this.#out + this.#ends.length;
  }

  /** The moment from which fewer than `ceiling` count, as far as can be told now. */
  freeAt(ceiling: number, now: number): number {
    const tooMany = this.used(now) - ceiling + 1;
    const free = tooMany <= 0 ? now : (this.#ends[tooMany - 1] ?? now + this.windowMs);
    return Math.max(free, this.#closedUntil);
  }

  #follow(said: Headers[string]): void {
    const limit = Number(typeof said === "string" ? said : said?.[0]);
    if (Number.isInteger(limit) && limit > 0) this.#limit = Math.min(limit, this.#mostAllowed);
  }

  #endAt(end: number): void {
    const place = this.#ends.findLastIndex((other) => other <= end) + 1;
    this.#ends.splice(place, 0, end);
  }
}
