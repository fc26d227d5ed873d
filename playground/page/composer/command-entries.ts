import type {
  APIApplicationCommand,
  APIApplicationCommandBasicOption,
  APIApplicationCommandOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
} from "discord-api-types/v10";
import type { ChipInput } from "./option-values.ts";

const ChatInput = 1 as ApplicationCommandType.ChatInput;
const Subcommand = 1 as ApplicationCommandOptionType.Subcommand;
const SubcommandGroup = 2 as ApplicationCommandOptionType.SubcommandGroup;

/** A command as it is run: `order create`, with the options it takes, required ones first. */
export interface CommandEntry {
  readonly path: string;
  readonly commandId: string;
  /** The first word, under which the picker lists it. */
  readonly group: string;
  readonly description: string;
  readonly options: readonly APIApplicationCommandBasicOption[];
}

export function commandEntriesOf(commands: readonly APIApplicationCommand[]): readonly CommandEntry[] {
  return commands
    .filter(({ type }) => type === ChatInput)
    .flatMap((command) => below(command.name, command.description, command.options ?? [], command));
}

function below(
  path: string,
  description: string,
  options: readonly APIApplicationCommandOption[],
  command: APIApplicationCommand,
): readonly CommandEntry[] {
  const inner = options.flatMap((option) =>
    option.type === Subcommand || option.type === SubcommandGroup
      ? below(`${path} ${option.name}`, option.description, option.options ?? [], command)
      : [],
  );
  if (inner.length > 0) return inner;
  const basic = options.filter((option): option is APIApplicationCommandBasicOption => {
    return option.type !== Subcommand && option.type !== SubcommandGroup;
  });
  const sorted = basic.toSorted((a, b) => Number(b.required ?? false) - Number(a.required ?? false));
  return [{ path, commandId: command.id, group: command.name, description, options: sorted }];
}

/** Those a person may mean: what starts as typed, then what holds each typed word somewhere. */
export function findLeaves(entries: readonly CommandEntry[], typed: string): readonly CommandEntry[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return entries;
  const words = wanted.split(/\s+/);
  const starting = entries.filter(({ path }) => path.startsWith(wanted));
  const holding = entries.filter(
    (entry) =>
      !starting.includes(entry) &&
      words.every((word) => entry.path.includes(word) || entry.description.toLowerCase().includes(word)),
  );
  return [...starting, ...holding];
}

/** A command in the making, kept so that one that was refused comes back as it was typed. */
export interface Draft {
  readonly entry: CommandEntry;
  readonly inputs: Readonly<Record<string, ChipInput>>;
  readonly trouble?: { readonly message: string; readonly field: string | undefined };
}
