import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { type Choice, defineSubcommand } from "../../src/interactions/define.ts";
import { noDraft } from "../../src/interactions/keep-draft.ts";
import { askRole } from "./ask-role.ts";
import { changeControl } from "./change-button.ts";
import { createRoleConfirmation } from "./confirm-create.ts";
import { fixButton } from "./fix-button.ts";
import { firstFormId, roleFormLook } from "./form-look.ts";
import { completePermissions } from "./permissions.ts";
import { roleForm, roleFormAgain } from "./role-form.ts";
import { maxNameLength, roleFields } from "./role-text.ts";

export const create = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("create")
    .setDescription("Make a role: by a form, or by what you fill in here; you see it first and confirm it")
    .addStringOption((option) =>
      option.setName(roleFields.name).setDescription("What the role is called").setMaxLength(maxNameLength),
    )
    .addStringOption((option) =>
      option
        .setName(roleFields.permissions)
        .setDescription("What it grants, separated by commas: create_report, assign_host")
        .setAutocomplete(true),
    ),
  access: "admin",
  needs: "link",
  ack: "modal-or-ephemeral",
  operations: ["createRole"],
  suggest: { [roleFields.permissions]: async (typed) => suggestPermissions(typed) },
  controls: [...createRoleConfirmation.controls, roleForm, roleFormAgain, fixButton, changeControl],
  async run({ options }, ctx) {
    const text = {
      name: options.getString(roleFields.name)?.trim() ?? "",
      permissions: options.getString(roleFields.permissions)?.trim() ?? "",
      groupRoles: "",
      people: "",
    };
    return text.name === ""
      ? roleFormLook(firstFormId.encode({ draftId: noDraft }), text)
      : askRole({ text }, ctx);
  },
});

function suggestPermissions(typed: string): readonly Choice[] {
  return completePermissions(typed).map(({ permission: { flag, words, isDangerous }, value }) => ({
    name: value === flag ? `${isDangerous ? "⚠️ " : ""}${flag} · ${words}` : value,
    value,
  }));
}
