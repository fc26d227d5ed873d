import { setTimeout as sleep } from "node:timers/promises";
import type { IIdentifyThrottler } from "discord.js";
import { raceTimeout } from "../time.ts";

/** Turns to identify that replicas share. */
export interface SharedTurns {
  /** @returns 0 if the turn was taken, otherwise the milliseconds until it is free */
  take(bucket: number, everyMs: number): Promise<number>;
}

export interface IdentifyThrottlerOptions {
  /** How many shards may identify at the same time, as Discord says: `max_concurrency`. */
  readonly maxConcurrency: number;
  readonly everyMs: number;
  /** `undefined` if this is the only process. */
  readonly shared: SharedTurns | undefined;
}

/** Discord allows one every five seconds; the rest is for requests that take longer than the one before. */
export const identifyEveryMs = 5_250;
/** A slow database delays a shard by no more than this. */
const maxTakeMs = 2_000;

/** Lets the shards of one bucket identify one after the other, whichever replica they are on. */
export class IdentifyThrottler implements IIdentifyThrottler {
  readonly #options: IdentifyThrottlerOptions;
  /** Settled when the last shard in line has had its turn. */
  readonly #queues = new Map<number, Promise<void>>();
  readonly #lastAt = new Map<number, number>();

  constructor(options: IdentifyThrottlerOptions) {
    this.#options = options;
  }

  /** Rejects only if `signal` was aborted: discord.js would go on to identify after any other error. */
  async waitForIdentify(shardId: number, signal: AbortSignal): Promise<void> {
    const bucket = shardId % this.#options.maxConcurrency;
    const turn = (this.#queues.get(bucket) ?? Promise.resolve()).then(() => this.#turn(bucket, signal));
    this.#queues.set(
      bucket,
      turn.catch(() => undefined),
    );
    await turn;
  }

  async #turn(bucket: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    for (;;) {
      const waitMs = this.#ownWaitMs(bucket) || (await this.#takeShared(bucket));
      if (waitMs <= 0) break;
      await sleep(waitMs, undefined, { signal });
    }
    this.#lastAt.set(bucket, performance.now());
  }

  #ownWaitMs(bucket: number): number {
    const lastAt = this.#lastAt.get(bucket) ?? Number.NEGATIVE_INFINITY;
    return Math.max(0, lastAt + this.#options.everyMs - performance.now());
  }

  /** Without the database, the pace of this process alone has to do: people wait. */
  async #takeShared(bucket: number): Promise<number> {
    const { shared, everyMs } = this.#options;
    if (shared === undefined) return 0;
    const taken = shared.take(bucket, everyMs).catch(() => 0);
    return raceTimeout(taken, maxTakeMs, () => 0);
  }
}
