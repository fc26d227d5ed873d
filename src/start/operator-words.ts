import { DiscordAPIError, DiscordjsError, DiscordjsErrorCodes, HTTPError } from "discord.js";
import { ConfigError } from "../config.ts";
import { StoreError } from "../store/errors.ts";
import { SecretKeysError } from "../vault/secret-keys.ts";

/** What the person who runs the bot should read and do. Nothing that is foreseen shows a stack. */
export function operatorWords(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StoreError || error instanceof SecretKeysError) {
    return error.message;
  }
  if (isTokenRefusal(error)) {
    return "Discord does not accept DISCORD_TOKEN. Copy the token again from the Bot page of your application (Reset Token makes a new one) and start again.";
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
