import type { Access } from "../../src/interactions/access.ts";
import type { Needs } from "../../src/interactions/handler-context.ts";
import type { Command, CommandHandler, SlashCommand } from "../../src/interactions/handler.ts";

/** One command a person can run. */
export interface ListedCommand {
  /** `order create`, or the name in a menu. */
  readonly name: string;
  readonly from: Command["kind"];
  readonly description: string;
  readonly access: Access;
  /** What it works with: only `guild` needs no workspace. */
  readonly needs: Needs;
  /** Discord shows it only to members with Manage Server, unless the server changed that. */
  readonly guarded: boolean;
}

export interface ListedGroup {
  /** The purpose of the group's commands. */
  readonly title: string;
  readonly entries: readonly ListedCommand[];
}

/**
 * All commands as declared, with a group for each slash command and one for context menus.
 * @param lacking reads that can't be done; what depends on one isn't listed
 */
export function listCommands(
  commands: readonly Command[],
  lacking: readonly string[] = [],
): readonly ListedGroup[] {
  const isOffered = ({ dependsOn = [] }: Pick<CommandHandler, "dependsOn">): boolean =>
    !dependsOn.some((read) => lacking.includes(read));
  const groups = commands
    .filter((command) => command.kind === "slash")
    .map((command) => toGroup(command, isOffered));
  const menus = commands
    .filter((command) => command.kind !== "slash")
    .filter(({ handler }) => isOffered(handler))
    .map(createMenuEntry);
  return [...groups, { title: menuTitle, entries: menus }].filter(({ entries }) => entries.length > 0);
}

const menuTitle = "Right-click a member or message, then Apps";

function toGroup(command: SlashCommand, isOffered: (handler: CommandHandler) => boolean): ListedGroup {
  return {
    title: command.json.description,
    entries: [...command.handlers]
      .filter(([, handler]) => isOffered(handler))
      .map(([sub, handler]) => createSlashEntry(command, sub, handler)),
  };
}

function createSlashEntry(
  { json }: SlashCommand,
  sub: string,
  { access, needs }: CommandHandler,
): ListedCommand {
  const option = json.options?.find(({ name }) => name === sub);
  return {
    name: `${json.name} ${sub}`.trim(),
    from: "slash",
    description: option?.description ?? json.description,
    access,
    needs,
    guarded: isGuarded(json),
  };
}

function createMenuEntry({
  json,
  kind,
  description,
  handler,
}: Exclude<Command, { readonly kind: "slash" }>): ListedCommand {
  const { access, needs } = handler;
  return { name: json.name, from: kind, description, access, needs, guarded: isGuarded(json) };
}

function isGuarded({ default_member_permissions: needed }: Command["json"]): boolean {
  return needed !== undefined && needed !== null;
}
