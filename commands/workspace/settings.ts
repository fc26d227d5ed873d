import { defineSubcommand } from "../../src/interactions/define.ts";
import { text } from "../kit/options.ts";
import { maxSettingLength, settingsConfirmation, settingsForm } from "./settings-form.ts";

export const settings = defineSubcommand({
  name: "settings",
  description: "Change the workspace's name or theme, with a preview before anything is sent",
  options: {
    name: text("The new name; leave empty to keep the current one").max(maxSettingLength),
    theme: text("The new theme, as the workspace calls it; leave empty to keep the current one").max(
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
      ? settingsForm.open(typed, ctx)
      : settingsForm.submit(typed, ctx);
  },
});
