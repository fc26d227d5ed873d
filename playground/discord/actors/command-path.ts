import {
  type APIApplicationCommand,
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOption,
  ApplicationCommandOptionType as Type,
} from "discord-api-types/v10";
import { PersonError } from "../member-types.ts";
import { isChatCommand } from "./visible-commands.ts";

/** A command that can be run: a whole one, or a subcommand with its parents. */
export interface CommandEntry {
  readonly command: APIApplicationCommand;
  readonly options: readonly APIApplicationCommandBasicOption[];
  /** Puts the values given where Discord puts them. */
  readonly wrap: (values: readonly unknown[]) => readonly unknown[];
}

/** @throws PersonError when the person sees no such command. */
export function findCommandEntry(commands: readonly APIApplicationCommand[], path: string): CommandEntry {
  const [name, ...rest] = path.trim().replace(/^\//, "").split(/\s+/);
  const command = commands.find((candidate) => isChatCommand(candidate) && candidate.name === name);
  if (command === undefined) throw new PersonError(`You can't use /${path} here.`);
  let options: readonly APIApplicationCommandOption[] = command.options ?? [];
  const parents: { readonly name: string; readonly type: Type }[] = [];
  for (const part of rest) {
    const inner = options.find((option) => option.name === part);
    if (inner === undefined || (inner.type !== Type.Subcommand && inner.type !== Type.SubcommandGroup))
      throw new PersonError(`There is no command /${path}.`);
    parents.push({ name: inner.name, type: inner.type });
    options = inner.options ?? [];
  }
  if (options.some(({ type }) => type === Type.Subcommand || type === Type.SubcommandGroup))
    throw new PersonError(`/${path} cannot be run by itself; it has subcommands.`);
  return {
    command,
    // What is left after the check above are options that take a value.
    options: options as readonly APIApplicationCommandBasicOption[],
    wrap: (values) =>
      parents
        .toReversed()
        .reduce<readonly unknown[]>((inner, parent) => [{ ...parent, options: inner }], values),
  };
}
