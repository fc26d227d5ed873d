import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { NewRole, Role } from "../../src/api/contract/workspace.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { createEmbed, type EmbedFieldParts, embedLimits } from "../../src/ui/embed.ts";
import { inlineCode, escapeMarkdown } from "../../src/ui/escape.ts";
import { fitLines, joinParts, subtext } from "../../src/ui/lines.ts";
import { type Names, describePerson, describeUnreadNames, formatUnnamedId } from "../../src/ui/people.ts";
import { parsePermission } from "./input.ts";

/** This many fit into one field, however long their names are. */
const peopleInField = 6;

/** The preview before a role is created: everything it grants, in words. */
export function renderRolePreview(role: NewRole, { names }: RenderContext): Reply {
  const { permissions = [] } = role;
  const isDangerous = permissions.some(isDangerousFlag);
  const unknown = permissions.filter(isUnknownFlag);
  return {
    embeds: [
      createEmbed({
        title: "Create this role?",
        tone: isDangerous ? "waiting" : "information",
        description: joinParts(
          [
            `**${escapeMarkdown(role.name)}**`,
            permissions.length === 0
              ? "It comes without permissions."
              : formatPermissionLines(permissions).join("\n"),
            unknown.length > 0 &&
              subtext(
                unknown.length === 1
                  ? "I don't know this one; it's sent as you typed it."
                  : "I don't know these; they're sent as you typed them.",
              ),
            isDangerous &&
              "⚠️ marks permissions that can take things away from others or give people permissions.",
            describeUnreadNames(role.manual_users ?? [], names),
            "I can't change or delete roles; that's done in the workspace.",
            permissions.length > 0 && subtext("The workspace decides what each permission does."),
          ],
          "\n",
        ),
        fields: createHolderFields(role, names),
      }),
    ],
  };
}

/** The role as the workspace created it, perhaps differently; what its response left out is taken from the request. */
export function renderRoleReceipt(role: Role, sent: NewRole, ctx: RenderContext): Reply {
  const name = escapeMarkdown(role.name ?? "", 100) || escapeMarkdown(sent.name, 100);
  const granted = role.permissions ?? sent.permissions ?? [];
  const lost = listLost(role, sent, ctx.names);
  return receipt(
    {
      title: `Role ${name} created`,
      verb: "Created",
      tone: lost.length === 0 ? "done" : "waiting",
      lines: [
        fitLines(formatPermissionLines(granted), 2_000),
        lost.length > 0 &&
          `🟧 The new role doesn't show ${fitLines(lost, 1_200).replaceAll("\n", ", ")}. Check the role in the workspace.`,
        "You can assign it to more people in the workspace.",
      ],
      notes: [role._id && `Id ${inlineCode(role._id, 64)}`],
      fields: createHolderFields(
        {
          group_roles: role.group_roles ?? sent.group_roles,
          manual_users: role.manual_users ?? sent.manual_users,
        },
        ctx.names,
      ),
    },
    ctx,
  );
}

/** What was sent and isn't in the workspace's response, as far as that says. */
function listLost(role: Role, sent: NewRole, names: Names): readonly string[] {
  const listMissing = (part: "permissions" | "group_roles" | "manual_users") =>
    (sent[part] ?? []).filter((each) => role[part]?.includes(each) === false);
  return [
    ...listMissing("permissions").map((flag) => inlineCode(flag)),
    ...listMissing("group_roles").map((group) => escapeMarkdown(group, 40)),
    ...listMissing("manual_users").map((userId) => {
      const unnamed = formatUnnamedId(userId, names);
      return joinParts([describePerson(userId, names), unnamed && `(${unnamed})`], " ");
    }),
  ];
}

/** What is known in words, one per line, and the rest by its names. */
function formatPermissionLines(flags: readonly string[]): readonly string[] {
  const known = flags.filter((flag) => !isUnknownFlag(flag));
  const unknown = flags.filter(isUnknownFlag).map((flag) => inlineCode(flag, 48));
  return [
    ...(known.length === 0 ? [] : ["People with this role can:", ...known.map(formatPermissionLine)]),
    ...(unknown.length === 0
      ? []
      : [`${known.length === 0 ? "Permissions" : "Other permissions"}: ${listCodes(unknown)}`]),
  ];
}

/** As many as can be typed; the workspace may have more. */
const maxCodes = 20;

function listCodes(codes: readonly string[]): string {
  const more = codes.length - maxCodes;
  return joinParts([...codes.slice(0, maxCodes), more > 0 && `${more} more`], ", ");
}

function formatPermissionLine(flag: string): string {
  return `${isDangerousFlag(flag) ? "⚠️" : "•"} ${parsePermission(flag).label ?? ""} (${inlineCode(flag, 48)})`;
}

function isUnknownFlag(flag: string): boolean {
  return parsePermission(flag).label === undefined;
}

function isDangerousFlag(flag: string): boolean {
  const permission = parsePermission(flag);
  return permission.label !== undefined && permission.isDangerous;
}

function createHolderFields(
  { group_roles: groups = [], manual_users: people = [] }: Pick<NewRole, "group_roles" | "manual_users">,
  names: Names,
): readonly EmbedFieldParts[] {
  const groupLines = groups.map((group) => `• ${escapeMarkdown(group, 40)}`);
  const peopleLines = people.map(
    (userId) => `• ${joinParts([describePerson(userId, names), formatUnnamedId(userId, names)], ", ")}`,
  );
  const parts = Array.from({ length: Math.ceil(peopleLines.length / peopleInField) }, (_, index) =>
    peopleLines.slice(index * peopleInField, (index + 1) * peopleInField),
  );
  return [
    ...(groupLines.length === 0 ? [] : [createField("Group roles", groupLines)]),
    ...parts.map((lines, index) => createField(index === 0 ? "People" : "More people", lines)),
  ];
}

function createField(name: string, lines: readonly string[]): EmbedFieldParts {
  return { name, value: fitLines(lines, embedLimits.fieldValue) };
}
