const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * The end of a call's budget, over all its repetitions. A plain timer: an `AbortSignal` of its own for each call, with
 * its listeners, costs as much processor time as reading a small answer.
 */
export class Deadline implements Disposable {
  /** Ends the request that is under way; `undefined` between two of them. */
  end: (() => void) | undefined;
  readonly #reserveMs: number;
  readonly #endsAt: number;
  #passed = false;
  readonly #timer: NodeJS.Timeout;

  /** @param reserveMs so much has to be left when a request starts */
  constructor(budgetMs: number, reserveMs = 0) {
    this.#reserveMs = reserveMs;
    this.#endsAt = performance.now() + budgetMs;
    const delayMs = Math.min(Math.max(1, Math.ceil(budgetMs)), LONGEST_TIMER_MS);
    this.#timer = setTimeout(() => this.#pass(), delayMs);
  }

  get passed(): boolean {
    return this.#passed;
  }

  /** Whether a request that starts now has time enough to be answered. */
  get allowsStart(): boolean {
    return !this.#passed && this.#endsAt - performance.now() >= this.#reserveMs;
  }

  #pass(): void {
    this.#passed = true;
    this.end?.();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}
