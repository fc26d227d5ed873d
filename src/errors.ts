import { contract, type OperationName } from "./api/contract/index.ts";
import type { Contract } from "./api/endpoint.ts";
import { ApiError, type ApiFailure, ContractError, LeaseEndedError } from "./api/errors.ts";
import type { Row } from "./ui/reply.ts";
import { StoreError } from "./store/errors.ts";
import { escapeMarkdown } from "./ui/escape.ts";
import { pluralize } from "./ui/numbers.ts";
import { timestamp } from "./ui/time.ts";

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

/**
 * A stored workspace key that the bot's sealing keys do not open. Only whoever runs the bot can mend that, so nothing of
 * the server's own is given up for it.
 */
export class KeyNotOpenedError extends UserError {
  constructor(options: { readonly cause: unknown }) {
    super(
      "I can't open this server's workspace key right now, so nothing was sent. Only the person who runs this bot can fix that; nothing needs to be set up again here. Try again later.",
      options,
    );
  }
}

interface UserErrorOptions {
  readonly cause?: unknown;
  readonly components?: readonly Row[];
}

/** A control that was forged, or belongs to somebody else or another guild. It did nothing, and that is recorded. */
export class MisuseError extends UserError {}

/** A press that changes nothing, since an earlier one is at it: what that shows is the answer to both. */
export class UnchangedError extends Error {}

/** A handler was done, and Discord did not take its answer; `cause` says why. */
export class ReplyFailedError extends Error {}

export interface FailureReport {
  /** What the person reads. */
  readonly text: string;
  readonly level: "debug" | "info" | "warn" | "error";
}

/** What happened and, of a write, what was not done; a read can show nothing. */
const failureTexts: Readonly<Record<ApiFailure, readonly [happened: string, notDone: string]>> = {
  unauthorized: ["The workspace no longer accepts this server's key", "nothing was changed"],
  forbidden: ["This server's key may not do that in the workspace", "nothing was changed"],
  "not-found": ["The workspace doesn't know what this is about", "nothing was changed"],
  rejected: ["The workspace did not accept that", "nothing was changed"],
  "rate-limited": [
    "The workspace allows a limited number of requests a minute and they are used up",
    "nothing was done",
  ],
  "invalid-id": ["That is not an id the workspace could know", "nothing was sent"],
  unreachable: ["The workspace service cannot be reached right now", "nothing was sent"],
  "connection-lost": [
    "The connection to the workspace service broke off before it answered",
    "nothing was done",
  ],
  "too-large": ["The workspace service sent more than I can take in at once", "nothing was changed"],
  unavailable: ["The workspace service has trouble answering", "nothing was done"],
  timeout: ["The workspace service took too long to answer", "nothing was done"],
};

const inMinutes = "Please try again in a few minutes.";
const nextStepTexts: Readonly<Record<ApiFailure, string>> = {
  unauthorized: "An admin has to set a new one with `/link set`.",
  forbidden: "Someone who administers the workspace can give the key that right.",
  "not-found": "It may be gone. Please look at it again.",
  rejected: "",
  "rate-limited": "I can go on in about a minute.",
  "invalid-id": "Check the id and try again.",
  unreachable: inMinutes,
  "connection-lost": "Please try again in a moment.",
  "too-large": "",
  unavailable: inMinutes,
  timeout: inMinutes,
};

/** What is not known, and what to do, by what was asked for. */
const unknownPerson = [
  "The workspace doesn't know this person",
  "Check the name or id. Somebody who's new may first have to join its staff.",
] as const;
const unknownWorkspace = [
  "The workspace service doesn't know this workspace any more",
  "An admin can look at the link with `/link status`.",
] as const;
const unknownAmong = (thing: string, place: string) =>
  [`The workspace has no ${thing} by that id`, `It may be gone: look for it with \`${place}\`.`] as const;
const unknownTaskboard = [
  "The workspace shows no task board",
  "Somebody who administers the workspace can link one there.",
] as const;

const notFoundWords: Readonly<Record<OperationName, readonly [happened: string, next: string]>> = {
  getAssignments: unknownPerson,
  getActivity: unknownPerson,
  giftActivity: unknownPerson,
  getUser: unknownPerson,
  createOrder: unknownWorkspace,
  searchOrders: unknownWorkspace,
  getCalendar: unknownWorkspace,
  listPosts: unknownWorkspace,
  createRole: unknownWorkspace,
  updateWorkspace: unknownWorkspace,
  deletePost: unknownAmong("post", "/posts list"),
  createSessionServer: [
    "The workspace has no event by that id",
    "Check the id, or paste the link to the event's page.",
  ],
  listBanComments: [
    "The workspace has no ban by that id",
    "Check the id, or paste the link to the ban's page.",
  ],
  deleteBanComment: unknownAmong("comment", "/bans comments"),
  getTaskboard: unknownTaskboard,
  listTaskboardBoards: unknownTaskboard,
  listTaskboardActions: unknownTaskboard,
  setTaskboardBoard: unknownAmong("board", "/taskboard boards"),
  setTaskboardFormat: unknownAmong("board", "/taskboard boards"),
  deleteTaskboardAction: unknownAmong("action", "/taskboard actions"),
};

