import { z } from "zod";
import { NewRole } from "../../src/api/contract/workspace.ts";
import { button } from "../../src/interactions/components.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { findOwn } from "../../src/interactions/own-draft.ts";
import { unwrapPayload } from "../../src/interactions/stored-payload.ts";
import { createRoleKind } from "./confirm-create.ts";
import { formDrafts } from "./form-draft.ts";
import { againFormId, roleFormLook } from "./form-look.ts";
import { roleTextOf } from "./role-text.ts";

const id = defineCustomId("role.change", { draftId: z.string().min(1) });

export function changeButton(draftId: string) {
  return button({ customId: id.encode({ draftId }), label: "Change" });
}

/** Opens the form with the role that is about to be made; its question is given up when the form is sent. */
export const changeControl = defineButton({
  id,
  access: "admin",
  needs: "link",
  ack: "modal",
  async run({ draftId }, ctx) {
    const draft = await findOwn(draftId, createRoleKind, ctx);
    const text = roleTextOf(unwrapPayload(draft.payload, NewRole, ctx.workspaceId));
    const formDraftId = await formDrafts.keep({ text, replaces: draftId }, ctx);
    return roleFormLook(againFormId.encode({ draftId: formDraftId }), text);
  },
});
