import type {
  AnySelectMenuInteraction,
  APIActionRowComponent,
  APIComponentInMessageActionRow,
  APIEmbed,
  APIModalInteractionResponseCallbackData,
  ButtonInteraction,
  ChatInputCommandInteraction,
  Interaction,
  MessageContextMenuCommandInteraction,
  ModalSubmitInteraction,
  UserContextMenuCommandInteraction,
} from "discord.js";
import type { StaleReason } from "../api/errors.ts";

/** An interaction that expects a message or a form as its reply. */
export type RepliableInteraction =
  | ChatInputCommandInteraction
  | UserContextMenuCommandInteraction
  | MessageContextMenuCommandInteraction
  | ButtonInteraction
  | AnySelectMenuInteraction
  | ModalSubmitInteraction;

export function isRepliable(interaction: Interaction): interaction is RepliableInteraction {
  return (
    interaction.isCommand() ||
    interaction.isButton() ||
    interaction.isAnySelectMenu() ||
    interaction.isModalSubmit()
  );
}

/** A message a handler returns. Omitted parts are empty: an update replaces the whole message. */
export interface Reply {
  readonly content?: string;
  readonly embeds?: readonly APIEmbed[];
  readonly components?: readonly Row[];
  readonly files?: readonly ReplyFile[];
  /** When editing one of the bot's messages: keeps its files. */
  readonly keepsFiles?: boolean;
  /** Discord ids of people whose mention in `content` pings them; all other mentions are silent. */
  readonly pings?: readonly string[];
  /** Parts couldn't be read right now; if the rest is cached, the reply says so, with its age. */
  readonly failedRead?: StaleReason;
  /** Others may see this: the router adds a button that shows it in the channel. */
  readonly share?: Share;
}

export interface Share {
  /** Whom it is about, for handlers of access `self-or-manager`. */
  readonly userId?: string;
  /**
   * The same as others read it, with the same embeds; left out if it reads the same to everyone and stays true. Kept for a
   * while, so it shouldn't hold more than what it shows.
   */
  readonly renderForOthers?: () => Reply;
  /** Set if others may not see all of it: then neither the message itself nor its pictures are ever shown. */
  readonly hidesPart?: true;
}

export type Row = APIActionRowComponent<APIComponentInMessageActionRow>;
export type Modal = APIModalInteractionResponseCallbackData;

export interface ReplyFile {
  readonly name: string;
  readonly data: Buffer;
  /** Read out by screen readers. */
  readonly description: string;
}

/** The form discord.js accepts of a finished reply. Mentions in the service's texts never ping anyone. */
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
