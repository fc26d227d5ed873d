import { GatewayCloseCodes, GatewayIntentBits } from "discord-api-types/v10";
import type { GatewayLimits, SeenIdentify } from "./types.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Intents that an application has to be granted; the emulator's has none. */
const privileged =
  GatewayIntentBits.GuildMembers | GatewayIntentBits.GuildPresences | GatewayIntentBits.MessageContent;

/** Why Discord would close the connection instead of answering with READY. */
export function identifyRefusal(
  data: Fields,
  botToken: string,
  { shards: recommended }: GatewayLimits,
): { readonly code: GatewayCloseCodes; readonly reason: string } | undefined {
  const { intents } = data;
  if (data["token"] !== botToken)
    return { code: GatewayCloseCodes.AuthenticationFailed, reason: "Authentication failed." };
  if (typeof intents !== "number" || !Number.isInteger(intents) || intents < 0)
    return { code: GatewayCloseCodes.InvalidIntents, reason: "Invalid intent(s)." };
  if ((intents & privileged) !== 0)
    return { code: GatewayCloseCodes.DisallowedIntents, reason: "Disallowed intent(s)." };
  const shard = shardIn(data);
  if (data["shard"] !== undefined && shard === undefined)
    return { code: GatewayCloseCodes.InvalidShard, reason: "Invalid shard." };
  // One is recommended for a thousand guilds, and one with more than 2,500 is refused.
  if ((shard?.[1] ?? 1) * 2_500 < recommended * 1_000)
    return { code: GatewayCloseCodes.ShardingRequired, reason: "Sharding required." };
  return undefined;
}

/** `[shard, count]`, when the bot sent a sound one. */
export function shardIn(data: Fields): readonly [number, number] | undefined {
  const value = data["shard"];
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [shard, count]: readonly unknown[] = value;
  const fits = typeof shard === "number" && typeof count === "number" && shard >= 0 && shard < count;
  return fits ? [shard, count] : undefined;
}

/** Lets one shard of each bucket identify per window. Counted in real time, as bots wait in real time. */
export class IdentifyPace {
  readonly #limits: GatewayLimits;
  readonly #lastAt = new Map<number, number>();
  readonly seen: SeenIdentify[] = [];

  constructor(limits: GatewayLimits) {
    this.#limits = limits;
  }

  /** Discord invalidates the session of a shard that identifies too early. */
  isTooEarly(shard: readonly [number, number]): boolean {
    const { maxConcurrency, identifyEveryMs } = this.#limits;
    const bucket = shard[0] % maxConcurrency;
    const atMs = performance.now();
    const isTooEarly = atMs - (this.#lastAt.get(bucket) ?? Number.NEGATIVE_INFINITY) < identifyEveryMs;
    if (!isTooEarly) this.#lastAt.set(bucket, atMs);
    this.seen.push({ shard, atMs, isTooEarly });
    return isTooEarly;
  }
}
