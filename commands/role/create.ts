import type { ModalSubmitInteraction } from "discord.js";
import { defineModal } from "../../src/interactions/components.ts";
import { emptyDraftId } from "../../src/interactions/confirmation/drafts.ts";
import { type Choice, defineSubcommand } from "../../src/interactions/define.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { text } from "../kit/options.ts";
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
  const typed = {
    name: fields.getTextInputValue(roleFields.name),
    permissions: fields.getTextInputValue(roleFields.permissions),
    groupRoles: fields.getTextInputValue(roleFields.groupRoles),
    people: fields.getTextInputValue(roleFields.people),
  };
  return promptRole({ ...opened, text: typed }, ctx);
}

export const create = defineSubcommand({
  name: "create",
  description: "Make a role: by a form, or by what you fill in here; you see it first and confirm it",
  options: {
    name: text("What the role is called").max(maxNameLength),
    permissions: text("What it grants, separated by commas: create_report, assign_host").autocomplete(
      async (typed) => suggestPermissions(typed),
    ),
  },
  access: "admin",
  needs: "link",
  ack: "modal-or-ephemeral",
  operations: ["createRole"],
  components: [...createRoleConfirmation.components, roleModal, roleModalAgain, fixButton, changeButton],
  async run({ options: { name = "", permissions = "" } }, ctx) {
    const roleText = { name, permissions, groupRoles: "", people: "" };
    return name === ""
      ? roleModalFor(firstFormId.encode({ draftId: emptyDraftId }), roleText)
      : promptRole({ text: roleText }, ctx);
  },
});

function suggestPermissions(typed: string): readonly Choice[] {
  return completePermissions(typed).map(({ permission: { flag, words, isDangerous }, value }) => ({
    name: value === flag ? `${isDangerous ? "⚠️ " : ""}${flag} · ${words}` : value,
    value,
  }));
}
