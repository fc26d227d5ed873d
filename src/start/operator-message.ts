import {
  DiscordAPIError,
  DiscordjsError,
  DiscordjsErrorCodes,
  GatewayCloseCodes,
  HTTPError,
} from "discord.js";
import { GatewayClosedError } from "../discord/client.ts";
import { ConfigError } from "../config.ts";
import { StoreError } from "../store/errors.ts";
import { SecretKeysError } from "../vault/secret-keys.ts";
import { EscapedError } from "./escaped-errors.ts";

/** What the person who runs the bot should read and do. Nothing that is foreseen shows a stack. */
export function operatorMessage(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StoreError || error instanceof SecretKeysError) {
    return error.message;
  }
  if (isTokenRefusal(error)) return tokenRefused;
  if (error instanceof GatewayClosedError) return gatewayClosedWords(error.code);
  if (error instanceof EscapedError) {
    return "The bot ran into an error that it cannot recover from, so it stopped. Everything that was confirmed is in the database. The log says what happened; start the bot again.";
  }
  if (error instanceof HTTPError || error instanceof DiscordAPIError) {
    return `Discord answered with ${error.status}. Check DISCORD_API_URL and try again in a few minutes.`;
  }
  if (codeOf(error) === "EADDRINUSE") {
    return "The playground's port is in use, perhaps by a playground that already runs. Nothing was started. Stop it, or set PLAYGROUND_PORT to another port; 0 takes any free one.";
  }
  if (isConnectionTrouble(error)) {
    return "Discord cannot be reached. Check the network of this machine, and DISCORD_API_URL if it is set.";
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const tokenRefused =
  "Discord does not accept DISCORD_TOKEN. Copy the token again from the Bot page of your application (Reset Token makes a new one) and start again.";

const wantsShards =
  "Discord wants the bot to connect in more parts than it did, so it stopped. Start it again: it asks Discord how many.";
const refusesIntents =
  "Discord refuses the intents the bot asked for, so it stopped. This bot asks for none: if DISCORD_API_URL is set, check what stands between the bot and Discord, and update the bot.";

/** Discord closes with each of these when it will not have the bot back as it is. */
const closeWords: ReadonlyMap<number, string> = new Map([
  [GatewayCloseCodes.AuthenticationFailed, tokenRefused],
  [GatewayCloseCodes.InvalidShard, wantsShards],
  [GatewayCloseCodes.ShardingRequired, wantsShards],
  [
    GatewayCloseCodes.InvalidAPIVersion,
    "Discord no longer speaks with this version of the bot, so it stopped. Update the bot, then start it again.",
  ],
  [GatewayCloseCodes.InvalidIntents, refusesIntents],
  [GatewayCloseCodes.DisallowedIntents, refusesIntents],
]);

function gatewayClosedWords(code: number): string {
  const words =
    closeWords.get(code) ?? "Discord closed the connection for good. Update the bot, then start it again.";
  return `${words} (Discord's code: ${code})`;
}

function isTokenRefusal(error: unknown): boolean {
  if (error instanceof DiscordAPIError) return error.status === 401;
  return error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid;
}

const connectionCodes: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
]);

function isConnectionTrouble(error: unknown): boolean {
  return connectionCodes.has(codeOf(error));
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
