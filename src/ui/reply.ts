import type {
  AnySelectMenuInteraction,
  APIActionRowComponent,
  APIComponentInMessageActionRow,
  APIEmbed,
  APIModalInteractionResponseCallbackData,
  ButtonInteraction,
  ChatInputCommandInteraction,
  MessageContextMenuCommandInteraction,
  ModalSubmitInteraction,
  UserContextMenuCommandInteraction,
} from "discord.js";

/** An interaction that wants a message or a form for an answer. */
export type RepliableInteraction =
  | ChatInputCommandInteraction
  | UserContextMenuCommandInteraction
  | MessageContextMenuCommandInteraction
  | ButtonInteraction
  | AnySelectMenuInteraction
  | ModalSubmitInteraction;

/** A message a handler gives back. What is left out is empty: an update replaces the whole message. */
export interface Reply {
  readonly content?: string;
  readonly embeds?: readonly APIEmbed[];
  readonly components?: readonly Row[];
  readonly files?: readonly ReplyFile[];
  /** Where a message of the bot is edited: it keeps the files it has. */
  readonly keepsFiles?: boolean;
  /** Discord ids of people whose mention in `content` pings them; all other mentions are silent. */
  readonly pings?: readonly string[];
  /** Some of it couldn't be read just now: where the rest is from memory, the reply says so and from when that is. */
  readonly failedRead?: FailedRead;
  /** Others may see this: the router adds a button that shows it in the channel. */
  readonly share?: Share;
}

interface FailedRead {
  /** When requests are free again, in epoch milliseconds, where that is all that is the matter. */
  readonly rateLimitedUntil?: number | undefined;
}

interface Share {
  /** Whom it is about, for handlers of access `self-or-manager`. */
  readonly userId?: string;
}

export type Row = APIActionRowComponent<APIComponentInMessageActionRow>;
export type Modal = APIModalInteractionResponseCallbackData;

export interface ReplyFile {
  readonly name: string;
  readonly data: Buffer;
  /** Read out by screen readers. */
  readonly description: string;
}

/** The form discord.js takes. Mentions in what the service sent never ping anybody. */
export function toPayload(reply: Reply) {
  return {
    content: reply.content ?? "",
    embeds: [...(reply.embeds ?? [])],
    components: [...(reply.components ?? [])],
    files: (reply.files ?? []).map(({ name, data, description }) => ({
      name,
      attachment: data,
      description,
    })),
    keepsFiles: reply.keepsFiles === true,
    allowedMentions: { parse: [], users: [...(reply.pings ?? [])] },
  };
}
