import { secondMs } from "../time.ts";

/** How replicas that post at the same time share a rate. */
export interface SharedPace {
  /**
   * How many requests each of the other replicas wanted within the last seconds.
   * @param wanted how many this one wanted
   */
  report(replicaId: string, wanted: number): Promise<readonly number[]>;
}

export interface PostPaceOptions {
  /** For all replicas together; infinite for no limit. */
  readonly perSecond: number;
  readonly replicaId: string;
  /** `undefined` if this is the only process. */
  readonly shared: SharedPace | undefined;
}

/** How much unused time an idle replica may save up, for a short burst of posts. */
const burstMs = 100;
const reportEveryMs = secondMs;
/** A replica counts as idle after this long without a report. */
const idleMs = 2 * secondMs;
/** The number of reports considered. */
const wantedFor = 3;
/** A slow database delays posts by no more than this. */
const maxReportMs = secondMs;

/** Lets requests through one at a time, at this process's share of the rate. */
export class PostPace {
  readonly #options: PostPaceOptions;
  readonly #queue: (() => void)[] = [];
  /** Requests per second. */
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
      // Even without new requests, those in the queue still count.
      if (shared !== undefined) void this.#reportInTime(shared);
      this.#letThrough();
    }, this.#nextAt - now);
  }

  /** Once a second while requests are sent. Only the first report after a pause is awaited. */
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

  /** The maximum of the last seconds: in some of them, everything may have been waiting for Discord. */
  #wantedNow(isBeginning: boolean): number {
    if (isBeginning) this.#wantedBefore = [];
    const latest = this.#arrived + this.#queue.length;
    this.#arrived = 0;
    this.#wantedBefore = [latest, ...this.#wantedBefore].slice(0, wantedFor);
    // A replica that has just begun may want any number; a second later it is known.
    return isBeginning ? this.#options.perSecond : Math.max(...this.#wantedBefore);
  }

  /** Never rejects: if the database fails, the share stays as it is. */
  async #report(shared: SharedPace, wanted: number, isBeginning: boolean): Promise<void> {
    const { perSecond, replicaId } = this.#options;
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(late.resolve, maxReportMs);
    try {
      const others = await Promise.race([shared.report(replicaId, wanted), late.promise]);
      if (others === undefined) return;
      const share = shareOf(perSecond, wanted, others);
      // The others haven't heard of this replica yet, nor it of others beginning at the same moment.
      this.#share = isBeginning ? share / 2 : share;
    } catch {
      // The report a second later tries again.
    } finally {
      clearTimeout(timer);
      this.#reporting = undefined;
    }
  }
}

/** One replica's share of a rate: replicas that want less than an equal share leave the rest to the others. */
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
