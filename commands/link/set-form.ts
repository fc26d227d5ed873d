import type { ModalSubmitInteraction } from "discord.js";
import type { Answer } from "../../src/interactions/answer.ts";
import { defineForm } from "../../src/interactions/controls.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { againFormId, firstFormId, keyField, workspaceField } from "./form-look.ts";
import { readLinkInput } from "./input.ts";
import { linkTo } from "./linking.ts";
import { renderNotStored } from "./render-set.ts";

export const linkForm = defineForm({
  id: firstFormId,
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  run: submit,
});

/** The same form opened from a message that said what was wrong: the outcome takes that message's place. */
export const linkFormAgain = defineForm({
  id: againFormId,
  access: "admin",
  needs: "guild",
  ack: "update",
  run: submit,
});

async function submit(
  _fields: unknown,
  ctx: GuildContext,
  { fields }: ModalSubmitInteraction,
): Promise<Answer> {
  const typedId = fields.getTextInputValue(workspaceField);
  const input = readLinkInput(typedId, fields.getTextInputValue(keyField));
  return "problem" in input ? renderNotStored(input.problem, typedId.trim()) : linkTo(input, ctx);
}
