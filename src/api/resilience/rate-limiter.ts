import { type Timer, minuteMs } from "../../time.ts";
import { type Permit, priorities, type Priority, type Rejection, WaitQueue } from "./wait-queue.ts";
import { type LeasedPermit, QuotaLeaseHolder, type SharedQuota } from "./shared-quota.ts";
import type { Headers } from "../../http/request.ts";
import { parseRetryAfter } from "../retry.ts";

/** How many requests one workspace gets. The rules are those of `RequestWindow` and `RateLimiter`. */
export interface RateLimits {
  /** Requests in one window of the service, until it says how many there are. */
  readonly limit: number;
  /** No more than these are sent in one window, whatever the service says. */
  readonly maxLimit: number;
  readonly windowMs: number;
  /** The share of the limit reserved for people, from 0 to 1. */
  readonly reservedShare: number;
  /** Nothing of priority `spare` is sent once this share of the limit is used, by any priority. */
  readonly spareShare: number;
  /** How many may wait; more are rejected at once. */
  readonly maxQueue: Readonly<Record<Priority, number>>;
}

export const defaultRateLimits: RateLimits = {
  limit: 100,
  maxLimit: 600,
  windowMs: minuteMs,
  reservedShare: 0.4,
  spareShare: 0.4,
  maxQueue: { interactive: 50, background: 200, spare: 50 },
};

/** How long to wait after a 429 that doesn't say. */
const defaultBlockMs = 15_000;

/**
 * What counts against the limit of one workspace.
 *
 * We don't know when the service's windows begin, and needn't. A request counts while it is in flight, and then until
 * the reset named in its response, or for a whole window if it names none. So whenever another request is sent, every
 * request the service may count in the same window is counted here, whatever the delays.
 */
class RequestWindow {
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

interface WorkspaceLimiterOptions extends RateLimits {
  readonly workspaceId: string;
  readonly shared: SharedQuota | undefined;
  readonly now: () => number;
  readonly timer: Timer;
  readonly newId: () => string;
}

/** Usage of the current window, as far as this process knows. */
export interface Usage {
  readonly used: number;
  readonly limit: number;
  /** How many requests of priority `spare` may still be sent. */
  readonly spare: number;
}

/** The share of the limit leased at a time if replicas share it. */
const leaseFraction = 1 / 20;

/** The requests that may be sent to one workspace. */
class WorkspaceLimiter {
  readonly #options: WorkspaceLimiterOptions;
  #window: RequestWindow;
  readonly #lines: Readonly<Record<Priority, WaitQueue>>;
  readonly #leaseHolders: Readonly<Record<Priority, QuotaLeaseHolder>> | undefined;
  #cancelTimer = (): void => undefined;

  constructor(options: WorkspaceLimiterOptions) {
    const { timer, maxQueue, shared } = options;
    this.#options = options;
    this.#window = new RequestWindow(options);
    this.#lines = {
      interactive: new WaitQueue(maxQueue.interactive, timer),
      background: new WaitQueue(maxQueue.background, timer),
      spare: new WaitQueue(maxQueue.spare, timer),
    };
    const leases = (from: SharedQuota) =>
      new QuotaLeaseHolder({ ...options, shared: from, onChange: () => this.#drain() });
    this.#leaseHolders = shared && {
      interactive: leases(shared),
      background: leases(shared),
      spare: leases(shared),
    };
  }

  /** True if nothing in it is worth keeping. */
  get isIdle(): boolean {
    const now = this.#options.now();
    const leaseHolders = Object.values(this.#leaseHolders ?? {});
    return (
      this.#waiting("spare") === 0 &&
      leaseHolders.every((leases) => leases.isIdle) &&
      this.#window.nextSlotAt(1, now) <= now
    );
  }

  get usage(): Usage {
    const used = this.#window.used(this.#options.now());
    return { used, limit: this.#window.limit, spare: Math.max(0, this.#getLimit("spare") - used) };
  }

  /** Resolves with a rejection as soon as it is clear that the request can't be sent in time. */
  acquire(priority: Priority, withinMs: number): Promise<Permit | Rejection> {
    const now = this.#options.now();
    const permit = this.#isNext(priority) ? this.#tryIssue(priority, now) : undefined;
    if (permit !== undefined) return Promise.resolve(permit);
    const rejection = this.#rejection(priority, now);
    const line = this.#lines[priority];
    if (rejection.retryAfterMs > withinMs || line.full) return Promise.resolve(rejection);
    const served = line.enqueue(now, withinMs, () => this.#rejection(priority, this.#options.now()));
    this.#drain();
    return served;
  }

  /** Takes over what the other has counted; both share one window from then on. */
  absorb(other: WorkspaceLimiter): void {
    this.#window.absorb(other.#window);
    other.#window = this.#window;
  }

  /** Rejects everyone waiting. */
  close(): void {
    this.#cancelTimer();
    for (const priority of priorities) {
      this.#leaseHolders?.[priority].release();
      this.#lines[priority].rejectExpiringBefore(Number.POSITIVE_INFINITY, { retryAfterMs: 1 });
    }
  }

  /** How many are waiting with this priority or a higher one. */
  #waiting(priority: Priority): number {
    let waiting = 0;
    for (const each of priorities) {
      waiting += this.#lines[each].length;
      if (each === priority) break;
    }
    return waiting;
  }

  #isNext(priority: Priority): boolean {
    return this.#waiting(priority) === 0;
  }

  /** How many of the window's requests may be used before this priority has to wait. */
  #getLimit(priority: Priority): number {
    const { limit } = this.#window;
    const { reservedShare, spareShare } = this.#options;
    if (priority === "interactive") return limit;
    const isSpare = priority === "spare";
    return Math.max(1, isSpare ? Math.floor(limit * spareShare) : limit - Math.ceil(limit * reservedShare));
  }

