import { ComponentType, TextInputStyle } from "discord.js";
import type { Form } from "../../src/interactions/answer.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";

export const workspaceField = "workspace-id";
export const keyField = "key";
const maxWorkspaceIdLength = 100;
/** As long as Discord lets a text field be. */
const maxKeyLength = 4_000;

export const firstFormId = defineCustomId("link.form", {});
export const againFormId = defineCustomId("link.form-again", {});

/** The key's field is always empty: a key that was once typed is never sent back to a screen. */
export function linkFormLook(customId: string, workspaceId: string | undefined): Form {
  const fits = workspaceId !== undefined && workspaceId !== "" && workspaceId.length <= maxWorkspaceIdLength;
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
          ...(fits && { value: workspaceId }),
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
    ],
  };
}
