import { setTimeout as sleep } from "node:timers/promises";
import {
  type Client,
  type RESTGetAPIGatewayBotResult,
  SimpleShardingStrategy,
  type IIdentifyThrottler,
} from "discord.js";
import type { ShardRange } from "../store/replicas.ts";
import { minuteMs, raceTimeout, secondMs } from "../time.ts";
import { pluralize } from "../ui/numbers.ts";

/** The shards that a client opens; `undefined` before it logs in, and without a gateway. */
export function findShardRange({ ws, options: { shardCount: total = 1 } }: Client): ShardRange | undefined {
  const ids = [...ws.shards.keys()];
  return ids.length === 0 ? undefined : { first: Math.min(...ids), last: Math.max(...ids), total };
}

/** Discord recommends a shard for so many servers, and refuses one with more than `maxGuilds`. */
const recommendedGuilds = 1_000;
const maxGuilds = 2_500;

/** Discord would refuse a login with these shards. The message is for the operator. */
export class ShardsRefusedError extends Error {
  override readonly name = "ShardsRefusedError";
}

/** @throws ShardsRefusedError */
export function assertShardsFit(
  range: ShardRange | "auto",
  { shards: recommended, session_start_limit: limit }: RESTGetAPIGatewayBotResult,
): void {
  const { first, last, total } =
    range === "auto" ? { first: 0, last: recommended - 1, total: recommended } : range;
  const minimum = Math.ceil((recommended * recommendedGuilds) / maxGuilds);
  if (total < minimum)
    throw new ShardsRefusedError(
      `Discord requires at least ${minimum} shards for the bot's servers and recommends ${recommended}, but DISCORD_SHARDS divides them into ${total}. Divide them into more, on every replica.`,
    );
  const logins = last - first + 1;
  if (limit.remaining < logins)
    throw new ShardsRefusedError(
      `The bot needs ${pluralize(logins, "login")}, and Discord allows ${limit.remaining} more today. Start it again in ${Math.ceil(limit.reset_after / minuteMs)} minutes.`,
    );
}

const firstPauseMs = 1_000;
const maxPauseMs = minuteMs;
/** A connection that lasted this long counts as successful. Discord allows a thousand logins a day. */
const steadyMs = minuteMs;
const farewellMs = secondMs;

type Manager = ConstructorParameters<typeof SimpleShardingStrategy>[0];

/** While it is refused, discord.js reconnects twice a second. This adds growing pauses. */
export class BackoffSharding extends SimpleShardingStrategy {
  readonly #manager: Manager;
  readonly #random: () => number;
  readonly #range: ShardRange | "auto";

  constructor(manager: Manager, random: () => number, range: ShardRange | "auto") {
    super(manager);
    this.#manager = manager;
    this.#random = random;
    this.#range = range;
  }

  /** @throws ShardsRefusedError */
  override async spawn(shardIds: number[]): Promise<void> {
    assertShardsFit(this.#range, await this.#manager.fetchGatewayInformation());
    await super.spawn(shardIds);
    for (const shard of this["shards"].values()) {
      const backoff = createReconnectBackoff(this.#random);
      for (const event of ["ready", "resumed"]) shard.on(event, () => backoff.markConnected());
      const destroy = shard.destroy.bind(shard);
      shard.destroy = async (options?: { readonly recover?: unknown }) => {
        // A shard that was destroyed permanently during the pause stays destroyed.
        if (options?.recover === undefined || (await backoff.wait())) await destroy(options);
      };
    }
  }

  /** A gateway that no longer responds doesn't confirm the end of a connection either. */
  override async destroy(...given: Parameters<SimpleShardingStrategy["destroy"]>): Promise<void> {
    const shards = [...this["shards"].values()];
    await raceTimeout(super.destroy(...given), farewellMs, () => {
      for (const shard of shards) shard["connection"]?.terminate();
    });
  }

  /** A shard whose first connection fails tries again by itself, so the others stay connected. */
  override async connect(): Promise<void> {
    await Promise.allSettled([...this["shards"].values()].map((shard) => shard.connect()));
  }
}

/**
 * How long to wait before a shard connects again, in milliseconds. The time its last connection lasted counts towards
 * the pause: a connection that is cut every ten seconds is back at once, one that is refused isn't.
 *
 * @param failures consecutive connections that were refused or soon lost
 * @param lastedMs negative if it was refused
 */
export function computeReconnectPauseMs(failures: number, lastedMs: number, random: () => number): number {
  if (failures < 2) return 0;
  // Spread out, so that many bots don't all come back at once.
  const pauseMs = Math.min(firstPauseMs * 2 ** (failures - 2), maxPauseMs) * (0.5 + random() / 2);
  return Math.max(0, pauseMs - Math.max(0, lastedMs));
}

/** Per shard. Doesn't use the context's clock: it measures elapsed time, however clocks are set. */
function createReconnectBackoff(random: () => number) {
  let connectedAt = Number.POSITIVE_INFINITY;
  let failures = 0;
  let isWaiting = false;
  return {
    markConnected(): void {
      connectedAt = performance.now();
    },

    /** Waits before reconnecting, except the first time. @returns false if another caller is already waiting */
    async wait(): Promise<boolean> {
      if (isWaiting) return false;
      const lastedMs = performance.now() - connectedAt;
      connectedAt = Number.POSITIVE_INFINITY;
      failures = lastedMs >= steadyMs ? 1 : failures + 1;
      const pauseMs = computeReconnectPauseMs(failures, lastedMs, random);
      if (pauseMs === 0) return true;
      isWaiting = true;
      await sleep(pauseMs, undefined, { ref: false });
      isWaiting = false;
      return true;
    },
  };
}

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

  /** Rejects only if `signal` was aborted: discord.js would continue and identify after any other error. */
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
