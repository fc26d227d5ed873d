import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { NewRole, Role } from "../../src/api/contract/workspace.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { embed, type EmbedFieldParts, embedLimits } from "../../src/ui/embed.ts";
import { inlineCode, escapeMarkdown } from "../../src/ui/escape.ts";
import { fitLines, joinParts, subtext } from "../../src/ui/lines.ts";
import { type Names, describePerson, unnamedId } from "../../src/ui/people.ts";
import { permissionOf } from "./permissions.ts";

/** This many fit into one field, however long their names are. */
const peopleInField = 6;

/** The preview before a role is created: everything it grants, in words. */
export function renderRolePreview(role: NewRole, { names }: RenderContext): Reply {
  const { permissions = [] } = role;
  const isDangerous = permissions.some(isDangerousFlag);
  return {
    embeds: [
      embed({
        title: "Create this role?",
        tone: isDangerous ? "waiting" : "information",
        description: joinParts(
          [
            `**${escapeMarkdown(role.name)}**`,
            permissions.length === 0
              ? "It comes without permissions."
              : `People with this role can:\n${permissions.map(permissionLine).join("\n")}`,
            isDangerous &&
              "⚠️ marks permissions that can take things away from others or give people permissions.",
            "I can't change or delete roles; that's done in the workspace.",
            permissions.length > 0 && subtext("The workspace decides what each permission does."),
          ],
          "\n",
        ),
        fields: holderFields(role, names),
      }),
    ],
  };
}

/** The role as the workspace created it, perhaps differently; what its response left out is taken from the request. */
export function renderRoleReceipt(role: Role, sent: NewRole, ctx: RenderContext): Reply {
  const name = escapeMarkdown(role.name ?? "", 100) || escapeMarkdown(sent.name, 100);
  const granted = role.permissions ?? sent.permissions ?? [];
  const lost = (sent.permissions ?? []).filter((flag) => !granted.includes(flag));
  return receipt(
    {
      title: `Role ${name} created`,
      verb: "Created",
      tone: lost.length === 0 ? "done" : "waiting",
      lines: [
        fitLines(granted.map(permissionLine), 2_000),
        lost.length > 0 &&
          `🟧 The new role doesn't show ${fitLines([lost.map((flag) => inlineCode(flag)).join(", ")], 1_200)}. Check the role in the workspace.`,
        "You can assign it to more people in the workspace.",
      ],
      ids: { Id: role._id },
      fields: holderFields(
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

function permissionLine(flag: string): string {
  const { label } = permissionOf(flag);
  if (label === undefined) return `❔ unknown to me, sent as typed (${inlineCode(flag, 48)})`;
  return `${isDangerousFlag(flag) ? "⚠️" : "•"} ${label} (${inlineCode(flag, 48)})`;
}

function isDangerousFlag(flag: string): boolean {
  const permission = permissionOf(flag);
  return permission.label !== undefined && permission.isDangerous;
}

function holderFields(
  { group_roles: groups = [], manual_users: people = [] }: Pick<NewRole, "group_roles" | "manual_users">,
  names: Names,
): readonly EmbedFieldParts[] {
  const groupLines = groups.map((group) => `• ${escapeMarkdown(group, 40)}`);
  const peopleLines = people.map(
    (userId) => `• ${joinParts([describePerson(userId, names), unnamedId(userId, names)], ", ")}`,
  );
  const parts = Array.from({ length: Math.ceil(peopleLines.length / peopleInField) }, (_, index) =>
    peopleLines.slice(index * peopleInField, (index + 1) * peopleInField),
  );
  return [
    ...(groupLines.length === 0 ? [] : [field("Group roles", groupLines)]),
    ...parts.map((lines, index) => field(index === 0 ? "People" : "More people", lines)),
  ];
}

function field(name: string, lines: readonly string[]): EmbedFieldParts {
  return { name, value: fitLines(lines, embedLimits.fieldValue) };
}
