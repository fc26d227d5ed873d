import { type APILabelComponent, ComponentType, TextInputStyle } from "discord.js";
import { z } from "zod";
import type { Form } from "../../src/interactions/answer.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { maxNameLength, roleFields, type RoleText } from "./role-text.ts";

/** Both carry the draft that the form was opened from; empty for a form that was opened from nothing. */
export const firstFormId = defineCustomId("role.form", { draftId: z.string() });
export const againFormId = defineCustomId("role.form-again", { draftId: z.string() });

const maxListLength = 2_000;

/** A form for a role, filled in as far as something is known. */
export function roleFormLook(customId: string, text: RoleText): Form {
  return {
    custom_id: customId,
    title: "Create a role",
    components: [
      {
        type: ComponentType.Label,
        label: "Name",
        component: {
          type: ComponentType.TextInput,
          custom_id: roleFields.name,
          style: TextInputStyle.Short,
          placeholder: "Shift lead",
          max_length: maxNameLength,
          required: true,
          ...filled(text.name, maxNameLength),
        },
      },
      list("Permissions", roleFields.permissions, text.permissions, {
        description: "One a line. You see what each grants before anything is sent.",
        placeholder: "self_assign_host\ncreate_report",
      }),
      list("Group roles", roleFields.groupRoles, text.groupRoles, {
        description: "As the workspace calls them, one a line.",
        placeholder: "200",
      }),
      list("People", roleFields.people, text.people, {
        description: "Who gets it at once: names or user ids, one a line.",
        placeholder: "Mia\n123456789",
      }),
    ],
  };
}

function list(
  label: string,
  customId: string,
  value: string,
  { description, placeholder }: { readonly description: string; readonly placeholder: string },
): APILabelComponent {
  return {
    type: ComponentType.Label,
    label,
    description,
    component: {
      type: ComponentType.TextInput,
      custom_id: customId,
      style: TextInputStyle.Paragraph,
      placeholder,
      max_length: maxListLength,
      required: false,
      ...filled(value, maxListLength),
    },
  };
}

// A value that is too long, or empty, would make Discord refuse the whole form.
function filled(value: string, maxLength: number) {
  return value === "" || value.length > maxLength ? {} : { value };
}
