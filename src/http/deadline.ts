const maxTimerMs = 2 ** 31 - 1;

/**
 * The end of a call's budget, over all its repetitions. A plain timer: an `AbortSignal` of its own for each call, with
 * its listeners, costs as much processor time as reading a small answer.
 */
export class Deadline implements Disposable {
  /** Aborts the request in flight; `undefined` between two of them. */
  onExpire: (() => void) | undefined;
  readonly #reserveMs: number;
  readonly #endsAt: number;
  #expired = false;
  readonly #timer: NodeJS.Timeout;

  /** @param reserveMs the time that has to be left when a request starts */
  constructor(timeoutMs: number, reserveMs = 0) {
    this.#reserveMs = reserveMs;
    this.#endsAt = performance.now() + timeoutMs;
    const delayMs = Math.min(Math.max(1, Math.ceil(timeoutMs)), maxTimerMs);
    this.#timer = setTimeout(() => this.#pass(), delayMs);
  }

  get expired(): boolean {
    return this.#expired;
  }

  /** Whether a request that starts now has time enough to be answered. */
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
