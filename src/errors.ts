import { ApiError, type ApiFailure, ContractError } from "./api/errors.ts";
import { LeaseEndedError } from "./lease.ts";
import type { Row } from "./ui/reply.ts";
import { StoreError } from "./store/errors.ts";

/** Something a person can understand and act on. Its message is shown unchanged. */
export class UserError extends Error {
  override readonly name = "UserError";
  /** Buttons with next steps, for example one for each person a name may mean. */
  readonly components: readonly Row[];
  /** The command's options that can't be used as they were typed, as registered. */
  readonly options: readonly string[];

  constructor(message: string, { components = [], options = [], ...more }: UserErrorOptions = {}) {
    super(message, more);
    this.components = components;
    this.options = options;
  }
}

/**
 * A stored workspace key that can't be decrypted with the bot's sealing keys. Only the operator can fix that, so nothing
 * of the server is paused or removed for it.
 */
export class KeyNotOpenedError extends UserError {}

/** What was typed isn't the reason: typing something else would change nothing. */
export class UnfixableError extends UserError {}

interface UserErrorOptions {
  readonly cause?: unknown;
  readonly components?: readonly Row[];
  readonly options?: readonly string[];
}

/** A component that was forged, or belongs to another person or guild. It did nothing; the attempt is in the audit log. */
export class MisuseError extends UserError {}

/** A press that changes nothing because an earlier one is being handled; its reply answers both. */
export class UnchangedError extends Error {}

/** A handler finished, but Discord refused its reply; `cause` says why. */
export class ReplyFailedError extends Error {}

/** The database hasn't answered while a reply could still reach the person. */
export function createTooSlowError(): StoreError {
  return new StoreError("too-slow", "The database took too long to answer.");
}

/** True if the error leaves open whether a write took effect. Bugs do: nobody knows how far they got. */
export function hasUnknownOutcome(error: unknown): boolean {
  if (error instanceof UserError || wasHeldUp(error)) return false;
  if (error instanceof ApiError || error instanceof ContractError) return error.outcomeUnknown;
  return true;
}

/** A write was held back because its lease had ended. */
export function wasHeldUp(error: unknown): boolean {
  return error instanceof LeaseEndedError;
}

/** Those after which the same request may work in a while. */
export const transientFailures: ReadonlySet<ApiFailure> = new Set([
  "rate-limited",
  "unreachable",
  "unavailable",
  "connection-lost",
  "timeout",
]);

/** Nothing was done, and the same request may work in a while. */
export function isTransient(error: unknown): error is ApiError {
  return error instanceof ApiError && !error.outcomeUnknown && transientFailures.has(error.failure);
}
