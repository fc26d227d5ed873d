import type { Access } from "../../src/interactions/access.ts";
import type { Command, CommandHandler, SlashCommand } from "../../src/interactions/define.ts";

/** One thing a person can start. */
export interface ListedCommand {
  /** `order create`, or the name in a menu. */
  readonly name: string;
  readonly from: Command["kind"];
  readonly description: string;
  readonly access: Access;
  /** Discord offers it only to members with Manage Server, unless the server changed that. */
  readonly guarded: boolean;
}

export interface ListedGroup {
  /** What the commands of the group are for. */
  readonly title: string;
  readonly entries: readonly ListedCommand[];
}

/** Everything that can be started, a group for each slash command and one for all menus, as the commands declare it. */
export function listCommands(commands: readonly Command[]): readonly ListedGroup[] {
  const groups = commands.filter((command) => command.kind === "slash").map(groupOf);
  const menus = commands.filter((command) => command.kind !== "slash").map(menuEntry);
  return menus.length === 0 ? groups : [...groups, { title: menuTitle, entries: menus }];
}

const menuTitle = "In the menu of a member or a message, under Apps";

function groupOf(command: SlashCommand): ListedGroup {
  return {
    title: command.json.description,
    entries: [...command.handlers].map(([sub, handler]) => slashEntry(command, sub, handler)),
  };
}

function slashEntry({ json }: SlashCommand, sub: string, { access }: CommandHandler): ListedCommand {
  const option = json.options?.find(({ name }) => name === sub);
  return {
    name: `${json.name} ${sub}`.trim(),
    from: "slash",
    description: option?.description ?? json.description,
    access,
    guarded: isGuarded(json),
  };
}

function menuEntry({
  json,
  kind,
  description,
  handler,
}: Exclude<Command, { readonly kind: "slash" }>): ListedCommand {
  return { name: json.name, from: kind, description, access: handler.access, guarded: isGuarded(json) };
}

function isGuarded({ default_member_permissions: needed }: Command["json"]): boolean {
  return needed !== undefined && needed !== null;
}
