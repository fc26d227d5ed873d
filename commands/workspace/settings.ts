import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { defineSubcommand } from "../../src/interactions/define.ts";
import {
  maxSettingLength,
  promptSettings,
  readSettings,
  settingFields,
  settingsConfirmation,
  settingsModal,
  settingsModalFor,
} from "./settings-form.ts";

export const settings = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("settings")
    .setDescription("Change the workspace's name or theme; you see it first and confirm it")
    .addStringOption((option) =>
      option
        .setName(settingFields.name)
        .setDescription("The new name; left out, it stays as it is")
        .setMaxLength(maxSettingLength),
    )
    .addStringOption((option) =>
      option
        .setName(settingFields.theme)
        .setDescription("The new theme, as the workspace calls it; left out, it stays as it is")
        .setMaxLength(maxSettingLength),
    ),
  access: "admin",
  needs: "link",
  ack: "modal-or-ephemeral",
  operations: ["updateWorkspace"],
  components: [...settingsConfirmation.components, settingsModal],
  async run({ options }, ctx) {
    const name = options.getString(settingFields.name);
    const theme = options.getString(settingFields.theme);
    if (name === null && theme === null) return settingsModalFor();
    return promptSettings(readSettings({ name: name ?? "", theme: theme ?? "" }), ctx);
  },
});
