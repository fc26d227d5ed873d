const maxTimerMs = 2 ** 31 - 1;

/**
 * The timeout of a call, retries included. A plain timer: an `AbortSignal` per call, with its listeners,
 * would cost as much processor time as reading a small response.
 */
export class Deadline implements Disposable {
  /** Aborts the request in flight; `undefined` between two requests. */
  onExpire: (() => void) | undefined;
  readonly #reserveMs: number;
  readonly #endsAt: number;
  #expired = false;
  readonly #timer: NodeJS.Timeout;

  /** @param reserveMs the time that must be left when a request starts */
  constructor(timeoutMs: number, reserveMs = 0) {
    this.#reserveMs = reserveMs;
    this.#endsAt = performance.now() + timeoutMs;
    const delayMs = Math.min(Math.max(1, Math.ceil(timeoutMs)), maxTimerMs);
    // The request itself keeps the process alive. Node makes a new list for each timer that does, if it is the only one of
    // its length, which takes three times as long.
    this.#timer = setTimeout(() => this.#pass(), delayMs).unref();
  }

  get expired(): boolean {
    return this.#expired;
  }

  /** Whether a request that starts now has enough time for a response. */
  get allowsStart(): boolean {
    return !this.#expired && this.#endsAt - performance.now() >= this.#reserveMs;
  }

  #pass(): void {
    this.#expired = true;
    this.onExpire?.();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}
