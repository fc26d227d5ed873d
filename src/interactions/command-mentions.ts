import type { AppContext } from "../context.ts";
import { withMessageMentions } from "../ui/command-mentions.ts";
import type { RepliableInteraction } from "../ui/reply.ts";
import type { Command } from "./handler.ts";

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
        ? [...command.handlers.keys()].map((subcommand) => `${command.json.name} ${subcommand}`.trim())
        : [],
    ),
  );
  return (path) => {
    const id = paths.has(path) ? ids()[path.split(" ", 1)[0] ?? ""] : undefined;
    return id === undefined ? `\`/${path}\`` : `</${path}:${id}>`;
  };
}

/** The sentence as an answer to an interaction shows it. In private messages there are no commands to tap. */
export function withCommandMentions(
  { guildId }: Pick<RepliableInteraction, "guildId">,
  sentence: string,
  { commandMention }: Pick<AppContext, "commandMention">,
): string {
  return guildId === null ? sentence : withMessageMentions(sentence, commandMention);
}
