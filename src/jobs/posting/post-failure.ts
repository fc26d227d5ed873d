import { DiscordAPIError, HTTPError, RateLimitError, RESTJSONErrorCodes } from "discord.js";
import { ApiError, ContractError } from "../../api/errors.ts";
import { UserError } from "../../errors.ts";

/** What a failed try to post means for its schedule, in a sentence for those who look after it. */
export type PostFailure =
  /** It may well work in a while. */
  | { readonly kind: "passing"; readonly reason: string; readonly retryAfterMs?: number | undefined }
  /** It will not work until somebody does something. */
  | { readonly kind: "lasting"; readonly reason: string }
  /** This one time is lost. */
  | { readonly kind: "lost"; readonly reason: string };

const lastingCodes: ReadonlyMap<number | string, string> = new Map([
  [RESTJSONErrorCodes.UnknownChannel, "The channel is gone. Choose another one with `/schedule edit`."],
  [
    RESTJSONErrorCodes.MissingAccess,
    "I can no longer see the channel. Give me *View Channel* there, or choose another one with `/schedule edit`.",
  ],
  [
    RESTJSONErrorCodes.MissingPermissions,
    "I may no longer post in the channel. Give me *Send Messages* and *Embed Links* there, or choose another one with `/schedule edit`.",
  ],
  [RESTJSONErrorCodes.UnknownGuild, "I am no longer a member of the server."],
]);

export function postFailureOf(error: unknown): PostFailure {
  if (error instanceof ApiError) return serviceFailure(error);
  if (error instanceof ContractError)
    return { kind: "lost", reason: "The workspace service answered in a form I do not know." };
  // The link is gone, or its key cannot be opened.
  if (error instanceof UserError) return { kind: "lasting", reason: error.message };
  if (error instanceof DiscordAPIError) {
    const reason = lastingCodes.get(error.code);
    if (reason !== undefined) return { kind: "lasting", reason };
    return error.status >= 500 || error.status === 429
      ? { kind: "passing", reason: "Discord had trouble taking the message." }
      : { kind: "lost", reason: "Discord did not accept the message." };
  }
  if (error instanceof RateLimitError || error instanceof HTTPError || isAbort(error))
    return { kind: "passing", reason: "Discord had trouble taking the message." };
  return { kind: "passing", reason: "Something broke on our side." };
}

function serviceFailure({ failure, retryAfterMs }: ApiError): PostFailure {
  switch (failure) {
    case "unauthorized":
      return {
        kind: "lasting",
        reason:
          "The workspace no longer accepts this server's key. An admin has to set a new one with `/link set`.",
      };
    case "forbidden":
      return {
        kind: "lasting",
        reason:
          "This server's key may not read that in the workspace. Someone who administers the workspace can give it that right.",
      };
    case "not-found":
      return { kind: "lasting", reason: "The workspace no longer knows what this is about." };
    case "rejected":
    case "bad-id":
    case "too-large":
      return { kind: "lost", reason: "The workspace did not give what this needs." };
    case "rate-limited":
      return { kind: "passing", reason: "The workspace's limit of requests was used up.", retryAfterMs };
    case "unavailable":
    case "unreachable":
    case "cut":
    case "timeout":
      return { kind: "passing", reason: "The workspace service was not answering.", retryAfterMs };
    default:
      return failure satisfies never;
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === "AbortError" || error.name === "TimeoutError");
}
