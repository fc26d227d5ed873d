import type { AppContext } from "../context.ts";
import type { Answerable } from "./answerable.ts";
import type { Command } from "./define.ts";

/**
 * Gives the mark of a command that people can tap, for example of `order search`; its plain name for what is not run
 * by itself, and before registration.
 * @param ids Discord's id of each command by its name, as far as it is known now
 */
export function createCommandMention(
  commands: readonly Command[],
  ids: () => Readonly<Record<string, string>>,
): (path: string) => string {
  const paths = new Set(
    commands.flatMap((command) =>
      command.kind === "slash"
        ? [...command.leaves.keys()].map((subcommand) => `${command.json.name} ${subcommand}`.trim())
        : [],
    ),
  );
  return (path) => {
    const id = paths.has(path) ? ids()[path.split(" ", 1)[0] ?? ""] : undefined;
    return id === undefined ? `\`/${path}\`` : `</${path}:${id}>`;
  };
}

/**
 * As sentences name a command. Text of others has no backticks of its own; an id in code that looks so leads to a
 * command too, and to tap it only fills it in.
 */
const named = /`\/([a-z][a-z-]*(?: [a-z][a-z-]*)?)`/g;

/** The same sentence with every command that it names to tap. */
export function withCommandMarks(sentence: string, commandMention: (path: string) => string): string {
  return sentence.replace(named, (_, path: string) => commandMention(path));
}

/** Discord takes no more. */
const mostLength = 2_000;

/**
 * The same for the answer to an interaction, as far as it fits: a mark is longer than a name. In private messages there
 * are no commands to tap.
 */
export function sentenceFor(
  { guildId }: Pick<Answerable, "guildId">,
  sentence: string,
  { commandMention }: Pick<AppContext, "commandMention">,
): string {
  const marked = guildId === null ? sentence : withCommandMarks(sentence, commandMention);
  return marked.length <= mostLength ? marked : sentence;
}
