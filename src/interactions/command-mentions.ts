import type { AppContext } from "../context.ts";
import { withMessageMentions } from "../ui/command-mentions.ts";
import type { RepliableInteraction } from "../ui/reply.ts";
import type { Command } from "./handler.ts";

/**
 * Returns a command's clickable mention, for example for `order search`; its plain name if it can't be run by itself,
 * and before registration.
 * @param ids Discord's command ids by name, as far as they are known
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

/** The text for a reply to an interaction. In private messages, command mentions can't be clicked. */
export function withCommandMentions(
  { guildId }: Pick<RepliableInteraction, "guildId">,
  sentence: string,
  { commandMention }: Pick<AppContext, "commandMention">,
): string {
  return guildId === null ? sentence : withMessageMentions(sentence, commandMention);
}
