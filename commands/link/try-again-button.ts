import { z } from "zod";
import type { Row } from "../../src/interactions/answer.ts";
import { button, buttonRow } from "../../src/interactions/components.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { againFormId, linkFormLook } from "./form-look.ts";
import { findTyped } from "./typed.ts";

const id = defineCustomId("link.try-again", { draftId: z.string().min(1) });

/** Opens the form again with what was typed, but for the key. */
export function tryAgainRow(draftId: string): readonly Row[] {
  return buttonRow(button({ customId: id.encode({ draftId }), label: "Try again", look: "main" }));
}

export const tryAgain = defineButton({
  id,
  access: "admin",
  needs: "guild",
  ack: "modal",
  run: async ({ draftId }, ctx) =>
    linkFormLook(againFormId.encode({ once: ctx.newId() }), await findTyped(draftId, ctx)),
});
