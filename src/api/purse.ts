import type { Alarm } from "./alarm.ts";

/** One budget of a workspace for all replicas. They take blocks of it, so that not each request asks. */
export interface SharedBudget {
  /** Atomically among all who share it: as many of `wanted` as fit under `limit` beside all that counts at `now`. */
  lease(request: LeaseRequest): Promise<LeaseAnswer>;
  /** Corrects how many a lease counts for, and until when. */
  settle(id: string, used: number, endsAt: number): Promise<void>;
}

export interface LeaseRequest {
  readonly id: string;
  readonly workspaceId: string;
  readonly wanted: number;
  readonly limit: number;
  readonly now: number;
  /** The lease counts until then, should nobody correct it. */
  readonly endsAt: number;
}

export interface LeaseAnswer {
  readonly granted: number;
  /** When the first of the leases that count ends; `undefined` when none does. */
  readonly nextEnd: number | undefined;
}

/** One request out of a lease, to be accounted for when it is over. */
export interface Coin {
  spentUntil(end: number): void;
  giveBack(): void;
}

export interface PurseOptions {
  readonly shared: SharedBudget;
  readonly workspaceId: string;
  readonly windowMs: number;
  readonly now: () => number;
  readonly alarm: Alarm;
  readonly newId: () => string;
  /** Called when a lease came or was refused. */
  readonly onChange: () => void;
}

/** After it, what is left of a lease goes back. */
const USE_WITHIN_MS = 5_000;
/** No request is out for longer. */
const LONGEST_REQUEST_MS = 60_000;
const ASK_AGAIN_MS = 1_000;

interface Lease {
  readonly id: string;
  left: number;
  used: number;
  out: number;
  endsAt: number;
}

/** What one replica holds of a shared budget for one lane. */
export class Purse {
  readonly #options: PurseOptions;
  #lease: Lease | undefined;
  #asking = false;
  #askAgainAt = Number.NEGATIVE_INFINITY;
  #emptyUntil = Number.NEGATIVE_INFINITY;
  #callOff = (): void => undefined;

  constructor(options: PurseOptions) {
    this.#options = options;
  }

  /** When there may be more, as it was told just now; in the past when it has to ask to know. */
  get emptyUntil(): number {
    const toldJustNow = this.#options.now() < this.#askAgainAt;
    return toldJustNow ? this.#emptyUntil : Number.NEGATIVE_INFINITY;
  }

  get askAgainAt(): number {
    return this.#askAgainAt;
  }

  get idle(): boolean {
    return this.#lease === undefined && !this.#asking;
  }

  take(): Coin | undefined {
    const lease = this.#lease;
    if (lease === undefined) return undefined;
    lease.left -= 1;
    lease.used += 1;
    lease.out += 1;
    if (lease.left === 0) this.#putAway(lease);
    return {
      spentUntil: (end) => {
        lease.endsAt = Math.max(lease.endsAt, end);
        this.#over(lease);
      },
      giveBack: () => {
        lease.used -= 1;
        if (lease === this.#lease) lease.left += 1;
        this.#over(lease);
      },
    };
  }

  /** Asks for a lease, unless it was told just now that there is none. */
  fill(wanted: number, limit: number): void {
    const now = this.#options.now();
    if (this.#asking || this.#lease !== undefined || now < this.#askAgainAt) return;
    this.#asking = true;
    const { windowMs, workspaceId, shared, newId } = this.#options;
    const endsAt = now + USE_WITHIN_MS + LONGEST_REQUEST_MS + windowMs;
    const request = { id: newId(), workspaceId, wanted, limit, now, endsAt };
    shared.lease(request).then(
      (answer) => this.#filled(request, answer),
      // A database in trouble must not keep people from the service; its own limit still holds.
      () => this.#filled(request, { granted: wanted, nextEnd: undefined }),
    );
  }

  /** What is left goes back at once. */
  close(): void {
    if (this.#lease !== undefined) this.#putAway(this.#lease);
  }

  #filled({ id, now: startedAt }: LeaseRequest, { granted, nextEnd }: LeaseAnswer): void {
    this.#asking = false;
    const now = this.#options.now();
    if (granted > 0) {
      const lease: Lease = { id, left: granted, used: 0, out: 0, endsAt: now };
      this.#lease = lease;
      const leftMs = Math.max(1, startedAt + USE_WITHIN_MS - now);
      this.#callOff = this.#options.alarm(leftMs, () => this.#putAway(lease));
    } else {
      this.#askAgainAt = now + ASK_AGAIN_MS;
      // Others correct their leases as answers come, so the end that stands there is the latest possible one.
      this.#emptyUntil = Math.min(nextEnd ?? now, now + this.#options.windowMs);
    }
    this.#options.onChange();
  }

  #over(lease: Lease): void {
    lease.out -= 1;
    if (lease !== this.#lease) this.#settle(lease);
  }

  #putAway(lease: Lease): void {
    if (lease !== this.#lease) return;
    this.#lease = undefined;
    this.#callOff();
    this.#settle(lease);
  }

  #settle({ id, out, used, endsAt }: Lease): void {
    if (out > 0) return;
    // Unsettled it counts longer than it must, and ends by itself.
    this.#options.shared.settle(id, used, endsAt).catch(() => undefined);
  }
}
