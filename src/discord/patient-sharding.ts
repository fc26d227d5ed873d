import { setTimeout as sleep } from "node:timers/promises";
import { SimpleShardingStrategy } from "discord.js";
import { minuteMs } from "../time.ts";

const firstPauseMs = 1_000;
const maxPauseMs = minuteMs;
/** A connection that lasted this long counts as one that worked. Discord allows a thousand logins a day. */
const steadyMs = minuteMs;

type Manager = ConstructorParameters<typeof SimpleShardingStrategy>[0];

/** discord.js reconnects twice a second for as long as it is refused. With this, the pauses grow. */
export class PatientSharding extends SimpleShardingStrategy {
  readonly #random: () => number;

  constructor(manager: Manager, random: () => number) {
    super(manager);
    this.#random = random;
  }

  override async spawn(shardIds: number[]): Promise<void> {
    await super.spawn(shardIds);
    for (const shard of this["shards"].values()) {
      const patience = new Patience(this.#random);
      for (const event of ["ready", "resumed"]) shard.on(event, () => patience.isReady());
      const destroy = shard.destroy.bind(shard);
      shard.destroy = async (options?: { readonly recover?: unknown }) => {
        // A shard that is destroyed for good during the pause stays so.
        if (options?.recover === undefined || (await patience.pause())) await destroy(options);
      };
    }
  }
}

/** Of one shard. Not by the clock of the context: what counts is what passes, however clocks are set. */
class Patience {
  #readyAt = Number.POSITIVE_INFINITY;
  /** Connections in a row that were refused or broke off soon. */
  #failures = 0;
  #isPausing = false;
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  isReady(): void {
    this.#readyAt = performance.now();
  }

  /** Waits before reconnecting, not at all the first time. @returns false if another caller is already waiting */
  async pause(): Promise<boolean> {
    if (this.#isPausing) return false;
    const lastedMs = performance.now() - this.#readyAt;
    this.#readyAt = Number.POSITIVE_INFINITY;
    this.#failures = lastedMs >= steadyMs ? 1 : this.#failures + 1;
    if (this.#failures < 2) return true;
    const pauseMs = Math.min(firstPauseMs * 2 ** (this.#failures - 2), maxPauseMs);
    this.#isPausing = true;
    // A little apart, so that many bots do not all come back at the same moment.
    await sleep(pauseMs * (0.5 + this.#random() / 2), undefined, { ref: false });
    this.#isPausing = false;
    return true;
  }
}
