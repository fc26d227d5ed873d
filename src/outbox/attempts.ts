import { createHash } from "node:crypto";
import { DiscordAPIError, HTTPError, RateLimitError, RESTJSONErrorCodes } from "discord.js";
import { TimedOutError } from "../discord/bot-messages.ts";
import { UnreadableAnswerError } from "../discord/rest.ts";
import { minuteMs } from "../time.ts";

/** What Discord's answer to a message, or the lack of one, means for the next attempt. */
export type SendFailure =
  /** It may work later. */
  | { readonly kind: "transient"; readonly retryAfterMs?: number | undefined }
  /** Discord doesn't take it. */
  | { readonly kind: "refused"; readonly code: number | string };

/** With these codes Discord means "not now", whatever the status. */
const transientCodes: ReadonlySet<number | string> = new Set([
  RESTJSONErrorCodes.MaximumNumberOfEditsToMessagesOlderThanOneHourReached,
  RESTJSONErrorCodes.ActionCannotBePerformedDueToSlowmodeRateLimit,
  RESTJSONErrorCodes.ChannelWriteRateLimit,
  RESTJSONErrorCodes.ServerWriteRateLimit,
  RESTJSONErrorCodes.APIResourceOverloaded,
  RESTJSONErrorCodes.OpeningDirectMessagesTooFast,
  // A message opens an archived thread, and others are archived all the time.
  RESTJSONErrorCodes.MaximumActiveThreads,
  RESTJSONErrorCodes.MaximumActiveAnnouncementThreads,
]);
/** Another attempt may work: a refused bot token, timeout, or rate limit. */
const transientStatuses: ReadonlySet<number> = new Set([401, 408, 429]);

/** Discord looks into what is sent, wherever it goes. */
const blockingCodes: ReadonlySet<number | string> = new Set([
  RESTJSONErrorCodes.ExplicitContentCannotBeSentToTheDesiredRecipient,
  RESTJSONErrorCodes.MessageWasBlockedByAutomaticModeration,
  RESTJSONErrorCodes.MessageBlockedByHarmfulLinksFilter,
]);

export const blockedText =
  "Discord blocks the message for something in it, such as a link that it considers harmful or a picture that it takes for explicit.";

/** Whether Discord refused a message for what is in it. */
export function isBlocked(error: unknown): boolean {
  return error instanceof DiscordAPIError && blockingCodes.has(error.code);
}

/** `undefined` if the failure has nothing to do with Discord. */
export function classifySendFailure(error: unknown): SendFailure | undefined {
  if (error instanceof RateLimitError) return { kind: "transient", retryAfterMs: error.retryAfter };
  // Moderators may end it early.
  if (error instanceof TimedOutError) return { kind: "transient" };
  if (error instanceof DiscordAPIError)
    return error.status >= 500 || transientStatuses.has(error.status) || transientCodes.has(error.code)
      ? { kind: "transient" }
      : { kind: "refused", code: error.code };
  return error instanceof HTTPError || error instanceof UnreadableAnswerError || isNetworkError(error)
    ? { kind: "transient" }
    : undefined;
}

/** A timeout or a broken socket; the platform has no classes for those. */
function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === "AbortError" || error.name === "TimeoutError") return true;
  const cause = error.cause instanceof Error ? error.cause : error;
  return "code" in cause && typeof cause.code === "string" && socketCodes.test(cause.code);
}

const socketCodes = /^(UND_ERR_|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/;

const initialDelayMs = 15_000;
const maxDelayMs = 10 * minuteMs;
/** Spreads out what failed together. */
const jitterShare = 0.25;

interface RetryAttempt {
  /** So far. */
  readonly attempts: number;
  /** The wait the other side asked for; used if it is longer. */
  readonly retryAfterMs?: number | undefined;
  /** From 0 to 1; the same for each attempt of one message, different between messages. */
  readonly jitter?: number;
}

/** How long to wait after the given attempt. */
export function computeRetryDelayMs({ attempts, retryAfterMs = 0, jitter = 0 }: RetryAttempt): number {
  const growing = Math.min(maxDelayMs, initialDelayMs * 2 ** Math.min(attempts - 1, 10));
  return Math.round(Math.max(retryAfterMs, growing) * (1 + jitter * jitterShare));
}

/** From 0 to 1; deterministic, but spread like a random number. */
export function computeJitter(key: string): number {
  return createHash("sha256").update(key).digest().readUInt16BE(0) / 0xff_ff;
}
