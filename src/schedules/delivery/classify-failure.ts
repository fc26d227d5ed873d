import { DiscordAPIError, HTTPError, RateLimitError, RESTJSONErrorCodes } from "discord.js";
import { ApiError, ContractError } from "../../api/errors.ts";
import { KeyNotOpenedError, UserError } from "../../errors.ts";
import { StoreError } from "../../store/errors.ts";
import { deletedChannelReason } from "../../ui/deleted-channel.ts";
import { UnknownDeliveryError, DeliveryBusyError } from "./find-existing.ts";
import { UnknownBoardError } from "./build-board.ts";

/** What a failed try to post means for its schedule, in a sentence for those who look after it. */
export type PostFailure =
  /** It may well work in a while. */
  | { readonly kind: "passing"; readonly reason: string; readonly retryAfterMs?: number | undefined }
  /** It will not work until somebody does something, and the same holds for all that it reaches. */
  | ({ readonly kind: "lasting" } & PermanentCause)
  /** This one time is lost. */
  | { readonly kind: "lost"; readonly reason: string };

export interface PermanentCause {
  readonly reason: string;
  readonly scope: PauseScope;
  /** A sentence, where resuming is not what helps. */
  readonly nextStep?: string;
}

/** The schedule alone, or every one of its guild that posts to the same channel or reads by the same link. */
export type PauseScope = "schedule" | "channel" | "link" | "guild";

export const linkGone: PermanentCause = {
  scope: "link",
  reason: "This server is no longer linked to the workspace.",
  nextStep:
    "Add what you still want for another workspace with `/schedule add`, and remove the rest with `/schedule remove`.",
};

const permanentCodes: ReadonlyMap<number | string, PermanentCause> = new Map([
  [RESTJSONErrorCodes.UnknownChannel, { scope: "channel", reason: deletedChannelReason }],
  [
    RESTJSONErrorCodes.MissingAccess,
    {
      scope: "channel",
      reason:
        "I can no longer see the channel. Give me *View Channel* there, or choose another one with `/schedule edit`.",
    },
  ],
  [
    RESTJSONErrorCodes.MissingPermissions,
    {
      scope: "channel",
      reason:
        "I may no longer post in the channel. Give me *Send Messages* and *Embed Links* there, or choose another one with `/schedule edit`.",
    },
  ],
  [
    RESTJSONErrorCodes.CannotSendMessagesInNonTextChannel,
    {
      scope: "channel",
      reason: "No messages can be posted in that channel. Choose another one with `/schedule edit`.",
    },
  ],
  [RESTJSONErrorCodes.UnknownGuild, { scope: "guild", reason: "I am no longer a member of the server." }],
]);

/** Discord says "not now" with these too, whatever their status is. */
const transientCodes: ReadonlySet<number | string> = new Set([
  RESTJSONErrorCodes.MaximumNumberOfEditsToMessagesOlderThanOneHourReached,
  RESTJSONErrorCodes.ActionCannotBePerformedDueToSlowmodeRateLimit,
  RESTJSONErrorCodes.ChannelWriteRateLimit,
  RESTJSONErrorCodes.ServerWriteRateLimit,
  RESTJSONErrorCodes.APIResourceOverloaded,
]);
/** A request that Discord did not look at: it was too much, or the bot's own token no longer holds. */
const transientStatuses: ReadonlySet<number> = new Set([401, 408, 429]);

const discordProblemText = { kind: "passing", reason: "Discord had trouble taking the message." } as const;

export function classifyPostFailure(error: unknown): PostFailure {
  if (error instanceof ApiError) return classifyServiceFailure(error);
  if (error instanceof ContractError)
    return { kind: "lost", reason: "The workspace service answered in a form I do not know." };
  if (error instanceof UnknownBoardError)
    return { kind: "lasting", scope: "schedule", reason: "I no longer know how to make this kind of post." };
  if (error instanceof KeyNotOpenedError)
    return {
      kind: "passing",
      reason: "I can't open this server's workspace key. Only the person who runs this bot can fix that.",
    };
  if (error instanceof UserError) return { kind: "lasting", ...linkGone };
  if (error instanceof UnknownDeliveryError) return { kind: "lost", reason: error.message };
  if (error instanceof DeliveryBusyError)
    return { kind: "passing", reason: "I was cut off while posting, and am looking whether it worked." };
  if (error instanceof DiscordAPIError) {
    const cause = permanentCodes.get(error.code);
    if (cause !== undefined) return { kind: "lasting", ...cause };
    return error.status >= 500 || transientStatuses.has(error.status) || transientCodes.has(error.code)
      ? discordProblemText
      : { kind: "lost", reason: "Discord did not accept the message." };
  }
  if (error instanceof StoreError)
    return { kind: "passing", reason: "The bot's own database was in trouble." };
  return error instanceof RateLimitError || error instanceof HTTPError || isNetworkError(error)
    ? discordProblemText
    : { kind: "passing", reason: "Something broke on our side." };
}

/** Whether it is certain that a try that ended so posted nothing. Of what was cut off on the way nobody can say. */
export function surelyNotPosted(error: unknown): boolean {
  return (
    error instanceof ApiError ||
    error instanceof ContractError ||
    error instanceof UserError ||
    error instanceof UnknownBoardError ||
    error instanceof RateLimitError ||
    (error instanceof DiscordAPIError && error.status < 500)
  );
}

function classifyServiceFailure({ failure, retryAfterMs }: ApiError): PostFailure {
  switch (failure) {
    case "unauthorized":
      return {
        kind: "lasting",
        scope: "link",
        reason:
          "The workspace no longer accepts this server's key. An admin has to set a new one with `/link set`.",
      };
    case "forbidden":
      return {
        kind: "lasting",
        scope: "schedule",
        reason:
          "This server's key may not read that in the workspace. Someone who administers the workspace can give it that right.",
      };
    case "not-found":
      return {
        kind: "lasting",
        scope: "schedule",
        reason: "The workspace no longer knows what this is about.",
      };
    case "rejected":
    case "invalid-id":
    case "too-large":
      return { kind: "lost", reason: "The workspace did not give what this needs." };
    case "rate-limited":
      return { kind: "passing", reason: "The workspace's limit of requests was used up.", retryAfterMs };
    case "unavailable":
    case "unreachable":
    case "connection-lost":
    case "timeout":
      return { kind: "passing", reason: "The workspace service was not answering.", retryAfterMs };
    default:
      return failure satisfies never;
  }
}

/** It took too long, or a socket broke; those of the platform have no class of their own. */
function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === "AbortError" || error.name === "TimeoutError") return true;
  const cause = error.cause instanceof Error ? error.cause : error;
  return "code" in cause && typeof cause.code === "string" && socketCodes.test(cause.code);
}

const socketCodes = /^(UND_ERR_|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/;
