import type { AutocompleteInteraction, ChatInputCommandInteraction } from "discord.js";
import { customIdName } from "./custom-id.ts";
import type { ButtonControl, Command, Control, FormControl, Leaf } from "./define.ts";

/** Finds the one handler of an interaction by exact name. */
export interface Routes {
  leaf(interaction: ChatInputCommandInteraction | AutocompleteInteraction): Leaf | undefined;
  button(customId: string): ButtonControl | undefined;
  form(customId: string): FormControl | undefined;
}

/** @throws Error when two leaves or two controls would answer to one name: the program must not start. */
export function createRoutes(commands: readonly Command[]): Routes {
  const leafOf = indexed(commands.flatMap(namedLeaves));
  const controls = [...new Set([...leafOf.values()].flatMap((leaf) => leaf.controls ?? []))];
  const buttonOf = indexed(named(controls.filter((control) => control.kind === "button")));
  const formOf = indexed(named(controls.filter((control) => control.kind === "form")));
  return {
    leaf: ({ commandName, options }) => leafOf.get(leafName(commandName, options.getSubcommand(false) ?? "")),
    button: (customId) => buttonOf.get(customIdName(customId)),
    form: (customId) => formOf.get(customIdName(customId)),
  };
}

const leafName = (command: string, subcommand: string): string => `${command} ${subcommand}`.trim();

function namedLeaves({ json, leaves }: Command): readonly (readonly [string, Leaf])[] {
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
