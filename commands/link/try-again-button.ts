import { z } from "zod";
import type { Row } from "../../src/interactions/answer.ts";
import { button, buttonRow } from "../../src/interactions/components.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { mayBeShown } from "./input.ts";
import { againFormId, linkFormLook } from "./form-look.ts";

const id = defineCustomId("link.try-again", { workspaceId: z.string() });
/** What a custom id has left for a percent-encoded workspace id. */
const maxEncodedLength = 80;

/** Opens the form again with the workspace id as typed; one that fits into no button has to be typed again. */
export function tryAgainRow(workspaceId: string): readonly Row[] {
  const fits =
    mayBeShown(workspaceId) &&
    workspaceId.isWellFormed() &&
    encodeURIComponent(workspaceId).length <= maxEncodedLength;
  const customId = id.encode({ workspaceId: fits ? workspaceId : "" });
  return buttonRow(button({ customId, label: "Try again", look: "main" }));
}

export const tryAgain = defineButton({
  id,
  access: "admin",
  needs: "guild",
  ack: "modal",
  run: async ({ workspaceId }) => linkFormLook(againFormId.encode({}), workspaceId),
});
