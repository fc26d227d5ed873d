import type { ModalSubmitInteraction } from "discord.js";
import type { Answer } from "../../src/interactions/answer.ts";
import { defineForm } from "../../src/interactions/controls.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { noDraft } from "../../src/interactions/keep-draft.ts";
import { askRole } from "./ask-role.ts";
import { formDrafts } from "./form-draft.ts";
import { againFormId, firstFormId } from "./form-look.ts";
import { roleFields } from "./role-text.ts";

/** The form as the command opens it: what comes of it is a new message. */
export const roleForm = defineForm({
  id: firstFormId,
  access: "admin",
  needs: "link",
  ack: "ephemeral",
  run: submit,
});

/** The form as the question or a refusal opens it: what comes of it takes that message's place. */
export const roleFormAgain = defineForm({
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
): Promise<Answer> {
  const opened = draftId === noDraft ? {} : await formDrafts.find(draftId, ctx);
  const text = {
    name: fields.getTextInputValue(roleFields.name),
    permissions: fields.getTextInputValue(roleFields.permissions),
    groupRoles: fields.getTextInputValue(roleFields.groupRoles),
    people: fields.getTextInputValue(roleFields.people),
  };
  return askRole({ ...opened, text }, ctx);
}
