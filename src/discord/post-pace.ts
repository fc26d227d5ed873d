import { secondMs } from "../time.ts";

/** How replicas that post at the same time tell each other so. */
export interface SharedPace {
  /** How many requests each of the others wanted in the last seconds. @param wanted how many this one did */
  report(replicaId: string, wanted: number): Promise<readonly number[]>;
}

export interface PostPaceOptions {
  /** Of all replicas together; infinite for no limit. */
  readonly perSecond: number;
  readonly replicaId: string;
  /** `undefined` for the only process there is. */
  readonly shared: SharedPace | undefined;
}

/** So long a replica that is idle may save up what it may send, for a few posts at once. */
const burstMs = 100;
const reportEveryMs = secondMs;
/** After so long without a report, the others no longer count a replica. */
const idleMs = 2 * secondMs;
/** Reports. */
const wantedFor = 3;
/** A database that is slow to answer holds no post up for longer. */
const maxReportMs = secondMs;

/** Lets requests through one after the other, as many a second as this process may send. */
export class PostPace {
  readonly #options: PostPaceOptions;
  readonly #queue: (() => void)[] = [];
  /** Requests a second. */
  #share: number;
  #nextAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #reportedAt = Number.NEGATIVE_INFINITY;
  #reporting: { readonly isBeginning: boolean; readonly done: Promise<void> } | undefined;
  /** Requests since the last report. */
  #arrived = 0;
  #wantedBefore: readonly number[] = [];

  constructor(options: PostPaceOptions) {
    this.#options = options;
    this.#share = options.perSecond;
  }

  /** Resolves when the next request may be sent. */
  async turn(): Promise<void> {
    const { perSecond, shared } = this.#options;
    if (perSecond === Number.POSITIVE_INFINITY) return;
    this.#arrived += 1;
    if (shared !== undefined) await this.#reportInTime(shared);
    await new Promise<void>((resolve) => {
      this.#queue.push(resolve);
      this.#letThrough();
    });
  }

  #letThrough(): void {
    if (this.#timer !== undefined) return;
    const now = performance.now();
    const everyMs = secondMs / this.#share;
    this.#nextAt = Math.max(this.#nextAt, now - burstMs);
    while (this.#nextAt <= now && this.#queue.length > 0) {
      this.#queue.shift()?.();
      this.#nextAt += everyMs;
    }
    if (this.#queue.length === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      const { shared } = this.#options;
      // Without new ones, those that wait still count.
      if (shared !== undefined) void this.#reportInTime(shared);
      this.#letThrough();
    }, this.#nextAt - now);
  }

  /** Once a second, while something is sent. Waits only for the first answer in a while. */
  async #reportInTime(shared: SharedPace): Promise<void> {
    const sinceMs = performance.now() - this.#reportedAt;
    if (this.#reporting === undefined && sinceMs >= reportEveryMs) {
      const isBeginning = sinceMs >= idleMs;
      this.#reportedAt = performance.now();
      this.#reporting = {
        isBeginning,
        done: this.#report(shared, this.#wantedNow(isBeginning), isBeginning),
      };
    }
    if (this.#reporting?.isBeginning === true) await this.#reporting.done;
  }

  /** The most of the last seconds: in one of them, all may have waited for what Discord said. */
  #wantedNow(isBeginning: boolean): number {
    if (isBeginning) this.#wantedBefore = [];
    const latest = this.#arrived + this.#queue.length;
    this.#arrived = 0;
    this.#wantedBefore = [latest, ...this.#wantedBefore].slice(0, wantedFor);
    // Who begins may want any number; a second later it is known.
    return isBeginning ? this.#options.perSecond : Math.max(...this.#wantedBefore);
  }

  /** Never rejects: a database in trouble leaves the share as it is. */
  async #report(shared: SharedPace, wanted: number, isBeginning: boolean): Promise<void> {
    const { perSecond, replicaId } = this.#options;
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(late.resolve, maxReportMs);
    try {
      const others = await Promise.race([shared.report(replicaId, wanted), late.promise]);
      if (others === undefined) return;
      const share = shareOf(perSecond, wanted, others);
      // The others have not heard of it yet, nor it of those who begin at the same moment.
      this.#share = isBeginning ? share / 2 : share;
    } catch {
      // The next second asks again.
    } finally {
      clearTimeout(timer);
      this.#reporting = undefined;
    }
  }
}

/**
 * What one may have of a rate that others want of, too: those who want less than an equal part leave the rest to others.
 */
export function shareOf(perSecond: number, wanted: number, others: readonly number[]): number {
  let left = perSecond;
  const modestFirst = others.toSorted((a, b) => a - b);
  for (const [index, other] of modestFirst.entries()) {
    const equalPart = left / (modestFirst.length - index + 1);
    if (other >= equalPart || wanted <= other) return equalPart;
    left -= other;
  }
  return left;
}
