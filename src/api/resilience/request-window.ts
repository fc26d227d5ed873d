import type { Headers } from "../../http/request.ts";
import { parseRetryAfter } from "../retry.ts";
import type { RateLimits } from "./rate-limit.ts";

/** How long to wait after a 429 that doesn't say. */
const defaultBlockMs = 15_000;

/**
 * What counts against the limit of one workspace.
 *
 * We don't know when the service's windows begin, and needn't. A request counts while it is in flight, and then until
 * the reset named in its response, or for a whole window if it names none. So whenever another request is sent, every
 * request the service may count in the same window is counted here, whatever the delays.
 */
export class RequestWindow {
  readonly windowMs: number;
  readonly #maxLimit: number;
  #limit: number;
  #inFlight = 0;
  /** When each completed request stops counting, soonest first. */
  readonly #expiries: number[] = [];
  #blockedUntil = Number.NEGATIVE_INFINITY;

  /** @param limits the service may name another limit, which then applies, up to `maxLimit` */
  constructor({ limit, maxLimit, windowMs }: Pick<RateLimits, "limit" | "maxLimit" | "windowMs">) {
    this.windowMs = windowMs;
    this.#maxLimit = maxLimit;
    this.#limit = limit;
  }

  get limit(): number {
    return this.#limit;
  }

  begin(): void {
    this.#inFlight += 1;
  }

  /** Adds the other window's requests. */
  absorb(other: RequestWindow): void {
    this.#inFlight += other.#inFlight;
    for (const end of other.#expiries) this.#addExpiry(end);
    this.#limit = Math.min(this.#limit, other.#limit);
    this.#blockedUntil = Math.max(this.#blockedUntil, other.#blockedUntil);
  }

  cancel(): void {
    this.#inFlight -= 1;
  }

  /** @returns when the request stops counting */
  complete(status: number, headers: Headers, now: number): number {
    this.#inFlight -= 1;
    this.#applyServerLimit(headers["x-ratelimit-limit"]);
    // Parsed like a wait, so an implausible reset counts as missing.
    const resetMs = parseRetryAfter(429, { "x-ratelimit-reset": headers["x-ratelimit-reset"] }, now);
    const end = now + (resetMs ?? this.windowMs);
    this.#addExpiry(end);
    if (status === 429) {
      const waitMs = parseRetryAfter(status, headers, now) ?? defaultBlockMs;
      this.#blockedUntil = Math.max(this.#blockedUntil, now + waitMs);
    }
    return end;
  }

  used(now: number): number {
    const over = this.#expiries.findIndex((end) => end > now);
    if (over !== 0) this.#expiries.splice(0, over === -1 ? this.#expiries.length : over);
    return this.#inFlight + this.#expiries.length;
  }

  /** When fewer than `limit` will count, as far as is known now. */
  nextSlotAt(limit: number, now: number): number {
    const tooMany = this.used(now) - limit + 1;
    const free = tooMany <= 0 ? now : (this.#expiries[tooMany - 1] ?? now + this.windowMs);
    return Math.max(free, this.#blockedUntil);
  }

  #applyServerLimit(header: Headers[string]): void {
    const limit = Number(typeof header === "string" ? header : header?.[0]);
    if (Number.isInteger(limit) && limit > 0) this.#limit = Math.min(limit, this.#maxLimit);
  }

  #addExpiry(end: number): void {
    const place = this.#expiries.findLastIndex((other) => other <= end) + 1;
    this.#expiries.splice(place, 0, end);
  }
}
