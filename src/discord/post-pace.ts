import { raceTimeout, secondMs } from "../time.ts";

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
export interface PostPace {
  /** Resolves when the next request may be sent. */
  turn(): Promise<void>;
}

export function createPostPace({ perSecond, replicaId, shared }: PostPaceOptions): PostPace {
  const queue: (() => void)[] = [];
  /** Requests per second. */
  let share = perSecond;
  let nextAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let reportedAt = Number.NEGATIVE_INFINITY;
  let reporting: { readonly isBeginning: boolean; readonly done: Promise<void> } | undefined;
  /** Requests since the last report. */
  let arrived = 0;
  let wantedBefore: readonly number[] = [];

  function letThrough(): void {
    if (timer !== undefined) return;
    const now = performance.now();
    const everyMs = secondMs / share;
    nextAt = Math.max(nextAt, now - burstMs);
    while (nextAt <= now && queue.length > 0) {
      queue.shift()?.();
      nextAt += everyMs;
    }
    if (queue.length === 0) return;
    timer = setTimeout(() => {
      timer = undefined;
      // Even without new requests, those in the queue still count.
      if (shared !== undefined) void reportInTime(shared);
      letThrough();
    }, nextAt - now);
  }

  /** Once a second while requests are sent. Only the first report after a pause is awaited. */
  async function reportInTime(pace: SharedPace): Promise<void> {
    const sinceMs = performance.now() - reportedAt;
    if (reporting === undefined && sinceMs >= reportEveryMs) {
      const isBeginning = sinceMs >= idleMs;
      reportedAt = performance.now();
      reporting = { isBeginning, done: report(pace, countWanted(isBeginning), isBeginning) };
    }
    if (reporting?.isBeginning === true) await reporting.done;
  }

  /** The maximum of the last seconds: in some of them, everything may have been waiting for Discord. */
  function countWanted(isBeginning: boolean): number {
    if (isBeginning) wantedBefore = [];
    const latest = arrived + queue.length;
    arrived = 0;
    wantedBefore = [latest, ...wantedBefore].slice(0, wantedFor);
    // A replica that has just begun may want any number; a second later it is known.
    return isBeginning ? perSecond : Math.max(...wantedBefore);
  }

  /** Never rejects: if the database fails, the share stays as it is. */
  async function report(pace: SharedPace, wanted: number, isBeginning: boolean): Promise<void> {
    try {
      const others = await raceTimeout(pace.report(replicaId, wanted), maxReportMs, () => undefined);
      if (others === undefined) return;
      const equal = computeShare(perSecond, wanted, others);
      // The others haven't heard of this replica yet, nor it of others beginning at the same moment.
      share = isBeginning ? equal / 2 : equal;
    } catch {
      // The report a second later tries again.
    } finally {
      reporting = undefined;
    }
  }

  return {
    async turn() {
      if (perSecond === Number.POSITIVE_INFINITY) return;
      arrived += 1;
      if (shared !== undefined) await reportInTime(shared);
      await new Promise<void>((resolve) => {
        queue.push(resolve);
        letThrough();
      });
    },
  };
}

/** One replica's share of a rate: replicas that want less than an equal share leave the rest to the others. */
export function computeShare(perSecond: number, wanted: number, others: readonly number[]): number {
  let left = perSecond;
  const modestFirst = others.toSorted((a, b) => a - b);
  for (const [index, other] of modestFirst.entries()) {
    const equalPart = left / (modestFirst.length - index + 1);
    if (other >= equalPart || wanted <= other) return equalPart;
    left -= other;
  }
  return left;
}
