import type { Alarm } from "./alarm.ts";
import { Ledger } from "./ledger.ts";
import { type Coin, Purse, type SharedBudget } from "./purse.ts";
import type { Lane, Refusal, Turn } from "./turn.ts";
import { WaitingLine } from "./waiting-line.ts";

export interface BudgetLimits {
  /** Requests in one window of the service. */
  readonly limit: number;
  readonly windowMs: number;
  /** The part of the limit that is kept for people, from 0 to 1. */
  readonly reserve: number;
  /** So many may wait; whoever comes after them is refused at once. */
  readonly longestLine: Readonly<Record<Lane, number>>;
}

export interface BudgetOptions extends BudgetLimits {
  readonly workspaceId: string;
  readonly shared: SharedBudget | undefined;
  readonly now: () => number;
  readonly alarm: Alarm;
  readonly newId: () => string;
}

/** Of the window of this moment, as far as this program can tell. */
export interface Usage {
  readonly used: number;
  readonly limit: number;
}

/** In the order in which they are served: nobody in a later lane goes before somebody in an earlier one. */
const lanes = ["people", "background"] as const satisfies readonly Lane[];
/** Of a shared budget, this part of the limit is leased at a time. */
const LEASED_PART = 1 / 20;

/** The requests that may be sent to one workspace. */
export class Budget {
  readonly #options: BudgetOptions;
  #ledger: Ledger;
  readonly #lines: Readonly<Record<Lane, WaitingLine>>;
  readonly #purses: Readonly<Record<Lane, Purse>> | undefined;
  #callOff = (): void => undefined;

  constructor(options: BudgetOptions) {
    const { alarm, longestLine, shared } = options;
    this.#options = options;
    this.#ledger = new Ledger(options);
    this.#lines = {
      people: new WaitingLine(longestLine.people, alarm),
      background: new WaitingLine(longestLine.background, alarm),
    };
    const purse = (from: SharedBudget) =>
      new Purse({ ...options, shared: from, onChange: () => this.#serve() });
    this.#purses = shared && { people: purse(shared), background: purse(shared) };
  }

  /** True when nothing of it is worth keeping. */
  get idle(): boolean {
    const now = this.#options.now();
    const purses = Object.values(this.#purses ?? {});
    return this.#waiting === 0 && purses.every((purse) => purse.idle) && this.#ledger.freeAt(1, now) <= now;
  }

  get usage(): Usage {
    return { used: this.#ledger.used(this.#options.now()), limit: this.#ledger.limit };
  }

  /** Resolves with a refusal as soon as it is clear that there will be no turn in time. */
  take(lane: Lane, withinMs: number): Promise<Turn | Refusal> {
    const turn = this.#isAhead(lane) ? this.#turn(lane) : undefined;
    if (turn !== undefined) return Promise.resolve(turn);
    const refusal = this.#refusal(lane);
    const line = this.#lines[lane];
    if (refusal.retryAfterMs > withinMs || line.full) return Promise.resolve(refusal);
    const served = line.join(this.#options.now(), withinMs, () => this.#refusal(lane));
    this.#serve();
    return served;
  }

  /** A turn that is free now. */
  takeNow(lane: Lane): Turn | Refusal {
    const turn = this.#isAhead(lane) ? this.#turn(lane) : undefined;
    if (turn !== undefined) return turn;
    this.#purses?.[lane].fill(this.#blockSize(lane), this.#ceiling(lane));
    return this.#refusal(lane);
  }

  /** From here on both count as one. */
  absorb(other: Budget): void {
    this.#ledger.absorb(other.#ledger);
    other.#ledger = this.#ledger;
  }

  /** Refuses all who wait. */
  close(): void {
    this.#callOff();
    for (const lane of lanes) {
      this.#purses?.[lane].close();
      this.#lines[lane].refuseBefore(Number.POSITIVE_INFINITY, { retryAfterMs: 1 });
    }
  }

  get #waiting(): number {
    return this.#lines.people.length + this.#lines.background.length;
  }

  #isAhead(lane: Lane): boolean {
    return lane === "people" ? this.#lines.people.length === 0 : this.#waiting === 0;
  }

  #ceiling(lane: Lane): number {
    const { limit } = this.#ledger;
    return lane === "people" ? limit : Math.max(1, limit - Math.ceil(limit * this.#options.reserve));
  }

  #turn(lane: Lane): Turn | undefined {
    const now = this.#options.now();
    if (this.#ledger.freeAt(this.#ceiling(lane), now) > now) return undefined;
    const coin = this.#purses?.[lane].take();
    if (this.#purses !== undefined && coin === undefined) return undefined;
    this.#ledger.send();
    return this.#accountFor(coin);
  }

  #accountFor(coin: Coin | undefined): Turn {
    let over = false;
    const once = (settle: () => void): void => {
      if (over) return;
      over = true;
      settle();
      this.#serve();
    };
    return {
      spent: ({ status, headers } = { status: 0, headers: {} }) =>
        once(() => {
          const end = this.#ledger.answered(status, headers, this.#options.now());
          coin?.spentUntil(end);
        }),
      giveBack: () =>
        once(() => {
          this.#ledger.takeBack();
          coin?.giveBack();
        }),
    };
  }

  /** Says how long somebody who comes now would wait, as far as can be told. */
  #refusal(lane: Lane): Refusal {
    const ahead = lane === "people" ? this.#lines.people.length : this.#waiting;
    return { retryAfterMs: Math.max(1, Math.ceil(this.#freeAt(lane, ahead) - this.#options.now())) };
  }

  #freeAt(lane: Lane, ahead: number): number {
    const free = this.#ledger.freeAt(this.#ceiling(lane) - ahead, this.#options.now());
    return Math.max(free, this.#purses?.[lane].emptyUntil ?? free);
  }

  #blockSize(lane: Lane): number {
    return Math.max(1, Math.round(this.#ledger.limit * LEASED_PART), this.#lines[lane].length);
  }

  #serve(): void {
    this.#callOff();
    for (const lane of lanes) {
      const line = this.#lines[lane];
      for (let turn; line.length > 0 && (turn = this.#turn(lane)) !== undefined;) line.serve(turn);
      line.refuseBefore(this.#freeAt(lane, 0), this.#refusal(lane));
      if (line.length > 0) return this.#comeBack(lane);
    }
  }

  /** Serves again as soon as the first who waits may have a turn. */
  #comeBack(lane: Lane): void {
    const { now, alarm } = this.#options;
    const purse = this.#purses?.[lane];
    const free = this.#ledger.freeAt(this.#ceiling(lane), now());
    if (free <= now()) purse?.fill(this.#blockSize(lane), this.#ceiling(lane));
    // While a lease is asked for there is no moment to come back at; its answer calls.
    const waitMs = Math.max(free, purse?.askAgainAt ?? free) - now();
    if (waitMs > 0) this.#callOff = alarm(waitMs, () => this.#serve());
  }
}
