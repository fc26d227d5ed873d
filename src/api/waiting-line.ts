import type { Alarm } from "./alarm.ts";
import type { Refusal, Turn } from "./turn.ts";

interface Waiter {
  /** Epoch milliseconds. */
  readonly until: number;
  readonly tell: (verdict: Turn | Refusal) => void;
  readonly callOff: () => void;
}

/** First come, first served. Whoever is not served in time is refused. */
export class WaitingLine {
  readonly #longest: number;
  readonly #alarm: Alarm;
  readonly #waiters = new Set<Waiter>();

  constructor(longest: number, alarm: Alarm) {
    this.#longest = longest;
    this.#alarm = alarm;
  }

  get length(): number {
    return this.#waiters.size;
  }

  get full(): boolean {
    return this.#waiters.size >= this.#longest;
  }

  /** `refusal` is asked when the time is over. */
  join(now: number, withinMs: number, refusal: () => Refusal): Promise<Turn | Refusal> {
    const { promise, resolve } = Promise.withResolvers<Turn | Refusal>();
    const waiter: Waiter = {
      until: now + withinMs,
      tell: resolve,
      callOff: this.#alarm(withinMs, () => this.#tell(waiter, refusal())),
    };
    this.#waiters.add(waiter);
    return promise;
  }

  serve(turn: Turn): void {
    const [first] = this.#waiters;
    if (first !== undefined) this.#tell(first, turn);
  }

  /** Refuses all who cannot wait until that moment. */
  refuseBefore(moment: number, refusal: Refusal): void {
    for (const waiter of this.#waiters) if (waiter.until < moment) this.#tell(waiter, refusal);
  }

  #tell(waiter: Waiter, verdict: Turn | Refusal): void {
    this.#waiters.delete(waiter);
    waiter.callOff();
    waiter.tell(verdict);
  }
}
