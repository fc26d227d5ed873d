import { ComponentType, TextInputStyle } from "discord.js";
import { UserError } from "../../src/errors.ts";
import type { Form } from "../../src/interactions/answer.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import { declineFormId, declineId } from "./claim-ids.ts";
import { claimToDecide } from "./deciding.ts";

export const reasonField = "reason";
const maxReasonLength = 500;

export const declineButton = defineButton({
  id: declineId,
  access: "manager",
  needs: "guild",
  ack: "modal",
  async run({ claimId }, ctx) {
    const { state } = await claimToDecide(claimId, ctx);
    if (state !== "open")
      throw new UserError(
        `This request was already ${state}, so there is nothing to decline. Nothing was done.`,
      );
    return formOf(declineFormId.encode({ claimId }));
  },
});

function formOf(customId: string): Form {
  return {
    custom_id: customId,
    title: "Decline this request",
    components: [
      {
        type: ComponentType.Label,
        label: "Reason",
        description: "The member reads it when they are told in private. You may leave it empty.",
        component: {
          type: ComponentType.TextInput,
          custom_id: reasonField,
          style: TextInputStyle.Paragraph,
          max_length: maxReasonLength,
          required: false,
        },
      },
    ],
  };
}