const contractErrorText =
  "The workspace service answered in a form I do not know, so I cannot show it. Please tell whoever runs this bot, with this reference:";
const storeErrorText =
  "The bot's own database cannot be used right now, so nothing was done. Please try again in a minute; if it stays so, tell whoever runs this bot, with this reference:";
const unknownOutcomeText =
  "I sent that to the workspace but got no clear answer, so I cannot tell whether it was done. Check before you send it again. Reference:";
/** What somebody reads whose confirmed write was kept back. */
export const heldUpWords =
  "This took too long on my side, so nothing was sent. Press *Try again* to send it now.";
const replyFailedText =
  "Discord did not take my answer, so I cannot show you what came of this. It may well be done: check before you do it again. Reference:";
const internalErrorText =
  "Something broke on our side; nothing more was done. If it happens again, give an admin this reference:";

export interface DescribeOptions {
  /** Stands in the log, too. */
  readonly reference: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** A question was answered with yes, and stays open with its button to try again. */
  readonly keepsPrompt?: boolean;
}

/** The only place where an error becomes words for a person. */
export function describeError(error: unknown, telling: DescribeOptions): FailureReport {
  const { reference } = telling;
  if (error instanceof UserError)
    return { text: error.message, level: error.cause instanceof ApiError ? "info" : "debug" };
  if (error instanceof ApiError) {
    if (error.outcomeUnknown) return { text: withReference(unknownOutcomeText, reference), level: "warn" };
    return { text: describeRefusal(error, telling), level: "info" };
  }
  if (error instanceof ContractError)
    return { text: withReference(contractErrorText, reference), level: "error" };
  if (error instanceof ReplyFailedError)
    return { text: withReference(replyFailedText, reference), level: "error" };
  if (error instanceof StoreError) return { text: withReference(storeErrorText, reference), level: "error" };
  return { text: withReference(internalErrorText, reference), level: "error" };
}

/** True when an error leaves open whether a write took effect. Bugs count: nobody knows how far they got. */
export function hasUnknownOutcome(error: unknown): boolean {
  if (error instanceof UserError || wasHeldUp(error)) return false;
  if (error instanceof ApiError || error instanceof ContractError) return error.outcomeUnknown;
  return true;
}

/** A write was kept back because the right to send it had ended. */
export function wasHeldUp(error: unknown): boolean {
  return error instanceof LeaseEndedError;
}

const transientFailures: ReadonlySet<ApiFailure> = new Set([
  "rate-limited",
  "unreachable",
  "unavailable",
  "connection-lost",
  "timeout",
]);

/** Nothing came of it, and the same may well be done in a while. */
export function isTransient(error: unknown): error is ApiError {
  return error instanceof ApiError && !error.outcomeUnknown && transientFailures.has(error.failure);
}

/** What the workspace did answer to a write whose outcome is open, where it is that which leaves it open. */
export function describeUnclearReply(error: unknown): string | undefined {
  if (error instanceof ContractError) return "The workspace answered in a form I do not know.";
  if (!(error instanceof ApiError)) return undefined;
  if (error.failure === "unavailable") return "The workspace answered with an error.";
  return error.failure === "too-large" ? "The workspace answered with more than I can take in." : undefined;
}

function describeRefusal(error: ApiError, { now, keepsPrompt = false }: DescribeOptions): string {
  const [said, notDone] = failureTexts[error.failure];
  const { failure, operation } = error;
  const [happened, otherNext] =
    failure === "not-found" && isOperation(operation)
      ? notFoundWords[operation]
      : [said, nextStepTexts[failure]];
  const nothing = isRead(error) && !keepsPrompt ? "nothing can be shown" : notDone;
  const next = [describeRetryAfter(error, now) ?? otherNext].filter(Boolean);
  if (keepsPrompt) next.push("The question is still open, so press *Try again* then.");
  return [`${happened}, so ${nothing}.`, ...next].join(" ");
}

function isOperation(operation: string): operation is OperationName {
  return Object.hasOwn(contract, operation);
}

function isRead({ operation }: ApiError): boolean {
  const rows: Contract = contract;
  return rows[operation]?.method === "GET";
}

/** What is known of this failure alone: when it is over, or why it is. */
function describeRetryAfter(
  { failure, retryAfterMs, serverMessage }: ApiError,
  now: number,
): string | undefined {
  if (failure === "rejected")
    return serverMessage === undefined ? undefined : `It said: “${escapeMarkdown(serverMessage, 300)}”`;
  if (!transientFailures.has(failure) || retryAfterMs === undefined) return undefined;
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  if (failure === "rate-limited") return `I can go on in ${pluralize(seconds, "second")}.`;
  const at = Temporal.Instant.fromEpochMilliseconds(now + seconds * 1000);
  return `Please try again ${timestamp(at, "R")}.`;
}

function withReference(text: string, reference: string): string {
  return `${text} \`${reference}\``;
}
