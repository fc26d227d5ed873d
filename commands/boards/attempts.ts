import { RESTJSONErrorCodes, RateLimitError } from "discord.js";
import type { Delivery, PauseReason, PauseCause, Schedule } from "./store.ts";
import { ApiError, ContractError, type StaleReason } from "../../src/api/errors.ts";
import { isRefused, TimedOutError } from "../../src/discord/bot-messages.ts";
import { isCode } from "../../src/discord/channels.ts";
import { KeyNotOpenedError, UserError, wasHeldUp } from "../../src/errors.ts";
import { StoreError } from "../../src/store/errors.ts";
import { blockedText, classifySendFailure, isBlocked } from "../../src/outbox/attempts.ts";
import { UnknownDeliveryError } from "../../src/outbox/send-once.ts";
import { PartialReadError } from "./data.ts";
import { hourMs, minuteMs } from "../../src/time.ts";

/** What a failed post means for its schedule, with a sentence for the people who manage it. */
export type PostFailure =
  /** Temporary: it may work later. */
  | { readonly kind: "transient"; readonly reason: string; readonly retryAfterMs?: number | undefined }
  /** It won't work until someone fixes it; nor will anything else in its scope. */
  | ({ readonly kind: "permanent" } & PermanentCause)
  /** Only this post is dropped. */
  | { readonly kind: "dropped"; readonly reason: string };

export interface PermanentCause extends PauseReason {
  readonly scope: PauseScope;
  /** A sentence, for when resuming isn't what helps. */
  readonly nextStep?: string;
}

/** The schedule alone, or every schedule of its guild with the same channel or link. */
export type PauseScope = "schedule" | "channel" | "link" | "guild";

export const linkGone: PermanentCause = {
  scope: "link",
  cause: "link-gone",
  reason: "The link to the workspace was removed.",
  nextStep:
    "Linking the workspace again doesn't resume anything: add what you still want with `/schedule add`, and remove the rest in `/schedule list`.",
};

/** @param lacking the permissions' names, marked up */
export const describeCannotPost = (lacking: string): string =>
  `I'm no longer allowed to post in the channel. Give me ${lacking} there, or choose another one with *Edit…* in \`/schedule list\`.`;

const cannotPost: PermanentCause = {
  scope: "channel",
  cause: "cannot-post",
  reason: describeCannotPost("*Send Messages*, *Embed Links*, *Attach Files*"),
};

/** Texts about it name no channel. */
export const deletedChannel: PermanentCause = {
  scope: "channel",
  cause: "deleted-channel",
  reason: "The channel was deleted. Choose another one with *Edit…* in `/schedule list`.",
};

/** Why a schedule is paused, in today's words where its cause says it all. @param reason as stored */
export function describePause(reason: string, cause: PauseCause | undefined): string {
  const known = [linkGone, deletedChannel].find((each) => each.cause === cause);
  return cause === undefined ? reason : (known?.reason ?? reason);
}

/** Why it is still paused after another channel was chosen. */
export const deletedChannelText = "Its channel was deleted, and it has another one now.";

const earlierChannelText = "I couldn't post in its earlier channel, and it has another one now.";

const channelCauses: readonly (PauseCause | undefined)[] = [
  "deleted-channel",
  "cannot-post",
  "other-channel",
] satisfies readonly PauseCause[];

/** The same once another channel was chosen, if it's paused for the one before. */
export function describePauseElsewhere({ pausedCause }: Pick<Schedule, "pausedCause">) {
  if (!channelCauses.includes(pausedCause)) return undefined;
  return {
    pausedReason: pausedCause === "deleted-channel" ? deletedChannelText : earlierChannelText,
    pausedCause: undefined,
  };
}

/** `in #calendar`, or that the channel no longer exists. */
export function describeInChannel(channelId: string, cause?: PauseCause): string {
  return cause === "deleted-channel" ? "in a deleted channel" : `in <#${channelId}>`;
}

const lockedThread: PermanentCause = {
  scope: "channel",
  cause: "other-channel",
  reason:
    "The thread is locked. Unlock it, give me *Manage Threads* there, or choose another channel with *Edit…* in `/schedule list`.",
};

