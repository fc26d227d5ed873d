const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * The end of a call's budget, over all its repetitions. A plain timer: an `AbortSignal` of its own for each call, with
 * its listeners, costs as much processor time as reading a small answer.
 */
export class Deadline implements Disposable {
  /** Ends the request that is under way; `undefined` between two of them. */
  end: (() => void) | undefined;
  #passed = false;
  readonly #timer: NodeJS.Timeout;

  constructor(budgetMs: number) {
    const delayMs = Math.min(Math.max(1, Math.ceil(budgetMs)), LONGEST_TIMER_MS);
    this.#timer = setTimeout(() => this.#pass(), delayMs);
  }

  get passed(): boolean {
    return this.#passed;
  }

  #pass(): void {
    this.#passed = true;
    this.end?.();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}
