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
import type { Answer, Form, Row } from "./answer.ts";
import type { ContextFor, Needs } from "./handler-context.ts";

/** What a handler gives back, by the way its interaction is acknowledged. */
export interface AckResult {
  /** A private answer. */
  readonly ephemeral: Answer;
  /** An answer that everyone in the channel sees. */
  readonly public: Answer;
  /** The new state of the message that carries the control. */
  readonly update: Answer;
  /** A form. It has to be the first answer, so its handler must not call the service. */
  readonly modal: Form;
  /** A form, decided without calling the service, or else a private answer. */
  readonly "modal-or-ephemeral": Form | Answer;
}
export type Ack = keyof AckResult;

export interface Choice {
  readonly name: string;
  readonly value: string;
}

/** Answers what a person has typed so far. At most 25 are shown; a failure shows none. */
export type Suggest<N extends Needs> = (
  typed: string,
  ctx: ContextFor<N>,
  interaction: AutocompleteInteraction,
) => Promise<readonly Choice[]>;

type Run<I, N extends Needs, A extends Ack> = (interaction: I, ctx: ContextFor<N>) => Promise<AckResult[A]>;

/** One handler with all that the router has to know before it may run. */
export type Handler<I, AllowedAck extends Ack = Ack> = {
  [N in Needs]: {
    [A in AllowedAck]: {
      readonly access: Access;
      readonly needs: N;
      readonly ack: A;
      /** On a button that may stand in a private message: which guild it is about, by its custom id. */
      readonly home?: (customId: string) => string | undefined;
      readonly run: Run<I, N, A>;
    };
  }[AllowedAck];
}[Needs];

type CommandAck = "ephemeral" | "public" | "modal" | "modal-or-ephemeral";
interface Reach {
  /** What of the service can be reached from here, controls included. */
  readonly operations: readonly OperationName[];
  /** The buttons and forms that this leaf puts on screen. */
  readonly controls?: readonly Control[];
}
type LeafParts<N extends Needs> = Reach & {
  /** By option name; one for each option that asks for suggestions. */
  readonly suggest?: Readonly<Record<string, Suggest<N>>>;
};

/** One thing a person can run: a command without subcommands, or one subcommand. */
export type Leaf = {
  [N in Needs]: Extract<Handler<ChatInputCommandInteraction, CommandAck>, { readonly needs: N }> &
    LeafParts<N>;
}[Needs];

/** What is run from the menu of a member or of a message. */
export type UserMenuLeaf = Handler<UserContextMenuCommandInteraction, CommandAck> & Reach;
export type MessageMenuLeaf = Handler<MessageContextMenuCommandInteraction, CommandAck> & Reach;

export type Subcommand = Leaf & { readonly data: SlashCommandSubcommandBuilder };

/** A slash command with its leaves by subcommand name; the key is empty when it has no subcommands. */
export interface SlashCommand {
  readonly kind: "slash";
  readonly json: RESTPostAPIChatInputApplicationCommandsJSONBody;
  readonly leaves: ReadonlyMap<string, Leaf>;
}

interface MenuCommand<Kind extends string, L> {
  readonly kind: Kind;
  readonly json: RESTPostAPIContextMenuApplicationCommandsJSONBody;
  /** What it is for; Discord shows no description of such commands. */
  readonly description: string;
  readonly leaf: L;
}
export type UserMenuCommand = MenuCommand<"user-menu", UserMenuLeaf>;
export type MessageMenuCommand = MenuCommand<"message-menu", MessageMenuLeaf>;
export type Command = SlashCommand | UserMenuCommand | MessageMenuCommand;

/** Everything of a command that may be run, whichever way it is started. */
export function leavesOf(command: Command): readonly (Leaf | UserMenuLeaf | MessageMenuLeaf)[] {
  return command.kind === "slash" ? [...command.leaves.values()] : [command.leaf];
}

/** A kind of draft whose write may be cut off, and what its person is told then. */
export interface WriteWords {
  readonly draftKind: string;
  readonly unknownSentence: string;
  readonly unknownTitle?: string | undefined;
  /** A button to look for what was sent, where that can be told. */
  readonly look: (draftId: string) => readonly Row[];
}

export type ButtonControl = {
  readonly kind: "button";
  readonly name: string;
  /** On the button that starts a write. */
  readonly write?: WriteWords;
} & Handler<ButtonInteraction>;
export type FormControl = { readonly kind: "form"; readonly name: string } & Handler<
  ModalSubmitInteraction,
  "ephemeral" | "public" | "update"
>;
export type Control = ButtonControl | FormControl;

type CommandData = SlashCommandBuilder | SlashCommandOptionsOnlyBuilder | SlashCommandSubcommandsOnlyBuilder;

export function defineCommand(leaf: Leaf & { readonly data: CommandData }): SlashCommand {
  return { kind: "slash", json: slashJson(leaf.data), leaves: new Map([["", leaf]]) };
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
    leaves: new Map(subcommands.map((leaf) => [leaf.data.name, leaf])),
  };
}

interface MenuData {
  readonly data: ContextMenuCommandBuilder;
  readonly description: string;
}

export function defineUserMenu({ data, description, ...leaf }: UserMenuLeaf & MenuData): UserMenuCommand {
  return { kind: "user-menu", json: menuJson(data, ApplicationCommandType.User), description, leaf };
}

export function defineMessageMenu({
  data,
  description,
  ...leaf
}: MessageMenuLeaf & MenuData): MessageMenuCommand {
  return { kind: "message-menu", json: menuJson(data, ApplicationCommandType.Message), description, leaf };
}

/** A link belongs to a server, so no command is offered in private messages or where the bot is not a member. */
function inServersOnly(data: CommandData | ContextMenuCommandBuilder): void {
  data.setContexts(InteractionContextType.Guild).setIntegrationTypes(ApplicationIntegrationType.GuildInstall);
}

function slashJson(data: CommandData): RESTPostAPIChatInputApplicationCommandsJSONBody {
  inServersOnly(data);
  return data.toJSON();
}

function menuJson(
  data: ContextMenuCommandBuilder,
  type: ApplicationCommandType.User | ApplicationCommandType.Message,
): RESTPostAPIContextMenuApplicationCommandsJSONBody {
  inServersOnly(data.setType(type));
  return data.toJSON();
}