const permanentCodes: ReadonlyMap<number | string, PermanentCause> = new Map([
  [RESTJSONErrorCodes.UnknownChannel, deletedChannel],
  [
    RESTJSONErrorCodes.MissingAccess,
    {
      scope: "channel",
      cause: "other-channel",
      reason:
        "I can no longer see the channel. Give me *View Channel* there, or choose another one with *Edit…* in `/schedule list`.",
    },
  ],
  [RESTJSONErrorCodes.MissingPermissions, cannotPost],
  [
    RESTJSONErrorCodes.CannotSendMessagesInNonTextChannel,
    {
      scope: "channel",
      cause: "other-channel",
      reason: "That channel doesn't allow messages. Choose another one with *Edit…* in `/schedule list`.",
    },
  ],
  [RESTJSONErrorCodes.InvalidActionOnArchivedThread, lockedThread],
  [RESTJSONErrorCodes.ThreadLocked, lockedThread],
  [RESTJSONErrorCodes.UnknownGuild, { scope: "guild", reason: "I'm no longer in the server." }],
]);

/** @param isLasting it was so for about an hour at least */
export function classifyPostFailure(error: unknown, isLasting = true): PostFailure {
  if (error instanceof ApiError) return classifyServiceFailure(error, isLasting);
  if (error instanceof ContractError)
    return { kind: "dropped", reason: "The workspace service sent an answer I don't understand." };
  if (error instanceof UnknownBoardError)
    return { kind: "permanent", scope: "schedule", reason: "I no longer support this kind of post." };
  if (error instanceof KeyNotOpenedError)
    return {
      kind: "transient",
      reason: "I can't decrypt this server's workspace key. Only the person who runs this bot can fix that.",
    };
  if (error instanceof UserError) return { kind: "permanent", ...linkGone };
  if (error instanceof UnknownDeliveryError)
    return {
      kind: "dropped",
      reason:
        "I was interrupted while posting and can't tell whether it worked, so I didn't post it again. Check the channel.",
    };
  if (error instanceof DeliveryBusyError)
    return {
      kind: "transient",
      reason: "I was interrupted while posting and am checking whether it worked.",
    };
  if (error instanceof TimedOutError)
    return {
      kind: "transient",
      reason: "A moderator timed me out in this server, so I can't post here for now.",
    };
  if (wasHeldUp(error)) return { kind: "transient", reason: "I was delayed too long to post this." };
  if (error instanceof StoreError) return { kind: "transient", reason: "The bot couldn't use its database." };
  const failure = classifySendFailure(error);
  if (failure === undefined) return { kind: "transient", reason: "Something broke on our side." };
  const cause = failure.kind === "refused" ? permanentCodes.get(failure.code) : undefined;
  if (cause !== undefined) return { kind: "permanent", ...cause };
  if (failure.kind === "refused") return { kind: "dropped", reason: describeRefused(error) };
  const { retryAfterMs } = failure;
  return retryAfterMs === undefined
    ? { kind: "transient", reason: "Discord had problems with the message." }
    : {
        kind: "transient",
        reason: "Discord doesn't take any more messages from me there for now.",
        retryAfterMs,
      };
}

function describeRefused(error: unknown): string {
  if (isBlocked(error)) return blockedText;
  // By its nonce, Discord knows a message that an earlier attempt posted (discord-api-docs#6647).
  return isCode(error, RESTJSONErrorCodes.UnknownMessage)
    ? "Someone deleted it right after I posted it."
    : "Discord didn't accept the message.";
}

/** Whether a failed attempt certainly posted nothing. For an interrupted request, nobody knows. */
export function isSurelyNotPosted(error: unknown): boolean {
  return (
    error instanceof ApiError ||
    error instanceof ContractError ||
    error instanceof UserError ||
    error instanceof UnknownBoardError ||
    isRefused(error)
  );
}

