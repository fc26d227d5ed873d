import { ComponentType, TextInputStyle } from "discord.js";
import { z } from "zod";
import type { Form } from "../../src/interactions/answer.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { maxNameLength } from "./name.ts";
import type { Typed } from "./typed.ts";

export const workspaceField = "workspace-id";
export const keyField = "key";
export const nameField = "name";
const maxWorkspaceIdLength = 100;
/** As long as Discord lets a text field be. */
const maxKeyLength = 4_000;

/** `once` is another for each form that opens, so that none counts twice. */
export const firstFormId = defineCustomId("link.form", { once: z.string().min(1) });
export const againFormId = defineCustomId("link.form-again", { once: z.string().min(1) });

/** The key's field is always empty: a key that was once typed is never sent back to a screen. */
export function linkFormLook(customId: string, { workspaceId, name }: Typed): Form {
  return {
    custom_id: customId,
    title: "Link this server to a workspace",
    components: [
      {
        type: ComponentType.Label,
        label: "Workspace id",
        description: "Usually 24 characters, digits and the letters a to f.",
        component: {
          type: ComponentType.TextInput,
          custom_id: workspaceField,
          style: TextInputStyle.Short,
          max_length: maxWorkspaceIdLength,
          required: true,
          ...prefilled(workspaceId, maxWorkspaceIdLength),
        },
      },
      {
        type: ComponentType.Label,
        label: "Key",
        description:
          "An administrator makes it in the workspace's settings. It is tried, then stored encrypted.",
        component: {
          type: ComponentType.TextInput,
          custom_id: keyField,
          style: TextInputStyle.Short,
          max_length: maxKeyLength,
          required: true,
        },
      },
      {
        type: ComponentType.Label,
        label: "Name",
        description: "What this server calls the workspace. Needed from the second workspace on.",
        component: {
          type: ComponentType.TextInput,
          custom_id: nameField,
          style: TextInputStyle.Short,
          max_length: maxNameLength,
          required: false,
          ...prefilled(name, maxNameLength),
        },
      },
    ],
  };
}

function prefilled(value: string, maxLength: number) {
  return value !== "" && value.length <= maxLength ? { value } : {};
}
