import { DiscordAPIError, HTTPError, RateLimitError, RESTJSONErrorCodes } from "discord.js";
import { ApiError, ContractError } from "../../api/errors.ts";
import { KeyNotOpenedError, UserError } from "../../errors.ts";
import { StoreError } from "../../store/errors.ts";
import { channelGone } from "../../text/channel-gone.ts";
import { CannotTellError, CannotTellYetError } from "./find-posted.ts";
import { UnknownKindError } from "./make-board.ts";

/** What a failed try to post means for its schedule, in a sentence for those who look after it. */
export type PostFailure =
  /** It may well work in a while. */
  | { readonly kind: "passing"; readonly reason: string; readonly retryAfterMs?: number | undefined }
  /** It will not work until somebody does something, and the same holds for all that it reaches. */
  | ({ readonly kind: "lasting" } & LastingCause)
  /** This one time is lost. */
  | { readonly kind: "lost"; readonly reason: string };

export interface LastingCause {
  readonly reason: string;
  readonly reach: Reach;
}

/** The schedule alone, or every one of its guild that posts to the same channel or reads by the same link. */
export type Reach = "schedule" | "channel" | "link" | "guild";

const lastingCodes: ReadonlyMap<number | string, LastingCause> = new Map([
  [RESTJSONErrorCodes.UnknownChannel, { reach: "channel", reason: channelGone }],
  [
    RESTJSONErrorCodes.MissingAccess,
    {
      reach: "channel",
      reason:
        "I can no longer see the channel. Give me *View Channel* there, or choose another one with `/schedule edit`.",
    },
  ],
  [
    RESTJSONErrorCodes.MissingPermissions,
    {
      reach: "channel",
      reason:
        "I may no longer post in the channel. Give me *Send Messages* and *Embed Links* there, or choose another one with `/schedule edit`.",
    },
  ],
  [
    RESTJSONErrorCodes.CannotSendMessagesInNonTextChannel,
    {
      reach: "channel",
      reason: "No messages can be posted in that channel. Choose another one with `/schedule edit`.",
    },
  ],
  [RESTJSONErrorCodes.UnknownGuild, { reach: "guild", reason: "I am no longer a member of the server." }],
]);

/** Discord says "not now" with these too, whatever their status is. */
const passingCodes: ReadonlySet<number | string> = new Set([
  RESTJSONErrorCodes.MaximumNumberOfEditsToMessagesOlderThanOneHourReached,
  RESTJSONErrorCodes.ActionCannotBePerformedDueToSlowmodeRateLimit,
  RESTJSONErrorCodes.ChannelWriteRateLimit,
  RESTJSONErrorCodes.ServerWriteRateLimit,
  RESTJSONErrorCodes.APIResourceOverloaded,
]);
/** A request that Discord did not look at: it was too much, or the bot's own token no longer holds. */
const passingStatuses: ReadonlySet<number> = new Set([401, 408, 429]);

const discordTrouble = { kind: "passing", reason: "Discord had trouble taking the message." } as const;

export function postFailureOf(error: unknown): PostFailure {
  if (error instanceof ApiError) return serviceFailure(error);
  if (error instanceof ContractError)
    return { kind: "lost", reason: "The workspace service answered in a form I do not know." };
  if (error instanceof UnknownKindError)
    return { kind: "lasting", reach: "schedule", reason: "I no longer know how to make this kind of post." };
  if (error instanceof KeyNotOpenedError)
    return {
      kind: "passing",
      reason: "I can't open this server's workspace key. Only the person who runs this bot can fix that.",
    };
  // The link is gone.
  if (error instanceof UserError) return { kind: "lasting", reach: "link", reason: error.message };
  if (error instanceof CannotTellError) return { kind: "lost", reason: error.message };
  if (error instanceof CannotTellYetError)
    return { kind: "passing", reason: "I was cut off while posting, and am looking whether it worked." };
  if (error instanceof DiscordAPIError) {
    const cause = lastingCodes.get(error.code);
    if (cause !== undefined) return { kind: "lasting", ...cause };
    return error.status >= 500 || passingStatuses.has(error.status) || passingCodes.has(error.code)
      ? discordTrouble
      : { kind: "lost", reason: "Discord did not accept the message." };
  }
  if (error instanceof StoreError)
    return { kind: "passing", reason: "The bot's own database was in trouble." };
  return error instanceof RateLimitError || error instanceof HTTPError || isCutOff(error)
    ? discordTrouble
    : { kind: "passing", reason: "Something broke on our side." };
}

/** Whether it is certain that a try that ended so posted nothing. Of what was cut off on the way nobody can say. */
export function postedNothing(error: unknown): boolean {
  return (
    error instanceof ApiError ||
    error instanceof ContractError ||
    error instanceof UserError ||
    error instanceof UnknownKindError ||
    error instanceof RateLimitError ||
    (error instanceof DiscordAPIError && error.status < 500)
  );
}

function serviceFailure({ failure, retryAfterMs }: ApiError): PostFailure {
  switch (failure) {
    case "unauthorized":
      return {
        kind: "lasting",
        reach: "link",
        reason:
          "The workspace no longer accepts this server's key. An admin has to set a new one with `/link set`.",
      };
    case "forbidden":
      return {
        kind: "lasting",
        reach: "schedule",
        reason:
          "This server's key may not read that in the workspace. Someone who administers the workspace can give it that right.",
      };
    case "not-found":
      return {
        kind: "lasting",
        reach: "schedule",
        reason: "The workspace no longer knows what this is about.",
      };
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

/** It took too long, or a socket broke; those of the platform have no class of their own. */
function isCutOff(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === "AbortError" || error.name === "TimeoutError") return true;
  const cause = error.cause instanceof Error ? error.cause : error;
  return "code" in cause && typeof cause.code === "string" && socketCodes.test(cause.code);
}

const socketCodes = /^(UND_ERR_|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/;
