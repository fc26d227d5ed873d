import type { Headers } from "../../http/request.ts";
import type { Timer } from "../../time.ts";

/** In the order they are served: someone is waiting; nobody is; only uses what is left over. */
export const priorities = ["interactive", "background", "spare"] as const;
export type Priority = (typeof priorities)[number];

/** The right to send one request. The holder releases it or reports the outcome; only the first call counts. */
export interface Permit {
  /** The request was sent, or may have been. */
  complete(response?: { readonly status: number; readonly headers: Headers }): void;
  /** Nothing was sent. */
  release(): void;
}

/** No request can be sent in time. */
export interface Rejection {
  readonly retryAfterMs: number;
}

export function isRejected(verdict: Permit | Rejection): verdict is Rejection {
  return "retryAfterMs" in verdict;
}

interface Waiter {
  /** Epoch milliseconds. */
  readonly deadline: number;
  readonly resolve: (verdict: Permit | Rejection) => void;
  readonly cancelTimer: () => void;
}

/** First come, first served. Requests not served in time are rejected. */
export class WaitQueue {
  readonly #maxLength: number;
  readonly #timer: Timer;
  readonly #waiters = new Set<Waiter>();

  constructor(maxLength: number, timer: Timer) {
    this.#maxLength = maxLength;
    this.#timer = timer;
  }

  get length(): number {
    return this.#waiters.size;
  }

  get full(): boolean {
    return this.#waiters.size >= this.#maxLength;
  }

  /** `rejection` is called when the time is up. */
  enqueue(now: number, withinMs: number, rejection: () => Rejection): Promise<Permit | Rejection> {
    const { promise, resolve } = Promise.withResolvers<Permit | Rejection>();
    const waiter: Waiter = {
      deadline: now + withinMs,
      resolve,
      cancelTimer: this.#timer(withinMs, () => this.#resolve(waiter, rejection())),
    };
    this.#waiters.add(waiter);
    return promise;
  }

  resolveNext(permit: Permit): void {
    const [first] = this.#waiters;
    if (first !== undefined) this.#resolve(first, permit);
  }

  /** Rejects everyone who can't wait until that time. */
  rejectExpiringBefore(moment: number, rejection: Rejection): void {
    for (const waiter of this.#waiters) if (waiter.deadline < moment) this.#resolve(waiter, rejection);
  }

  #resolve(waiter: Waiter, verdict: Permit | Rejection): void {
    this.#waiters.delete(waiter);
    waiter.cancelTimer();
    waiter.resolve(verdict);
  }
}
