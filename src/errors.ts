import { ApiError, type ApiFailure, ContractError } from "./api/errors.ts";
import type { Row } from "./interactions/answer.ts";
import { StoreError } from "./store/errors.ts";
import { inert } from "./text/inert.ts";

/** Something a person can understand and act on. Its message is shown as it is. */
export class UserError extends Error {
  override readonly name = "UserError";
  /** Buttons that lead on from here, for example one for each person that a name may mean. */
  readonly components: readonly Row[];

  constructor(message: string, { components = [], ...options }: UserErrorOptions = {}) {
    super(message, options);
    this.components = components;
  }
}

interface UserErrorOptions {
  readonly cause?: unknown;
  readonly components?: readonly Row[];
}

/** A control that was forged, or belongs to somebody else or another guild. It did nothing, and that is recorded. */
export class MisuseError extends UserError {}

/** A handler was done, and Discord did not take its answer; `cause` says why. */
export class UnshownError extends Error {}

export interface FailureReport {
  /** What the person reads. */
  readonly text: string;
  readonly level: "debug" | "info" | "warn" | "error";
}

const apiWords: Readonly<Record<ApiFailure, string>> = {
  unauthorized:
    "The workspace no longer accepts this server's key, so nothing was changed. An admin has to set a new one with `/link set`.",
  forbidden:
    "This server's key may not do that in the workspace, so nothing was changed. Someone who administers the workspace can give the key that right.",
  "not-found":
    "The workspace knows nothing by that id, so there is nothing to show and nothing was changed. Check the id and try again. If you gave none, the workspace may know nothing of you yet; an admin can look at the link with `/link status`.",
  rejected: "The workspace did not accept that, so nothing was changed.",
  "rate-limited":
    "The workspace allows a limited number of requests a minute and they are used up, so nothing was done.",
  "bad-id": "That is not an id the workspace could know, so nothing was sent. Check the id and try again.",
  unreachable:
    "The workspace service cannot be reached right now, so nothing was sent. Please try again in a few minutes.",
  cut: "The connection to the workspace service broke off before it answered, so nothing can be shown. Please try again in a moment.",
  "too-large":
    "The workspace service sent more than I can take in at once, so I cannot show it. Nothing was changed.",
  unavailable:
    "The workspace service has trouble answering, so nothing was done. Please try again in a few minutes.",
  timeout:
    "The workspace service took too long to answer, so I stopped waiting. Please try again in a few minutes.",
};

const contractWords =
  "The workspace service answered in a form I do not know, so I cannot show it. Please tell whoever runs this bot, with this reference:";
const storeWords =
  "The bot's own database cannot be used right now, so nothing was done. Please try again in a minute; if it stays so, tell whoever runs this bot, with this reference:";
const unknownWords =
  "I sent that to the workspace but got no clear answer, so I cannot tell whether it was done. Check before you send it again. Reference:";
const unshownWords =
  "Discord did not take my answer, so I cannot show you what came of this. It may well be done: check before you do it again. Reference:";
const ourWords =
  "Something broke on our side; nothing more was done. If it happens again, give an admin this reference:";

/** The only place where an error becomes words for a person. */
export function describeFailure(error: unknown, reference: string): FailureReport {
  if (error instanceof UserError)
    return { text: error.message, level: error.cause instanceof ApiError ? "info" : "debug" };
  if (error instanceof ApiError) {
    if (error.outcomeUnknown) return { text: withReference(unknownWords, reference), level: "warn" };
    return { text: [apiWords[error.failure], ...apiDetails(error)].join(" "), level: "info" };
  }
  if (error instanceof ContractError)
    return { text: withReference(contractWords, reference), level: "error" };
  if (error instanceof UnshownError) return { text: withReference(unshownWords, reference), level: "error" };
  if (error instanceof StoreError) return { text: withReference(storeWords, reference), level: "error" };
  return { text: withReference(ourWords, reference), level: "error" };
}

/** True when an error leaves open whether a write took effect. Bugs count: nobody knows how far they got. */
export function leavesOutcomeOpen(error: unknown): boolean {
  if (error instanceof UserError) return false;
  if (error instanceof ApiError || error instanceof ContractError) return error.outcomeUnknown;
  return true;
}

const passing: ReadonlySet<ApiFailure> = new Set([
  "rate-limited",
  "unreachable",
  "unavailable",
  "cut",
  "timeout",
]);

/** Nothing came of it, and the same may well be done in a while. */
export function isPassing(error: unknown): error is ApiError {
  return error instanceof ApiError && !error.outcomeUnknown && passing.has(error.failure);
}

function apiDetails(error: ApiError): readonly string[] {
  if (error.failure === "rate-limited") {
    if (error.retryAfterMs === undefined) return ["I can go on in about a minute."];
    return [`I can go on in ${Math.max(1, Math.ceil(error.retryAfterMs / 1000))} seconds.`];
  }
  return error.failure === "rejected" && error.serverMessage !== undefined
    ? [`It said: “${inert(error.serverMessage, 300)}”`]
    : [];
}

function withReference(text: string, reference: string): string {
  return `${text} \`${reference}\``;
}
