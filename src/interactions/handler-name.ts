import type { Answerable } from "./answerable.ts";
import { customIdName } from "./custom-id.ts";

/** What routes and logs call the thing a person used: a command by its path with a slash, a control by its own name. */
export function handlerName(interaction: Answerable): string {
  if (interaction.isChatInputCommand())
    return `/${interaction.commandName} ${interaction.options.getSubcommand(false) ?? ""}`.trim();
  return interaction.isContextMenuCommand()
    ? `/${interaction.commandName}`
    : customIdName(interaction.customId);
}
