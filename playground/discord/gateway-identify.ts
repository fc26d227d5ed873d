import { GatewayCloseCodes, GatewayIntentBits } from "discord-api-types/v10";

type Fields = Readonly<Record<string, unknown>>;

/** Intents that an application has to be granted; the emulator's has none. */
const privileged =
  GatewayIntentBits.GuildMembers | GatewayIntentBits.GuildPresences | GatewayIntentBits.MessageContent;

/** Why Discord would close the connection instead of answering with READY. */
export function identifyRefusal(
  data: Fields,
  botToken: string,
): { readonly code: GatewayCloseCodes; readonly reason: string } | undefined {
  const { intents } = data;
  if (data["token"] !== botToken)
    return { code: GatewayCloseCodes.AuthenticationFailed, reason: "Authentication failed." };
  if (typeof intents !== "number" || !Number.isInteger(intents) || intents < 0)
    return { code: GatewayCloseCodes.InvalidIntents, reason: "Invalid intent(s)." };
  if ((intents & privileged) !== 0)
    return { code: GatewayCloseCodes.DisallowedIntents, reason: "Disallowed intent(s)." };
  if (data["shard"] !== undefined && shardIn(data) === undefined)
    return { code: GatewayCloseCodes.InvalidShard, reason: "Invalid shard." };
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
