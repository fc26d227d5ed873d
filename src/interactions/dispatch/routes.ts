import {
  ApplicationCommandOptionType,
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  type ContextMenuCommandInteraction,
  type Interaction,
} from "discord.js";
import type { RepliableInteraction } from "../../ui/reply.ts";
import { customIdName } from "../custom-id.ts";
import {
  type ButtonHandler,
  type Command,
  type CommandHandler,
  type Component,
  handlersOf,
  type MessageMenuHandler,
  type ModalHandler,
  type SelectHandler,
  type SlashCommand,
  type UserMenuHandler,
} from "../handler.ts";
import { defineShareButton, type Shareable } from "../share-button.ts";

/** The name of what a person used, for routes and logs: a command's path with a slash, or a component's own name. */
export function handlerName(interaction: RepliableInteraction): string {
  if (interaction.isChatInputCommand())
    return `/${interaction.commandName} ${interaction.options.getSubcommand(false) ?? ""}`.trim();
  return interaction.isContextMenuCommand()
    ? `/${interaction.commandName}`
    : customIdName(interaction.customId);
}

/** Finds the one handler of an interaction by exact name. */
interface Routes {
  handler(interaction: ChatInputCommandInteraction | AutocompleteInteraction): CommandHandler | undefined;
  userMenu(interaction: ContextMenuCommandInteraction): UserMenuHandler | undefined;
  messageMenu(interaction: ContextMenuCommandInteraction): MessageMenuHandler | undefined;
  button(customId: string): ButtonHandler | undefined;
  form(customId: string): ModalHandler | undefined;
  select(customId: string): SelectHandler | undefined;
  /** Whether this version has a handler that accepts everything the interaction contains. */
  knows(interaction: Interaction): boolean;
}

/** @throws Error if two handlers or two components have the same name: the program must not start */
export function createRoutes(commands: readonly Command[]): Routes {
  const commandOf = indexed(
    commands.flatMap((command) => (command.kind === "slash" ? handlerPaths(command) : [])),
  );
  const userMenuOf = indexed(
    commands.flatMap((command) =>
      command.kind === "user-menu" ? [[command.json.name, command.handler]] : [],
    ),
  );
  const messageMenuOf = indexed(
    commands.flatMap((command) =>
      command.kind === "message-menu" ? [[command.json.name, command.handler]] : [],
    ),
  );
  const components = [
    ...new Set(commands.flatMap(handlersOf).flatMap((handler) => handler.components ?? [])),
  ];
  const share = defineShareButton((name) => shareableOf.get(name));
  const buttonOf = indexed(named([...components.filter((component) => component.kind === "button"), share]));
  const modalOf = indexed(named(components.filter((component) => component.kind === "modal")));
  const selectOf = indexed(named(components.filter((component) => component.kind === "select")));
  const shareableOf = new Map<string, Shareable>([
    ...[...commandOf, ...userMenuOf, ...messageMenuOf].map(
      ([path, handler]) => [`/${path}`, handler] as const,
    ),
    ...buttonOf,
    ...modalOf,
    ...selectOf,
  ]);
  const found: Omit<Routes, "knows"> = {
    handler: ({ commandName, options }) =>
      commandOf.get(handlerNameOf(commandName, options.getSubcommand(false) ?? "")),
    userMenu: ({ commandName }) => userMenuOf.get(commandName),
    messageMenu: ({ commandName }) => messageMenuOf.get(commandName),
    button: (customId) => buttonOf.get(customIdName(customId)),
    form: (customId) => modalOf.get(customIdName(customId)),
    select: (customId) => selectOf.get(customIdName(customId)),
  };
  return { ...found, knows: (interaction) => knows(interaction, found) };
}

function knows(interaction: Interaction, found: Omit<Routes, "knows">): boolean {
  if (interaction.isChatInputCommand() || interaction.isAutocomplete()) {
    const given = interaction.options.data.flatMap((option) => option.options ?? [option]);
    const names = found.handler(interaction)?.optionNames;
    return names !== undefined && given.every(({ name, type }) => isSubcommand(type) || names.has(name));
  }
  if (interaction.isUserContextMenuCommand()) return found.userMenu(interaction) !== undefined;
  if (interaction.isMessageContextMenuCommand()) return found.messageMenu(interaction) !== undefined;
  if (interaction.isButton()) return reads(found.button(interaction.customId), interaction.customId);
  if (interaction.isAnySelectMenu()) return reads(found.select(interaction.customId), interaction.customId);
  if (interaction.isModalSubmit()) return reads(found.form(interaction.customId), interaction.customId);
  return false;
}

/** A command without subcommands has its options directly in the list. */
function isSubcommand(type: ApplicationCommandOptionType): boolean {
  return type === ApplicationCommandOptionType.Subcommand;
}

function reads(component: Component | undefined, customId: string): boolean {
  return component?.reads(customId) === true;
}

const handlerNameOf = (command: string, subcommand: string): string => `${command} ${subcommand}`.trim();

function handlerPaths({ json, handlers }: SlashCommand): readonly (readonly [string, CommandHandler])[] {
  return [...handlers].map(
    ([subcommand, handler]) => [handlerNameOf(json.name, subcommand), handler] as const,
  );
}

function named<C extends Component>(components: readonly C[]): readonly (readonly [string, C])[] {
  return components.map((component) => [component.name, component] as const);
}

function indexed<T>(entries: readonly (readonly [string, T])[]): ReadonlyMap<string, T> {
  const index = new Map<string, T>();
  for (const [key, value] of entries) {
    if (index.has(key)) throw new Error(`two routes are named "${key}"`);
    index.set(key, value);
  }
  return index;
}
