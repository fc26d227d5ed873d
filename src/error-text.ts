import { contract, type OperationName } from "./api/contract/index.ts";
import { type Contract, isRead } from "./api/endpoint.ts";
import type { ProbedRead } from "./api/probe.ts";
import { ApiError, type ApiFailure, ContractError, type StaleReason } from "./api/errors.ts";
import { ReplyFailedError, transientFailures, UserError, wasHeldUp } from "./errors.ts";
import { StoreError } from "./store/errors.ts";
import { escapeMarkdown } from "./ui/escape.ts";
import { describeWait } from "./ui/time.ts";

export interface FailureReport {
  /** For the person. */
  readonly text: string;
  readonly level: "debug" | "info" | "warn" | "error";
}

/** What happened and, for a write, what wasn't done; after a read, nothing more. */
const failureTexts: Readonly<Record<ApiFailure, readonly [happened: string, notDone: string]>> = {
  unauthorized: ["The workspace no longer accepts this server's key", "nothing was changed"],
  forbidden: ["This server's key isn't allowed to do that in the workspace", "nothing was changed"],
  "not-found": ["The workspace doesn't have that", "nothing was changed"],
  rejected: ["The workspace didn't accept that", "nothing was changed"],
  "rate-limited": ["This workspace's requests for this minute are used up", "nothing was done"],
  "invalid-id": ["That isn't a valid id", "nothing was sent"],
  "read-only": ["This server may only read from this workspace", "nothing was sent"],
  unreachable: ["The workspace service can't be reached right now", "nothing was sent"],
  "connection-lost": [
    "The connection to the workspace service was lost before it answered",
    "nothing was done",
  ],
  "too-large": ["The workspace service sent more data than I can handle", "nothing was changed"],
  unavailable: ["The workspace service is having problems", "nothing was done"],
  timeout: ["The workspace service took too long to answer", "nothing was done"],
};

const inMinutes = "Try again in a few minutes.";
const nextStepTexts: Readonly<Record<ApiFailure, string>> = {
  unauthorized: "An admin needs to set a new one with `/link set`.",
  forbidden: "Someone who manages the workspace can give the key that permission.",
  "not-found": "It may have been deleted. Look it up again.",
  rejected: "",
  "rate-limited": "Try again in about a minute.",
  "invalid-id": "Check the id and try again.",
  "read-only": "An admin can allow changes in `/link status`.",
  unreachable: inMinutes,
  "connection-lost": "Try again in a moment.",
  "too-large": "",
  unavailable: inMinutes,
  timeout: inMinutes,
};

const unknownPerson = [
  "The workspace doesn't know this person",
  "Someone new may have to join its staff first.",
] as const;
const unknownWorkspace = [
  "The workspace service doesn't know this workspace anymore",
  "An admin can check the link with `/link status`.",
] as const;
const describeUnknown = (thing: string, place: string) =>
  [
    `The workspace doesn't have that ${thing}`,
    `It may have been deleted. Look for it with \`${place}\`.`,
  ] as const;
const unknownTaskboard = [
  "The workspace has no task board",
  "Someone who manages the workspace can link one there.",
] as const;

/** What wasn't found and what to do, by operation. */
const notFoundTexts: Readonly<Record<OperationName, readonly [happened: string, next: string]>> = {
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
  deletePost: describeUnknown("post", "/posts"),
  createSessionServer: [
    "The workspace has no event with that id",
    "Check the id, or paste the link to the event's page.",
  ],
  listBanComments: [
    "The workspace has no ban with that id",
    "Check the id, or paste the link to the ban's page.",
  ],
  deleteBanComment: describeUnknown("comment", "/bans"),
  getTaskboard: unknownTaskboard,
  listTaskboardBoards: unknownTaskboard,
  listTaskboardActions: unknownTaskboard,
  setTaskboardBoard: describeUnknown("board", "/taskboard show"),
  setTaskboardFormat: describeUnknown("board", "/taskboard show"),
  deleteTaskboardAction: describeUnknown("action", "/taskboard show"),
};

/** What the workspace service has problems with while everything else may work. */
const troubledTexts: Readonly<Record<OperationName, string>> = {
  getAssignments: "assignments",
  getActivity: "activity",
  giftActivity: "counting time",
  getUser: "people's profiles",
  createOrder: "new orders",
  searchOrders: "orders",
  getCalendar: "the calendar",
  listPosts: "posts",
  createRole: "new roles",
  updateWorkspace: "the workspace's settings",
  deletePost: "deleting posts",
  createSessionServer: "new servers",
  listBanComments: "comments on bans",
  deleteBanComment: "deleting comments",
  getTaskboard: "the task board",
  listTaskboardBoards: "the list of boards",
  listTaskboardActions: "task board actions",
  setTaskboardBoard: "changing the board",
  setTaskboardFormat: "changing the board's format",
  deleteTaskboardAction: "deleting actions",
};

/** What people call what is read. */
export const readNames: Readonly<Record<ProbedRead, string>> = {
  getCalendar: "calendar",
  searchOrders: "orders",
  listPosts: "posts",
  getActivity: "activity",
  getAssignments: "assignments",
  getUser: "names",
  getTaskboard: "task board",
  listTaskboardBoards: "its boards",
  listTaskboardActions: "its actions",
  listBanComments: "bans",
};

/** Why something isn't offered with a link whose key was without a read when it was tried. */
export function describeLack(read: ProbedRead, why: "refused" | "absent"): string {
  const isOfTaskboard = notFoundTexts[read] === unknownTaskboard;
  const name = isOfTaskboard ? readNames.getTaskboard : readNames[read];
  return why === "absent"
    ? `This workspace has no ${name}, so nothing was done.`
    : `This server's key isn't allowed to read ${isOfTaskboard ? troubledTexts.getTaskboard : troubledTexts[read]} in the workspace, so nothing was done.`;
}

