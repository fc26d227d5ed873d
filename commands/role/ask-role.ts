import { UserError } from "../../src/errors.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { button, buttonRow } from "../../src/interactions/components.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { namesOf } from "../shared/people.ts";
import { changeButton } from "./change-button.ts";
import { createRoleConfirmation } from "./confirm-create.ts";
import { fixId } from "./fix-button.ts";
import { type FormDraft, keepFormDraft } from "./form-draft.ts";
import { renderQuestion } from "./render-role.ts";
import { readRoleText } from "./role-text.ts";

/** The question whether to make a role, or what is wrong with it and a button to mend that: nothing typed is lost. */
export async function askRole(draft: FormDraft, ctx: LinkedContext): Promise<Answer> {
  try {
    const role = await readRoleText(draft.text, ctx);
    if (draft.replaces !== undefined) await giveUp(draft.replaces, ctx);
    const names = await namesOf(role.manual_users ?? [], ctx);
    return await createRoleConfirmation.ask(role, renderQuestion(role, names), ctx, (draftId) => [
      changeButton(draftId),
    ]);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const customId = fixId.encode({ draftId: await keepFormDraft(draft, ctx) });
    return {
      content: error.message,
      components: buttonRow(button({ customId, label: "Fix it", look: "main" })),
    };
  }
}

/** @throws UserError when the question was answered in the meantime */
async function giveUp(draftId: string, { store, guildId, caller }: LinkedContext): Promise<void> {
  if (await store.drafts.discard(draftId, guildId, caller.discordUserId)) return;
  const draft = await store.drafts.find(draftId);
  if (draft === undefined || draft.state === "discarded") return;
  throw new UserError(
    `The role was sent before you changed it, so the change was not asked. ${draft.result ?? "Look in its message for what came of it."}`,
  );
}
