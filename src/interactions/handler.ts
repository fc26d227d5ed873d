import type {
  SlashCommandAttachmentOption,
  SlashCommandBooleanOption,
  SlashCommandChannelOption,
  SlashCommandIntegerOption,
  SlashCommandNumberOption,
  SlashCommandRoleOption,
  SlashCommandStringOption,
  SlashCommandSubcommandBuilder,
  SlashCommandUserOption,
} from "@discordjs/builders";
import {
  type AnySelectMenuInteraction,
  type AutocompleteInteraction,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  type CommandInteractionOption,
  type MessageContextMenuCommandInteraction,
  type ModalSubmitInteraction,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
  type RESTPostAPIContextMenuApplicationCommandsJSONBody,
  type UserContextMenuCommandInteraction,
} from "discord.js";
import type { OperationName } from "../api/contract/index.ts";
import type { ProbedRead } from "../api/probe.ts";
import type { AppContext } from "../context.ts";
import type { Access } from "./access.ts";
import { getCustomIdName } from "./custom-id.ts";
import type { RepliableInteraction, Reply, Modal, Row } from "../ui/reply.ts";
import { type AdmittedContext, type GuildContext, type Needs } from "./handler-context.ts";

/** What a handler returns, by how its interaction is acknowledged. */
export interface AckResult {
  /** A private reply. */
  readonly ephemeral: Reply;
  /** A reply that everyone in the channel sees. */
  readonly public: Reply;
  /** The new state of the message with the component. */
  readonly update: Reply;
  /** A modal. It must be the first response, within 3 s, so its handler reads at most what is mostly cached. */
  readonly modal: Modal;
  /** A modal, if that can be decided without calling the service, or a private reply. */
  readonly "modal-or-ephemeral": Modal | Reply;
}
export type Ack = keyof AckResult;
export type CommandAck = Exclude<Ack, "update">;

export interface Choice {
  readonly name: string;
  readonly value: string;
}

/** Suggests values for what a person has typed so far. At most 25 are shown; a failure shows none. */
export type Autocomplete<C extends GuildContext = GuildContext> = (
  typed: string,
  ctx: C,
  interaction: AutocompleteInteraction,
) => Promise<readonly Choice[]>;

/** Where options are registered: a command without subcommands, or a subcommand. */
export interface OptionTarget {
  addStringOption(option: SlashCommandStringOption): unknown;
  addIntegerOption(option: SlashCommandIntegerOption): unknown;
  addNumberOption(option: SlashCommandNumberOption): unknown;
  addBooleanOption(option: SlashCommandBooleanOption): unknown;
  addUserOption(option: SlashCommandUserOption): unknown;
  addChannelOption(option: SlashCommandChannelOption): unknown;
  addRoleOption(option: SlashCommandRoleOption): unknown;
  addAttachmentOption(option: SlashCommandAttachmentOption): unknown;
}

type DiscordOptions = ChatInputCommandInteraction["options"];

/** What was given for a command's options: by Discord, or typed again in a form. */
export interface ChosenOptions {
  /** Those of a subcommand are in its `options`. */
  readonly data: readonly Pick<CommandInteractionOption, "name" | "type" | "value" | "options">[];
  getString(name: string): string | null;
  getInteger(name: string): number | null;
  getNumber(name: string): number | null;
  getBoolean(name: string): boolean | null;
  getRole(name: string): ReturnType<DiscordOptions["getRole"]>;
  getChannel(name: string): ReturnType<DiscordOptions["getChannel"]>;
  getAttachment(name: string): ReturnType<DiscordOptions["getAttachment"]>;
  getUser(name: string): ReturnType<DiscordOptions["getUser"]>;
  getMember(name: string): ReturnType<DiscordOptions["getMember"]>;
}

/** What a command's handler may know of the interaction. */
export interface AskedCommand extends Pick<
  ChatInputCommandInteraction,
  "applicationId" | "token" | "locale" | "member"
> {
  readonly options: ChosenOptions;
}

/** One option of a command: how it is registered with Discord and how its value is read. */
export interface Option<T, C extends GuildContext = GuildContext> {
  readonly add: (target: OptionTarget, name: string) => void;
  /** @throws UserError if the value can't be used */
  readonly read: (asked: AskedCommand, name: string, ctx: C) => T | Promise<T>;
  readonly suggest?: Autocomplete<C> | undefined;
}

export type Options<C extends GuildContext> = Readonly<Record<string, Option<unknown, C>>>;
export type OptionValues<O> = {
  readonly [Name in keyof O]: O[Name] extends Option<infer T, never> ? T : never;
};

type FoundGuildId = string | undefined | Promise<string | undefined>;