/** For whatever would change something in a workspace that is linked read-only. */
export const readOnlyText = `${failureTexts["read-only"][0]}, so ${failureTexts["read-only"][1]}. ${nextStepTexts["read-only"]}`;

/** The message of a `KeyNotOpenedError`. */
export const keyNotOpenedText =
  "I can't decrypt this server's workspace key right now, so nothing was sent. Only the person who runs this bot can fix that; you don't need to set anything up again. Try again later.";
const contractErrorText =
  "The workspace service sent an answer I don't understand, so I can't show it. Please give the person who runs this bot this reference:";
const storeErrorText =
  "The bot can't use its database right now, so nothing was done. Try again in a minute. If it keeps happening, give the person who runs this bot this reference:";
const unknownOutcomeText =
  "I sent that to the workspace but got no clear answer, so I don't know whether it was done. Check before you send it again. Reference:";
/** For someone whose confirmed write was held back. */
export const heldUpText =
  "This took too long on my side, so nothing was sent. Press *Try again* to send it now.";
const tooLateText = "This took too long on my side, so nothing was done. Try again.";
const replyFailedText =
  "Discord didn't accept my answer, so I can't show you the result. It may have been done: check before you do it again. Reference:";
const internalErrorText =
  "Something broke on our side; nothing more was done. If it happens again, give an admin this reference:";

export interface DescribeOptions {
  /** Also in the log. */
  readonly reference: string;
  /** A confirmed preview stays open with its button to try again. */
  readonly keepsPrompt?: boolean;
}

/** What a person reads when their interaction failed. */
export function describeError(error: unknown, options: DescribeOptions): FailureReport {
  const { reference } = options;
  if (error instanceof UserError)
    return { text: error.message, level: error.cause instanceof ApiError ? "info" : "debug" };
  if (error instanceof ApiError) {
    if (error.outcomeUnknown) return { text: withReference(unknownOutcomeText, reference), level: "warn" };
    return { text: describeRefusal(error, options), level: "info" };
  }
  if (wasHeldUp(error)) return { text: tooLateText, level: "warn" };
  if (error instanceof ContractError)
    return { text: withReference(contractErrorText, reference), level: "error" };
  if (error instanceof ReplyFailedError)
    return { text: withReference(replyFailedText, reference), level: "error" };
  if (error instanceof StoreError) return { text: withReference(storeErrorText, reference), level: "error" };
  return { text: withReference(internalErrorText, reference), level: "error" };
}

/** What the workspace answered, if that answer is why a write's outcome is unknown. */
export function describeUnclearReply(error: unknown): string | undefined {
  if (error instanceof ContractError) return "The workspace sent an answer I don't understand.";
  if (!(error instanceof ApiError)) return undefined;
  if (error.failure === "unavailable") return "The workspace answered with an error.";
  return error.failure === "too-large" ? "The workspace sent more data than I can handle." : undefined;
}

function describeRefusal(error: ApiError, { keepsPrompt = false }: DescribeOptions): string {
  const [, notDone] = failureTexts[error.failure];
  const text = describeFailure(error, isOfRead(error) && !keepsPrompt ? "" : notDone);
  return keepsPrompt ? `${text} The preview is still open, so press *Try again* then.` : text;
}

/**
 * What happened, what wasn't done (empty for what only shows something), and what to do next.
 * @param isOfAll several operations failed in this way
 */
export function describeFailure(error: ApiError, notDone: string, isOfAll = false): string {
  const { failure, operation, isOnlyOperation } = error;
  const [happened, next] =
    failure === "not-found" && isOperation(operation)
      ? notFoundTexts[operation]
      : isOnlyOperation && !isOfAll
        ? [describeTrouble(operation), nextStepTexts.unavailable]
        : [failureTexts[failure][0], nextStepTexts[failure]];
  return [`${happened}${notDone === "" ? "" : `, so ${notDone}`}.`, describeNextStep(error) ?? next]
    .filter(Boolean)
    .join(" ");
}

function describeTrouble(operation: string): string {
  const [happened] = failureTexts.unavailable;
  return isOperation(operation) ? `${happened} with ${troubledTexts[operation]}` : happened;
}

function isOperation(operation: string): operation is OperationName {
  return Object.hasOwn(contract, operation);
}

function isOfRead({ operation }: ApiError): boolean {
  const { [operation]: row }: Contract = contract;
  return row !== undefined && isRead(row);
}

/** The next step this failure itself tells: when to retry, or why it was rejected. */
function describeNextStep({ failure, retryAfterMs, serverMessage }: ApiError): string | undefined {
  if (failure === "rejected")
    return serverMessage === undefined ? undefined : `It said: “${escapeMarkdown(serverMessage, 300)}”`;
  if (!transientFailures.has(failure) || retryAfterMs === undefined) return undefined;
  return `Try again in ${describeWait(retryAfterMs)}.`;
}

function withReference(text: string, reference: string): string {
  return `${text} \`${reference}\``;
}

/** Why something is older than it should be, as a sentence. */
export function describeStaleReason({ rateLimitedUntil, failing, unreadable }: StaleReason): string {
  if (rateLimitedUntil !== undefined) return "This workspace's requests for this minute are used up.";
  if (unreadable !== undefined && isOperation(unreadable))
    return `I can't read what the workspace service sent about ${troubledTexts[unreadable]}.`;
  return failing === undefined ? "The workspace service isn't responding." : `${describeTrouble(failing)}.`;
}
