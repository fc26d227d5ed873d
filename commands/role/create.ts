import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import type { ModalSubmitInteraction } from "discord.js";
import { defineModal } from "../../src/interactions/components.ts";
import { emptyDraftId } from "../../src/interactions/confirmation/drafts.ts";
import { type Choice, defineSubcommand } from "../../src/interactions/define.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { changeButton, createRoleConfirmation, fixButton, promptRole } from "./confirm-create.ts";
import { completePermissions } from "./permissions.ts";
import {
  againFormId,
  firstFormId,
  maxNameLength,
  modalDrafts,
  roleFields,
  roleModalFor,
} from "./role-input.ts";

/** The form as the command opens it: what comes of it is a new message. */
const roleModal = defineModal({
  id: firstFormId,
  access: "admin",
  needs: "link",
  ack: "ephemeral",
  run: submit,
});

/** The form as the question or a refusal opens it: what comes of it takes that message's place. */
const roleModalAgain = defineModal({
  id: againFormId,
  access: "admin",
  needs: "link",
  ack: "update",
  run: submit,
});

async function submit(
  { draftId }: { readonly draftId: string },
  ctx: LinkedContext,
  { fields }: ModalSubmitInteraction,
): Promise<Reply> {
  const opened = draftId === emptyDraftId ? {} : await modalDrafts.find(draftId, ctx);
  const text = {
    name: fields.getTextInputValue(roleFields.name),
    permissions: fields.getTextInputValue(roleFields.permissions),
    groupRoles: fields.getTextInputValue(roleFields.groupRoles),
    people: fields.getTextInputValue(roleFields.people),
  };
  return promptRole({ ...opened, text }, ctx);
}

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
  autocomplete: { [roleFields.permissions]: async (typed) => suggestPermissions(typed) },
  components: [...createRoleConfirmation.components, roleModal, roleModalAgain, fixButton, changeButton],
  async run({ options }, ctx) {
    const text = {
      name: options.getString(roleFields.name)?.trim() ?? "",
      permissions: options.getString(roleFields.permissions)?.trim() ?? "",
      groupRoles: "",
      people: "",
    };
    return text.name === ""
      ? roleModalFor(firstFormId.encode({ draftId: emptyDraftId }), text)
      : promptRole({ text }, ctx);
  },
});

function suggestPermissions(typed: string): readonly Choice[] {
  return completePermissions(typed).map(({ permission: { flag, words, isDangerous }, value }) => ({
    name: value === flag ? `${isDangerous ? "⚠️ " : ""}${flag} · ${words}` : value,
    value,
  }));
}
