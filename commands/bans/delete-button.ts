import { z } from "zod";
import { defineButton } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { askToDelete } from "./ask-to-delete.ts";

export const deleteId = defineCustomId("bans.ask", {
  banId: z.string().min(1),
  commentId: z.string().min(1),
});

/** Asks whether one comment of the list shall go; the list stays. */
export const deleteButton = defineButton({
  id: deleteId,
  access: "manager",
  needs: "link",
  ack: "ephemeral",
  run: ({ banId, commentId }, ctx) => askToDelete(banId, commentId, ctx),
});
