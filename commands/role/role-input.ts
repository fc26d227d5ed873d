import type { ModalSubmitFields } from "discord.js";
import { z } from "zod";
import type { NewRole } from "../../src/api/contract/workspace.ts";
import { idText } from "../../src/domain/service-ids.ts";
import { UserError } from "../../src/errors.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import type { Modal } from "../../src/ui/reply.ts";
import { textField } from "../kit/fields.ts";
import { resolvePerson } from "../kit/resolve-person.ts";
import { permissionOf } from "./permissions.ts";

/** A role as typed, not parsed yet. */
export const RoleText = z.object({
  name: z.string(),
  permissions: z.string(),
  groupRoles: z.string(),
  people: z.string(),
});
export type RoleText = z.output<typeof RoleText>;

/** The names of the parts in options and forms. */
const roleFields = {
  name: "name",
  permissions: "permissions",
  groupRoles: "group-roles",
  people: "people",
} as const satisfies Record<keyof RoleText, string>;

/** As many as a preview can show: nobody should grant what they didn't see. */
const limits = {
  name: { length: 100 },
  permissions: { count: 20, length: 48 },
  groupRoles: { count: 12, length: 40 },
  people: { count: 15, length: 100 },
} as const;

export const maxRoleNameLength = limits.name.length;

/** @throws UserError naming the part that can't be read */
export async function readRoleText(text: RoleText, ctx: GuildContext): Promise<NewRole> {
  const name = text.name.trim();
  if (escapeMarkdown(name) === "" || name.length > limits.name.length)
    throw new UserError(
      `A role needs a \`${roleFields.name}\` of 1 to ${limits.name.length} visible characters. Nothing was sent.`,
    );
  const permissions = readList(text, "permissions").map((typed) => permissionOf(typed).flag);
  const people: string[] = [];
  for (const typed of readList(text, "people"))
    people.push(await resolvePerson(typed, ctx, { field: roleFields.people }));
  return {
    name,
    permissions: unique(permissions),
    group_roles: unique(readList(text, "groupRoles")),
    manual_users: unique(people),
  };
}

/** The text that parses to this role. */
export function roleTextOf({ name, permissions, group_roles, manual_users }: NewRole): RoleText {
  const lines = (list: readonly string[] | undefined): string => (list ?? []).join("\n");
  return {
    name,
    permissions: lines(permissions),
    groupRoles: lines(group_roles),
    people: lines(manual_users?.map(idText)),
  };
}

function readList(text: RoleText, part: Exclude<keyof RoleText, "name">): readonly string[] {
  const entries = text[part]
    .split(/[,;\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => escapeMarkdown(entry) !== "");
  const { count, length } = limits[part];
  if (entries.length > count)
    throw new UserError(
      `\`${roleFields[part]}\` has ${entries.length} entries, and I can show at most ${count} in a preview. Nothing was sent. Create the role with fewer, and add the rest in the workspace.`,
    );
  const long = entries.find((entry) => entry.length > length);
  if (long !== undefined)
    throw new UserError(
      `“${escapeMarkdown(long, 60)}” in \`${roleFields[part]}\` is longer than ${length} characters. Nothing was sent. Separate entries with commas or line breaks.`,
    );
  return entries;
}

function unique(entries: readonly string[]): string[] {
  return [...new Set(entries)];
}

const maxListLength = 2_000;

/** A form for a role, prefilled with what is known. */
export function roleModal(text: RoleText): Pick<Modal, "title" | "components"> {
  const list = { long: true, max: maxListLength };
  return {
    title: "Create a role",
    components: [
      textField({
        id: roleFields.name,
        label: "Name",
        placeholder: "Shift lead",
        max: maxRoleNameLength,
        required: true,
        value: text.name,
      }),
      textField({
        ...list,
        id: roleFields.permissions,
        label: "Permissions",
        description: "One per line. You'll see what each one grants before anything is sent.",
        placeholder: "self_assign_host\ncreate_report",
        value: text.permissions,
      }),
      textField({
        ...list,
        id: roleFields.groupRoles,
        label: "Group roles",
        description: "Group role names as in the workspace, one per line.",
        placeholder: "200",
        value: text.groupRoles,
      }),
      textField({
        ...list,
        id: roleFields.people,
        label: "People",
        description: "Who gets it right away: names or user ids, one per line.",
        placeholder: "Mia\n123456789",
        value: text.people,
      }),
    ],
  };
}

export function readRoleForm(fields: ModalSubmitFields): RoleText {
  return {
    name: fields.getTextInputValue(roleFields.name),
    permissions: fields.getTextInputValue(roleFields.permissions),
    groupRoles: fields.getTextInputValue(roleFields.groupRoles),
    people: fields.getTextInputValue(roleFields.people),
  };
}
