import { format } from "prettier";
import { contract } from "../../src/api/contract/index.ts";
import type { Access } from "../../src/interactions/access.ts";
import type { Command, CommandHandler, listHandlers, SlashCommand } from "../../src/interactions/handler.ts";

const accessText: Readonly<Record<Access, string>> = {
  everyone: "everyone",
  staff: "staff",
  manager: "managers",
  admin: "admins",
  "self-or-manager": "staff about themselves, managers about anyone",
  "admin-or-manage-server": "admins and _Manage Server_",
};

interface Described {
  /** As a person starts it: `/order create`, or the name in a menu. */
  readonly name: string;
  readonly description: string;
  readonly handler: ReturnType<typeof listHandlers>[number];
}

/** `docs/commands.md`: which command does what, for whom, and which operation of the service it reaches. */
export async function commandsPage(commands: readonly Command[]): Promise<string> {
  const described = commands.flatMap(describe);
  const lines = [
    "# Commands",
    "",
    "Made from the command definitions with `npm run docs`; `npm run check` fails when it is out of date.",
    "",
    "| Command | What it does | Who may use it |",
    "| --- | --- | --- |",
    ...described.map(
      ({ name, description, handler }) => `| ${name} | ${description} | ${accessText[handler.access]} |`,
    ),
    "",
    "## Operations of the workspace service",
    "",
    "| Operation | Request | Reached by |",
    "| --- | --- | --- |",
    ...Object.entries(contract).map(
      ([operation, { method, path }]) =>
        `| \`${operation}\` | \`${method} ${path}\` | ${reachedBy(operation, described)} |`,
    ),
    "",
  ];
  return format(lines.join("\n"), { parser: "markdown", printWidth: 110 });
}

function reachedBy(operation: string, described: readonly Described[]): string {
  return described
    .filter(({ handler }) => handler.operations.some((reached) => reached === operation))
    .map(({ name }) => name)
    .join(", ");
}

function describe(command: Command): readonly Described[] {
  if (command.kind === "slash")
    return [...command.handlers].map(([sub, handler]) => describeHandler(command, sub, handler));
  const where = command.kind === "user-menu" ? "a member" : "a message";
  return [
    {
      name: `right-click on ${where}: _${command.json.name}_`,
      description: command.description,
      handler: command.handler,
    },
  ];
}

function describeHandler({ json }: SlashCommand, sub: string, handler: CommandHandler): Described {
  const description = json.options?.find(({ name }) => name === sub)?.description ?? json.description;
  return { name: `\`/${`${json.name} ${sub}`.trim()}\``, description, handler };
}
