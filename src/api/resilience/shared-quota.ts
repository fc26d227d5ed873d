import { minuteMs, type Timer } from "../../time.ts";

/** One limit per workspace for all replicas. They lease it in blocks, so that not every request has to ask. */
export interface SharedQuota {
  /** Atomic across replicas: grants as many of `wanted` as fit under `limit` with everything that counts at `now`. */
  lease(request: LeaseRequest): Promise<LeaseGrant>;
  /** Corrects how many requests a lease counts for, and until when. */
  complete(id: string, used: number, endsAt: number): Promise<void>;
}

export interface LeaseRequest {
  readonly id: string;
  readonly workspaceId: string;
  readonly wanted: number;
  readonly limit: number;
  readonly now: number;
  /** The lease counts until then unless corrected. */
  readonly endsAt: number;
}

export interface LeaseGrant {
  readonly granted: number;
  /** When the first counted lease ends; `undefined` if there is none. */
  readonly nextEnd: number | undefined;
}

/** One request from a lease, to be accounted for when it ends. */
export interface LeasedPermit {
  commit(end: number): void;
  release(): void;
}

export interface QuotaLeaseHolderOptions {
  readonly shared: SharedQuota;
  readonly workspaceId: string;
  readonly windowMs: number;
  readonly now: () => number;
  readonly timer: Timer;
  readonly newId: () => string;
  /** Called when a lease was granted or refused. */
  readonly onChange: () => void;
}

/** After this long, the unused part of a lease is returned. */
const leaseTtlMs = 5_000;
/** No request is in flight for longer. */
const maxRequestMs = minuteMs;
const retryLeaseMs = 1_000;

interface Lease {
  readonly id: string;
  left: number;
  used: number;
  out: number;
  endsAt: number;
}

/** One replica's share of a shared limit, for one priority. */
export class QuotaLeaseHolder {
  readonly #options: QuotaLeaseHolderOptions;
  #lease: Lease | undefined;
  #asking = false;
  #nextRequestAt = Number.NEGATIVE_INFINITY;
  #exhaustedUntil = Number.NEGATIVE_INFINITY;
  #cancelTimer = (): void => undefined;

  constructor(options: QuotaLeaseHolderOptions) {
    this.#options = options;
  }

  /** When more may be available, going by the last reply; in the past if it must ask again. */
  get exhaustedUntil(): number {
    const toldJustNow = this.#options.now() < this.#nextRequestAt;
    return toldJustNow ? this.#exhaustedUntil : Number.NEGATIVE_INFINITY;
  }

  get nextRequestAt(): number {
    return this.#nextRequestAt;
  }

  get isIdle(): boolean {
    return this.#lease === undefined && !this.#asking;
  }

  consume(): LeasedPermit | undefined {
    const lease = this.#lease;
    if (lease === undefined) return undefined;
    lease.left -= 1;
    lease.used += 1;
    lease.out += 1;
    if (lease.left === 0) this.#returnLease(lease);
    return {
      commit: (end) => {
        lease.endsAt = Math.max(lease.endsAt, end);
        this.#onPermitDone(lease);
      },
      release: () => {
        lease.used -= 1;
        if (lease === this.#lease) lease.left += 1;
        this.#onPermitDone(lease);
      },
    };
  }

  /** Requests a lease, unless the last reply said there was none. */
  requestLease(wanted: number, limit: number): void {
    const now = this.#options.now();
    if (this.#asking || this.#lease !== undefined || now < this.#nextRequestAt) return;
    this.#asking = true;
    const { windowMs, workspaceId, shared, newId } = this.#options;
    const endsAt = now + leaseTtlMs + maxRequestMs + windowMs;
    const request = { id: newId(), workspaceId, wanted, limit, now, endsAt };
    shared.lease(request).then(
      (response) => this.#filled(request, response),
      // A database failure must not keep people from the service, whose own limit still applies.
      () => this.#filled(request, { granted: wanted, nextEnd: undefined }),
    );
  }

  /** Returns the unused part immediately. */
  release(): void {
    if (this.#lease !== undefined) this.#returnLease(this.#lease);
  }

  #filled({ id, now: startedAt }: LeaseRequest, { granted, nextEnd }: LeaseGrant): void {
    this.#asking = false;
    const now = this.#options.now();
    if (granted > 0) {
      const lease: Lease = { id, left: granted, used: 0, out: 0, endsAt: now };
      this.#lease = lease;
      const leftMs = Math.max(1, startedAt + leaseTtlMs - now);
      this.#cancelTimer = this.#options.timer(leftMs, () => this.#returnLease(lease));
    } else {
      this.#nextRequestAt = now + retryLeaseMs;
      // Others correct their leases as responses arrive, so the stored end is the latest possible one.
      this.#exhaustedUntil = Math.min(nextEnd ?? now, now + this.#options.windowMs);
    }
    this.#options.onChange();
  }

  #onPermitDone(lease: Lease): void {
    lease.out -= 1;
    if (lease !== this.#lease) this.#complete(lease);
  }

  #returnLease(lease: Lease): void {
    if (lease !== this.#lease) return;
    this.#lease = undefined;
    this.#cancelTimer();
    this.#complete(lease);
  }

  #complete({ id, out, used, endsAt }: Lease): void {
    if (out > 0) return;
    // Unsettled, it counts for longer than necessary and then expires.
    this.#options.shared.complete(id, used, endsAt).catch(() => undefined);
  }
}
