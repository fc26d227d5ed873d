import { defineSubcommand } from "../../src/interactions/define.ts";
import { text } from "../kit/options.ts";
import { maxSettingLength, settingsConfirmation, settingsForm } from "./settings-form.ts";

export const settings = defineSubcommand({
  name: "settings",
  description: "Change the workspace's name or theme; you see it first and confirm it",
  options: {
    name: text("The new name; left out, it stays as it is").max(maxSettingLength),
    theme: text("The new theme, as the workspace calls it; left out, it stays as it is").max(
      maxSettingLength,
    ),
  },
  access: "admin",
  needs: "link",
  ack: "modal-or-ephemeral",
  operations: ["updateWorkspace"],
  components: [...settingsConfirmation.components, ...settingsForm.components],
  async run({ options: { name, theme } }, ctx) {
    const typed = { name: name ?? "", theme: theme ?? "" };
    return name === undefined && theme === undefined
      ? settingsForm.open(typed)
      : settingsForm.submit(typed, ctx);
  },
});
