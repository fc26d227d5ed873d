import { type APILabelComponent, ComponentType, TextInputStyle } from "discord.js";
import type { Form } from "../../src/interactions/answer.ts";
import { defineForm } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { askSettings } from "./ask-settings.ts";
import { maxSettingLength, readSettings, settingFields } from "./new-settings.ts";

const id = defineCustomId("workspace.form", {});

export const settingsForm = defineForm({
  id,
  access: "admin",
  needs: "link",
  ack: "ephemeral",
  run: async (_fields, ctx, { fields }) =>
    askSettings(
      readSettings({
        name: fields.getTextInputValue(settingFields.name),
        theme: fields.getTextInputValue(settingFields.theme),
      }),
      ctx,
    ),
});

export function settingsFormLook(): Form {
  return {
    custom_id: id.encode({}),
    title: "Workspace settings",
    components: [
      setting("New name", settingFields.name, "Left empty, the name stays as it is."),
      setting("New theme", settingFields.theme, "As the workspace calls it. Left empty, it stays as it is."),
    ],
  };
}

function setting(label: string, customId: string, description: string): APILabelComponent {
  return {
    type: ComponentType.Label,
    label,
    description,
    component: {
      type: ComponentType.TextInput,
      custom_id: customId,
      style: TextInputStyle.Short,
      max_length: maxSettingLength,
      required: false,
    },
  };
}
