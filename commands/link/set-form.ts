import type { ModalSubmitInteraction } from "discord.js";
import { UserError } from "../../src/errors.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { defineForm } from "../../src/interactions/controls.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { againFormId, firstFormId, keyField, nameField, workspaceField } from "./form-look.ts";
import { readLinkInput } from "./input.ts";
import { linkTo } from "./linking.ts";
import { renderNotStored } from "./render-set.ts";
import { tryAgainRow } from "./try-again-button.ts";
import { keepTyped } from "./typed.ts";

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
  { once }: { readonly once: string },
  ctx: GuildContext,
  { fields }: ModalSubmitInteraction,
): Promise<Answer> {
  if (!(await ctx.store.claims.take(`form:${once}`, ctx.now())))
    throw new UserError(
      "This form was sent before, and counted then. Nothing was done twice. Check `/link status` to see what came of it.",
    );
  const typedId = fields.getTextInputValue(workspaceField);
  const typedName = fields.getTextInputValue(nameField);
  const input = readLinkInput(typedId, fields.getTextInputValue(keyField), typedName);
  const linking = "problem" in input ? input : await linkTo(input, ctx);
  if ("answer" in linking) return linking.answer;
  const draftId = await keepTyped({ workspaceId: typedId.trim(), name: typedName.trim() }, ctx);
  return renderNotStored(linking.problem, tryAgainRow(draftId));
}
