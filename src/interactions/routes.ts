import type {
  AutocompleteInteraction,
  ChatInputCommandInteraction,
  ContextMenuCommandInteraction,
} from "discord.js";
import { customIdName } from "./custom-id.ts";
import {
  type ButtonControl,
  type Command,
  type Control,
  type FormControl,
  type Leaf,
  leavesOf,
  type MessageMenuLeaf,
  type SlashCommand,
  type UserMenuLeaf,
} from "./define.ts";
import { defineShare, type Shareable } from "./sharing.ts";

/** Finds the one handler of an interaction by exact name. */
export interface Routes {
  leaf(interaction: ChatInputCommandInteraction | AutocompleteInteraction): Leaf | undefined;
  userMenu(interaction: ContextMenuCommandInteraction): UserMenuLeaf | undefined;
  messageMenu(interaction: ContextMenuCommandInteraction): MessageMenuLeaf | undefined;
  button(customId: string): ButtonControl | undefined;
  form(customId: string): FormControl | undefined;
}

/** @throws Error when two leaves or two controls would answer to one name: the program must not start. */
export function createRoutes(commands: readonly Command[]): Routes {
  const leafOf = indexed(commands.flatMap((command) => (command.kind === "slash" ? leafPaths(command) : [])));
  const userMenuOf = indexed(
    commands.flatMap((command) => (command.kind === "user-menu" ? [[command.json.name, command.leaf]] : [])),
  );
  const messageMenuOf = indexed(
    commands.flatMap((command) =>
      command.kind === "message-menu" ? [[command.json.name, command.leaf]] : [],
    ),
  );
  const controls = [...new Set(commands.flatMap(leavesOf).flatMap((leaf) => leaf.controls ?? []))];
  const share = defineShare((name) => shareableOf.get(name));
  const buttonOf = indexed(named([...controls.filter((control) => control.kind === "button"), share]));
  const formOf = indexed(named(controls.filter((control) => control.kind === "form")));
  const shareableOf = new Map<string, Shareable>([
    ...[...leafOf, ...userMenuOf, ...messageMenuOf].map(([path, leaf]) => [`/${path}`, leaf] as const),
    ...buttonOf,
    ...formOf,
  ]);
  return {
    leaf: ({ commandName, options }) => leafOf.get(leafName(commandName, options.getSubcommand(false) ?? "")),
    userMenu: ({ commandName }) => userMenuOf.get(commandName),
    messageMenu: ({ commandName }) => messageMenuOf.get(commandName),
    button: (customId) => buttonOf.get(customIdName(customId)),
    form: (customId) => formOf.get(customIdName(customId)),
  };
}

const leafName = (command: string, subcommand: string): string => `${command} ${subcommand}`.trim();

function leafPaths({ json, leaves }: SlashCommand): readonly (readonly [string, Leaf])[] {
  return [...leaves].map(([subcommand, leaf]) => [leafName(json.name, subcommand), leaf] as const);
}

function named<C extends Control>(controls: readonly C[]): readonly (readonly [string, C])[] {
  return controls.map((control) => [control.name, control] as const);
}

function indexed<T>(entries: readonly (readonly [string, T])[]): ReadonlyMap<string, T> {
  const index = new Map<string, T>();
  for (const [key, value] of entries) {
    if (index.has(key)) throw new Error(`two routes are named "${key}"`);
    index.set(key, value);
  }
  return index;
}
