import {
  DiscordAPIError,
  DiscordjsError,
  DiscordjsErrorCodes,
  GatewayCloseCodes,
  HTTPError,
  RateLimitError,
} from "discord.js";
import { GatewayClosedError } from "../discord/client.ts";
import { UnreadableAnswerError } from "../discord/rest.ts";
import { ShardsRefusedError } from "../discord/sharding.ts";
import { findEncryptionTrouble, getErrorCode } from "../setting-files.ts";
import { PortNotOpenedError } from "../server/http-server.ts";
import { EscapedError } from "./escaped-errors.ts";
import { describeOwnError } from "./own-errors.ts";

/** What the operator reads. Expected errors show no stack. */
export function describeForOperator(error: unknown): string {
  if (error instanceof ShardsRefusedError || error instanceof PortNotOpenedError) return error.message;
  if (error instanceof UnreadableAnswerError) return error.message;
  if (error instanceof RateLimitError) return describeRateLimit(error, Date.now());
  if (isTokenRefusal(error)) return tokenRefused;
  if (error instanceof GatewayClosedError) return describeGatewayClose(error.code);
  if (error instanceof EscapedError) {
    return "The bot hit an error it can't recover from, so it stopped. Everything people confirmed is in the database. See the log for what happened, then start the bot again.";
  }
  if (error instanceof HTTPError || error instanceof DiscordAPIError) {
    return `Discord answered with ${error.status}. Check DISCORD_API_URL and try again in a few minutes.`;
  }
  if (getErrorCode(error) === "EADDRINUSE") {
    return "The playground's port is in use, perhaps by another playground. Nothing was started. Stop that one, or set PLAYGROUND_PORT to another port; 0 picks any free one.";
  }
  if (getErrorCode(error) === "EACCES" && isListening(error)) {
    return "The system keeps ports below 1024 for root, so nothing was started. Set HTTP_PORT, or PLAYGROUND_PORT for the playground, to a higher one.";
  }
  const trouble = describeConnectionTrouble(error);
  if (trouble !== undefined) {
    return `Can't reach Discord (${trouble}). Check this machine's network, and DISCORD_API_URL if it's set.`;
  }
  return describeOwnError(error);
}

function describeRateLimit({ retryAfter }: RateLimitError, now: number): string {
  const until = new Date(now + retryAfter).toISOString().slice(0, 19).replace("T", " ");
  return `Discord accepts no more requests from this bot or this machine until ${until} UTC: there were too many. Try again after that; trying earlier makes it last longer.`;
}

const tokenRefused =
  "Discord doesn't accept DISCORD_TOKEN. Get a new token with Reset Token on your application's Bot page, set it in DISCORD_TOKEN and start the bot again.";

const wantsShards =
  "Discord refused the bot's shards, so it stopped. Start it again: unless DISCORD_SHARDS is set, it asks Discord for the number. If it is set, divide the servers into more shards there, on every replica.";
const refusesIntents =
  "Discord refused the bot's intents, so it stopped. This bot uses none: if DISCORD_API_URL is set, check that proxy, and update the bot.";

/** Close codes after which Discord won't let the bot reconnect unchanged. */
const closeTexts: ReadonlyMap<number, string> = new Map([
  [GatewayCloseCodes.AuthenticationFailed, tokenRefused],
  [GatewayCloseCodes.InvalidShard, wantsShards],
  [GatewayCloseCodes.ShardingRequired, wantsShards],
  [
    GatewayCloseCodes.InvalidAPIVersion,
    "Discord no longer supports this version of the bot, so it stopped. Update the bot, then start it again.",
  ],
  [GatewayCloseCodes.InvalidIntents, refusesIntents],
  [GatewayCloseCodes.DisallowedIntents, refusesIntents],
]);

function describeGatewayClose(code: number): string {
  const text =
    closeTexts.get(code) ??
    "Discord closed the connection for good, so the bot stopped. Update the bot, then start it again.";
  return `${text} (Discord's close code: ${code})`;
}

function isTokenRefusal(error: unknown): boolean {
  if (error instanceof DiscordAPIError) return error.status === 401;
  return error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid;
}

function isListening(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && error.syscall === "listen";
}

/** Codes of sockets and of looking up names. */
const connectionCodes = /^(UND_ERR_|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_)/;

/** Why Discord or the service can't be reached; `undefined` for other errors. The database's are StoreErrors. */
export function describeConnectionTrouble(error: unknown): string | undefined {
  // discord.js gave up waiting, or the check did.
  if (error instanceof Error && ["AbortError", "TimeoutError"].includes(error.name))
    return "no answer in time";
  const code = getErrorCode(error);
  return connectionCodes.test(code) ? code : findEncryptionTrouble(error);
}