  #tryIssue(priority: Priority, now: number): Permit | undefined {
    if (this.#window.nextSlotAt(this.#getLimit(priority), now) > now) return undefined;
    const leasedPermit = this.#leaseHolders?.[priority].consume();
    if (this.#leaseHolders !== undefined && leasedPermit === undefined) return undefined;
    this.#window.begin();
    return this.#track(leasedPermit);
  }

  #track(leasedPermit: LeasedPermit | undefined): Permit {
    let over = false;
    const once = (finish: () => void): void => {
      if (over) return;
      over = true;
      finish();
      this.#drain();
    };
    return {
      complete: ({ status, headers } = { status: 0, headers: {} }) =>
        once(() => {
          const end = this.#window.complete(status, headers, this.#options.now());
          leasedPermit?.commit(end);
        }),
      release: () =>
        once(() => {
          this.#window.cancel();
          leasedPermit?.release();
        }),
    };
  }

  /** Tells how long a new caller would wait, as far as is known. */
  #rejection(priority: Priority, now: number): Rejection {
    const freeAt = this.#nextPermitAt(priority, this.#waiting(priority), now);
    return { retryAfterMs: Math.max(1, Math.ceil(freeAt - now)) };
  }

  #nextPermitAt(priority: Priority, ahead: number, now: number): number {
    const free = this.#window.nextSlotAt(this.#getLimit(priority) - ahead, now);
    return Math.max(free, this.#leaseHolders?.[priority].exhaustedUntil ?? free);
  }

  #blockSize(priority: Priority): number {
    return Math.max(1, Math.round(this.#window.limit * leaseFraction), this.#lines[priority].length);
  }

  #drain(): void {
    this.#cancelTimer();
    // One moment for all of it: what comes free between two looks at the clock would be nobody's.
    const now = this.#options.now();
    for (const priority of priorities) {
      const line = this.#lines[priority];
      if (line.length === 0) continue;
      for (let permit; line.length > 0 && (permit = this.#tryIssue(priority, now)) !== undefined;)
        line.resolveNext(permit);
      line.rejectExpiringBefore(this.#nextPermitAt(priority, 0, now), this.#rejection(priority, now));
      if (line.length > 0) return this.#scheduleDrain(priority, now);
    }
  }

  /** Schedules the next drain for when the first in the queue may be served. */
  #scheduleDrain(priority: Priority, now: number): void {
    const leases = this.#leaseHolders?.[priority];
    const free = this.#window.nextSlotAt(this.#getLimit(priority), now);
    if (free <= now) leases?.requestLease(this.#blockSize(priority), this.#getLimit(priority));
    // While a lease is being requested there is no time to schedule; its response drains the queue.
    const waitMs = Math.max(free, leases?.nextRequestAt ?? free) - now;
    if (waitMs > 0) this.#cancelTimer = this.#options.timer(waitMs, () => this.#drain());
  }
}

export interface RateLimiter {
  /** Waits for a permit, or rejects at once if there is none within that time. */
  acquire(workspaceId: string, priority: Priority, withinMs: number): Promise<Permit | Rejection>;
  usage(workspaceId: string): Usage;
  /** Removes a limiter so that another can absorb it; its callers keep waiting. */
  release(id: string): WorkspaceLimiter | undefined;
  /** Requests sent or in flight under another id count here from now on. */
  absorb(workspaceId: string, other: WorkspaceLimiter): void;
  /** Rejects everyone waiting. */
  close(): void;
}

export type RateLimiterOptions = Omit<WorkspaceLimiterOptions, "workspaceId">;

const firstSweepAt = 1_000;

/** Keeps the requests to each workspace within the service's limit, whichever guild they come from. */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const limiters = new Map<string, WorkspaceLimiter>();
  let sweepAt = firstSweepAt;

  function sweep(): void {
    for (const [workspaceId, limiter] of limiters) if (limiter.isIdle) limiters.delete(workspaceId);
    // Twice what is left, so that sweeping stays cheap however many are in use.
    sweepAt = Math.max(firstSweepAt, limiters.size * 2);
  }

  function limiterFor(workspaceId: string): WorkspaceLimiter {
    const known = limiters.get(workspaceId);
    if (known !== undefined) return known;
    if (limiters.size >= sweepAt) sweep();
    const limiter = new WorkspaceLimiter({ ...options, workspaceId });
    limiters.set(workspaceId, limiter);
    return limiter;
  }

  return {
    acquire: (workspaceId, priority, withinMs) => limiterFor(workspaceId).acquire(priority, withinMs),
    usage: (workspaceId) =>
      limiters.get(workspaceId)?.usage ?? new WorkspaceLimiter({ ...options, workspaceId }).usage,
    release(id) {
      const limiter = limiters.get(id);
      limiters.delete(id);
      return limiter;
    },
    absorb: (workspaceId, other) => limiterFor(workspaceId).absorb(other),
    close() {
      for (const limiter of limiters.values()) limiter.close();
    },
  };
}
