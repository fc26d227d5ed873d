import { RESTJSONErrorCodes as Code } from "discord-api-types/v10";

/** An answer of Discord's REST that is not a success. */
export class DiscordApiError extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    body: Readonly<Record<string, unknown>> & { readonly message: string; readonly code: number },
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

const rejection = (status: number, code: number, message: string) => (): DiscordApiError =>
  new DiscordApiError(status, { message, code });

export const unauthorized = rejection(401, 0, "401: Unauthorized");
export const notFound = rejection(404, 0, "404: Not Found");
export const unknownChannel = rejection(404, Code.UnknownChannel, "Unknown Channel");
export const unknownGuild = rejection(404, Code.UnknownGuild, "Unknown Guild");
export const unknownMember = rejection(404, Code.UnknownMember, "Unknown Member");
export const unknownMessage = rejection(404, Code.UnknownMessage, "Unknown Message");
export const unknownRole = rejection(404, Code.UnknownRole, "Unknown Role");
export const unknownUser = rejection(404, Code.UnknownUser, "Unknown User");
export const unknownWebhook = rejection(404, Code.UnknownWebhook, "Unknown Webhook");
export const unknownInteraction = rejection(404, Code.UnknownInteraction, "Unknown interaction");
export const unknownCommand = rejection(404, Code.UnknownApplicationCommand, "Unknown application command");
export const alreadyAcknowledged = rejection(
  400,
  Code.InteractionHasAlreadyBeenAcknowledged,
  "Interaction has already been acknowledged.",
);
export const invalidWebhookToken = rejection(401, Code.InvalidWebhookToken, "Invalid Webhook Token");
export const missingAccess = rejection(403, Code.MissingAccess, "Missing Access");
export const missingPermissions = rejection(403, Code.MissingPermissions, "Missing Permissions");
export const cannotTell = rejection(
  403,
  Code.CannotSendMessagesToThisUser,
  "Cannot send messages to this user",
);
export const emptyMessage = rejection(400, Code.CannotSendAnEmptyMessage, "Cannot send an empty message");
export const notTheAuthor = rejection(
  403,
  Code.CannotEditMessageAuthoredByAnotherUser,
  "Cannot edit a message authored by another user",
);
export const archivedThread = rejection(400, Code.InvalidActionOnArchivedThread, "Thread is archived");
export const lockedThread = rejection(400, Code.ThreadLocked, "This thread is locked");
export const alreadyPublished = rejection(
  400,
  Code.ThisMessageWasAlreadyCrossposted,
  "This message has already been crossposted.",
);
export const notInThisChannel = rejection(
  400,
  Code.CannotExecuteActionOnThisChannelType,
  "Cannot execute action on this channel type",
);
export const tooManyPins = rejection(
  400,
  Code.MaximumNumberOfPinsReachedForTheChannel,
  "Maximum number of pins reached (250)",
);
export const fileTooLarge = rejection(413, Code.RequestEntityTooLarge, "Request entity too large");
export const invalidJson = rejection(
  400,
  Code.RequestBodyContainsInvalidJSON,
  "The request body contains invalid JSON.",
);