function classifyServiceFailure({ failure, retryAfterMs }: ApiError, isLasting: boolean): PostFailure {
  switch (failure) {
    case "unauthorized":
      return {
        kind: "permanent",
        scope: "link",
        reason:
          "The workspace no longer accepts this server's key. An admin needs to set a new one with `/link set`.",
      };
    case "forbidden":
      return {
        kind: "permanent",
        scope: "schedule",
        reason:
          "This server's key isn't allowed to read that in the workspace. Someone who manages the workspace can give it that permission.",
      };
    case "not-found":
      // So does a proxy while the service behind it is replaced, or an address that leads elsewhere, for every server.
      if (!isLasting)
        return { kind: "transient", reason: "The workspace service says it doesn't have this." };
      return {
        kind: "permanent",
        scope: "schedule",
        reason: "The workspace no longer has this.",
      };
    case "rejected":
    case "invalid-id":
    case "read-only":
    case "too-large":
      return { kind: "dropped", reason: "The workspace didn't provide what this needs." };
    case "rate-limited":
      return { kind: "transient", reason: "The workspace's rate limit was used up.", retryAfterMs };
    case "unavailable":
    case "unreachable":
    case "connection-lost":
    case "timeout":
      return { kind: "transient", reason: "The workspace service wasn't responding.", retryAfterMs };
    default:
      return failure satisfies never;
  }
}

/** A replica of an older version is posting in the channel, and may have posted what was found. */
export class DeliveryBusyError extends Error {
  override readonly name = "DeliveryBusyError";

  constructor() {
    super("another post of the channel has to finish first");
  }
}

/** The schedule was made by a version of the bot with more kinds than this one. */
export class UnknownBoardError extends Error {
  override readonly name = "UnknownBoardError";
}

/** The same for each attempt to post one due time of a schedule, so that it is posted once. */
export function createKey({ scheduleId, dueAt }: Pick<Delivery, "scheduleId" | "dueAt">): string {
  return `${scheduleId} ${dueAt}`;
}

/** Why a live message couldn't be refreshed. */
export type RefreshProblem =
  /** It made progress and continues when requests are available. */
  | { readonly kind: "under-way"; readonly retryAfterMs: number }
  /** Others have used up the workspace's limit, or Discord's. */
  | { readonly kind: "limited"; readonly retryAfterMs: number }
  /** The service or Discord doesn't respond. */
  | { readonly kind: "unanswered" };

const minRefreshDelayMs = 5_000;
const maxBusyDelayMs = minuteMs;
const maxRateLimitedDelayMs = hourMs;
/**
 * The circuit breaker already protects a service that doesn't respond; people watching the channel want to see when
 * it's back.
 */
const maxUnansweredDelayMs = 5 * minuteMs;

export function classifyProblem(error: unknown): RefreshProblem {
  if (error instanceof RateLimitError) return { kind: "limited", retryAfterMs: error.retryAfter };
  if (!(error instanceof ApiError) || error.failure !== "rate-limited") return { kind: "unanswered" };
  const retryAfterMs = error.retryAfterMs ?? 0;
  return { kind: error instanceof PartialReadError ? "under-way" : "limited", retryAfterMs };
}

/** The problem behind a board made from cached data. */
export function toRefreshProblem({ rateLimitedUntil }: StaleReason, now: number): RefreshProblem {
  return rateLimitedUntil === undefined
    ? { kind: "unanswered" }
    : { kind: "limited", retryAfterMs: Math.max(0, rateLimitedUntil - now) };
}

/** Waits as long again as the message has been stale, so each wait is about twice the one before. */
export function computeNextTryAt(
  { refreshEveryMs = 0, lastAsOf }: Pick<Schedule, "refreshEveryMs" | "lastAsOf">,
  trouble: RefreshProblem,
  now: number,
): number {
  const usual = Math.max(minRefreshDelayMs, refreshEveryMs);
  const doubled = Math.max(usual, now - (lastAsOf ?? now));
  switch (trouble.kind) {
    case "under-way":
      return now + Math.min(maxBusyDelayMs, Math.max(minRefreshDelayMs, trouble.retryAfterMs));
    case "limited":
      return now + Math.max(trouble.retryAfterMs, Math.min(doubled, Math.max(usual, maxRateLimitedDelayMs)));
    case "unanswered":
      return now + Math.min(doubled, Math.max(usual, maxUnansweredDelayMs));
    default:
      return trouble satisfies never;
  }
}
