import type {
  ContextMenuCommandBuilder,
  SlashCommandBuilder,
  SlashCommandOptionsOnlyBuilder,
  SlashCommandSubcommandBuilder,
  SlashCommandSubcommandsOnlyBuilder,
} from "@discordjs/builders";
import {
  ApplicationCommandType,
  ApplicationIntegrationType,
  type AutocompleteInteraction,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  InteractionContextType,
  type MessageContextMenuCommandInteraction,
  type ModalSubmitInteraction,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
  type RESTPostAPIContextMenuApplicationCommandsJSONBody,
  type UserContextMenuCommandInteraction,
} from "discord.js";
import type { OperationName } from "../api/contract/index.ts";
import type { Access } from "./access.ts";
import type { Reply, Modal, Row } from "../ui/reply.ts";
import type { ContextFor, Needs } from "./handler-context.ts";

/** What a handler gives back, by the way its interaction is acknowledged. */
export interface AckResult {
  /** A private answer. */
  readonly ephemeral: Reply;
  /** An answer that everyone in the channel sees. */
  readonly public: Reply;
  /** The new state of the message that carries the control. */
  readonly update: Reply;
  /** A form. It has to be the first answer, so its handler must not call the service. */
  readonly modal: Modal;
  /** A form, decided without calling the service, or else a private answer. */
  readonly "modal-or-ephemeral": Modal | Reply;
}
export type Ack = keyof AckResult;

export interface Choice {
  readonly name: string;
  readonly value: string;
}

/** Answers what a person has typed so far. At most 25 are shown; a failure shows none. */
export type Autocomplete<N extends Needs> = (
  typed: string,
  ctx: ContextFor<N>,
  interaction: AutocompleteInteraction,
) => Promise<readonly Choice[]>;

type Run<I, N extends Needs, A extends Ack> = (interaction: I, ctx: ContextFor<N>) => Promise<AckResult[A]>;

/** One handler with all that the router has to know before it may run. */
export type HandlerBase<I, AllowedAck extends Ack = Ack> = {
  [N in Needs]: {
    [A in AllowedAck]: {
      readonly access: Access;
      readonly needs: N;
      readonly ack: A;
      /** On a button that may stand in a private message: which guild it is about, by its custom id. */
      readonly guildIdOf?: (customId: string) => string | undefined;
      readonly run: Run<I, N, A>;
    };
  }[AllowedAck];
}[Needs];

type CommandAck = "ephemeral" | "public" | "modal" | "modal-or-ephemeral";
interface HandlerReach {
  /** What of the service can be reached from here, controls included. */
  readonly operations: readonly OperationName[];
  /** The buttons and forms that this leaf puts on screen. */
  readonly components?: readonly Component[];
}
type HandlerParts<N extends Needs> = HandlerReach & {
  /** By option name; one for each option that asks for suggestions. */
  readonly autocomplete?: Readonly<Record<string, Autocomplete<N>>>;
};

/** One thing a person can run: a command without subcommands, or one subcommand. */
export type CommandHandler = {
  [N in Needs]: Extract<HandlerBase<ChatInputCommandInteraction, CommandAck>, { readonly needs: N }> &
    HandlerParts<N>;
}[Needs];

/** What is run from the menu of a member or of a message. */
export type UserMenuHandler = HandlerBase<UserContextMenuCommandInteraction, CommandAck> & HandlerReach;
export type MessageMenuHandler = HandlerBase<MessageContextMenuCommandInteraction, CommandAck> & HandlerReach;

export type Subcommand = CommandHandler & { readonly data: SlashCommandSubcommandBuilder };

/** A slash command with its leaves by subcommand name; the key is empty when it has no subcommands. */
export interface SlashCommand {
  readonly kind: "slash";
  readonly json: RESTPostAPIChatInputApplicationCommandsJSONBody;
  readonly handlers: ReadonlyMap<string, CommandHandler>;
}

interface MenuCommand<Kind extends string, L> {
  readonly kind: Kind;
  readonly json: RESTPostAPIContextMenuApplicationCommandsJSONBody;
  /** What it is for; Discord shows no description of such commands. */
  readonly description: string;
  readonly handler: L;
}
export type UserMenuCommand = MenuCommand<"user-menu", UserMenuHandler>;
export type MessageMenuCommand = MenuCommand<"message-menu", MessageMenuHandler>;
export type Command = SlashCommand | UserMenuCommand | MessageMenuCommand;

/** Everything of a command that may be run, whichever way it is started. */
export function handlersOf(
  command: Command,
): readonly (CommandHandler | UserMenuHandler | MessageMenuHandler)[] {
  return command.kind === "slash" ? [...command.handlers.values()] : [command.handler];
}

/** A kind of draft whose write may be cut off, and what its person is told then. */
export interface UnfinishedWrite {
  readonly draftKind: string;
  readonly unknownOutcomeText: string;
  readonly unknownTitle?: string | undefined;
  /** A button to look for what was sent, where that can be told. */
  readonly style: (draftId: string) => readonly Row[];
}

export type ButtonHandler = {
  readonly kind: "button";
  readonly name: string;
  /** On the button that starts a write. */
  readonly write?: UnfinishedWrite;
} & HandlerBase<ButtonInteraction>;
export type ModalHandler = { readonly kind: "form"; readonly name: string } & HandlerBase<
  ModalSubmitInteraction,
  "ephemeral" | "public" | "update"
>;
export type Component = ButtonHandler | ModalHandler;

type CommandData = SlashCommandBuilder | SlashCommandOptionsOnlyBuilder | SlashCommandSubcommandsOnlyBuilder;

export function defineCommand(handler: CommandHandler & { readonly data: CommandData }): SlashCommand {
  return { kind: "slash", json: slashJson(handler.data), handlers: new Map([["", handler]]) };
}

export function defineSubcommand(subcommand: Subcommand): Subcommand {
  return subcommand;
}

export function defineCommandGroup(
  data: SlashCommandBuilder,
  subcommands: readonly Subcommand[],
): SlashCommand {
  for (const { data: subcommand } of subcommands) data.addSubcommand(subcommand);
  return {
    kind: "slash",
    json: slashJson(data),
    handlers: new Map(subcommands.map((handler) => [handler.data.name, handler])),
  };
}

interface MenuData {
  readonly data: ContextMenuCommandBuilder;
  readonly description: string;
}

export function defineUserMenu({
  data,
  description,
  ...handler
}: UserMenuHandler & MenuData): UserMenuCommand {
  return { kind: "user-menu", json: menuJson(data, ApplicationCommandType.User), description, handler };
}

export function defineMessageMenu({
  data,
  description,
  ...handler
}: MessageMenuHandler & MenuData): MessageMenuCommand {
  return { kind: "message-menu", json: menuJson(data, ApplicationCommandType.Message), description, handler };
}

/** A link belongs to a server, so no command is offered in private messages or where the bot is not a member. */
function guildOnly(data: CommandData | ContextMenuCommandBuilder): void {
  data.setContexts(InteractionContextType.Guild).setIntegrationTypes(ApplicationIntegrationType.GuildInstall);
}

function slashJson(data: CommandData): RESTPostAPIChatInputApplicationCommandsJSONBody {
  guildOnly(data);
  return data.toJSON();
}

function menuJson(
  data: ContextMenuCommandBuilder,
  type: ApplicationCommandType.User | ApplicationCommandType.Message,
): RESTPostAPIContextMenuApplicationCommandsJSONBody {
  guildOnly(data.setType(type));
  return data.toJSON();
}
