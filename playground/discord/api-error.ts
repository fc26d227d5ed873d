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

const refusal = (status: number, code: number, message: string) => (): DiscordApiError =>
  new DiscordApiError(status, { message, code });

export const unauthorized = refusal(401, 0, "401: Unauthorized");
export const notFound = refusal(404, 0, "404: Not Found");
export const unknownChannel = refusal(404, Code.UnknownChannel, "Unknown Channel");
export const unknownGuild = refusal(404, Code.UnknownGuild, "Unknown Guild");
export const unknownMember = refusal(404, Code.UnknownMember, "Unknown Member");
export const unknownMessage = refusal(404, Code.UnknownMessage, "Unknown Message");
export const unknownRole = refusal(404, Code.UnknownRole, "Unknown Role");
export const unknownUser = refusal(404, Code.UnknownUser, "Unknown User");
export const unknownWebhook = refusal(404, Code.UnknownWebhook, "Unknown Webhook");
export const unknownInteraction = refusal(404, Code.UnknownInteraction, "Unknown interaction");
export const unknownCommand = refusal(404, Code.UnknownApplicationCommand, "Unknown application command");
export const alreadyAcknowledged = refusal(
  400,
  Code.InteractionHasAlreadyBeenAcknowledged,
  "Interaction has already been acknowledged.",
);
export const invalidWebhookToken = refusal(401, Code.InvalidWebhookToken, "Invalid Webhook Token");
export const missingAccess = refusal(403, Code.MissingAccess, "Missing Access");
export const missingPermissions = refusal(403, Code.MissingPermissions, "Missing Permissions");
export const cannotTell = refusal(
  403,
  Code.CannotSendMessagesToThisUser,
  "Cannot send messages to this user",
);
export const emptyMessage = refusal(400, Code.CannotSendAnEmptyMessage, "Cannot send an empty message");
export const notTheAuthor = refusal(
  403,
  Code.CannotEditMessageAuthoredByAnotherUser,
  "Cannot edit a message authored by another user",
);
export const tooManyPins = refusal(
  400,
  Code.MaximumNumberOfPinsReachedForTheChannel,
  "Maximum number of pins reached (250)",
);
export const fileTooLarge = refusal(413, Code.RequestEntityTooLarge, "Request entity too large");
export const invalidJson = refusal(
  400,
  Code.RequestBodyContainsInvalidJSON,
  "The request body contains invalid JSON.",
);