/** What the router knows about every handler. */
export interface Handler<I> {
  readonly access: Access;
  readonly needs: Needs;
  readonly ack: Ack;
  /**
   * Reads without which this does nothing. Where the workspace or its key is without one, it's in no list, and says so
   * when it's used.
   */
  readonly dependsOn?: readonly ProbedRead[] | undefined;
  /** Of a handler that changes nothing: what it is for, as in `read the audit log`. */
  readonly purpose?: string | undefined;
  /**
   * For a component that may be in a private message: the guild it is about, by its custom id. Unless its access
   * is `everyone`, the person must prove to be a member there.
   */
  readonly findGuildId?: (customId: string, ctx: AppContext) => FoundGuildId;
  /** For a command that also works in private messages: the custom id of the button that runs it for a guild. */
  readonly anywhere?: ((guildId: string) => string) | undefined;
  readonly run: (interaction: I, ctx: AdmittedContext) => Promise<Reply | Modal>;
}

export interface HandlerReach {
  /** The service operations that can be reached from here, including through components. */
  readonly operations: readonly OperationName[];
  /** The buttons and modals this handler shows. */
  readonly components?: readonly Component[];
}

/** One thing a person can run: a command without subcommands, or one subcommand. */
export interface CommandHandler extends Handler<AskedCommand>, HandlerReach {
  /** By option name. */
  readonly autocomplete: ReadonlyMap<string, Autocomplete<AdmittedContext>>;
  /** As registered. */
  readonly optionNames: ReadonlySet<string>;
  /** It has a form of its own for options that it refuses. */
  readonly hasForm: boolean;
}
export interface UserMenuHandler extends Handler<UserContextMenuCommandInteraction>, HandlerReach {}
export interface MessageMenuHandler extends Handler<MessageContextMenuCommandInteraction>, HandlerReach {}

export interface Subcommand extends CommandHandler {
  readonly data: SlashCommandSubcommandBuilder;
}

/** A slash command with its handlers by subcommand name; the key is empty if it has no subcommands. */
export interface SlashCommand {
  readonly kind: "slash";
  readonly json: RESTPostAPIChatInputApplicationCommandsJSONBody;
  readonly handlers: ReadonlyMap<string, CommandHandler>;
}

export interface MenuCommand<Kind extends string, H> {
  readonly kind: Kind;
  readonly json: RESTPostAPIContextMenuApplicationCommandsJSONBody;
  /** Its purpose; Discord shows no description for such commands. */
  readonly description: string;
  readonly handler: H;
}
export type UserMenuCommand = MenuCommand<"user-menu", UserMenuHandler>;
export type MessageMenuCommand = MenuCommand<"message-menu", MessageMenuHandler>;
export type Command = SlashCommand | UserMenuCommand | MessageMenuCommand;

/** All handlers of a command, however it is started. */
export function listHandlers(
  command: Command,
): readonly (CommandHandler | UserMenuHandler | MessageMenuHandler)[] {
  return command.kind === "slash" ? [...command.handlers.values()] : [command.handler];
}

/** `order create`; the command alone if it has no subcommands. */
export const formatHandlerPath = (command: string, subcommand: string): string =>
  `${command} ${subcommand}`.trim();

/** A command's handlers by their paths. */
export function listHandlerPaths({
  json,
  handlers,
}: SlashCommand): readonly (readonly [string, CommandHandler])[] {
  return [...handlers].map(
    ([subcommand, handler]) => [formatHandlerPath(json.name, subcommand), handler] as const,
  );
}

/** The name of what a person used, for routes and logs: a command's path with a slash, or a component's own name. */
export function formatHandlerName(interaction: RepliableInteraction): string {
  if (interaction.isChatInputCommand())
    return `/${formatHandlerPath(interaction.commandName, interaction.options.getSubcommand(false) ?? "")}`;
  return interaction.isContextMenuCommand()
    ? `/${interaction.commandName}`
    : getCustomIdName(interaction.customId);
}

/** A kind of draft whose write may be interrupted, and the text for that. */
export interface UnfinishedWrite {
  readonly draftKind: string;
  readonly unknownOutcomeText: string;
  readonly unknownTitle?: string | undefined;
  /** A button to look for what was sent, if that is possible. */
  readonly look: (draftId: string) => readonly Row[];
}

interface Readable {
  readonly name: string;
  /** Whether this version wrote such a custom id, or could have. */
  readonly reads: (customId: string) => boolean;
}
export interface ButtonHandler extends Handler<ButtonInteraction>, Readable {
  readonly kind: "button";
  /** Also below what *Show in channel* shows: it does the same for everyone with its access. */
  readonly staysInCopy: boolean;
  /** Set on the button that starts a write. */
  readonly write?: UnfinishedWrite;
}
export interface ModalHandler extends Handler<ModalSubmitInteraction>, Readable {
  readonly kind: "modal";
}
export interface SelectHandler extends Handler<AnySelectMenuInteraction>, Readable {
  readonly kind: "select";
}
export type Component = ButtonHandler | ModalHandler | SelectHandler;
