import type { Answer } from "../../src/interactions/answer.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { askOrMend, giveUpQuestion } from "../shared/mending.ts";
import { namesOf } from "../shared/people.ts";
import { changeButton } from "./change-button.ts";
import { createRoleConfirmation } from "./confirm-create.ts";
import { fixId } from "./fix-button.ts";
import { type FormDraft, formDrafts } from "./form-draft.ts";
import { renderQuestion } from "./render-role.ts";
import { readRoleText } from "./role-text.ts";

/** The question whether to make a role, or what is wrong with it and a button to mend that: nothing typed is lost. */
export function askRole(draft: FormDraft, ctx: LinkedContext): Promise<Answer> {
  return askOrMend(
    () => ask(draft, ctx),
    async () => fixId.encode({ draftId: await formDrafts.keep(draft, ctx) }),
  );
}

async function ask({ text, replaces }: FormDraft, ctx: LinkedContext): Promise<Answer> {
  const role = await readRoleText(text, ctx);
  await giveUpQuestion(replaces, "The role", ctx);
  const question = renderQuestion(role, await namesOf(role.manual_users ?? [], ctx));
  return createRoleConfirmation.ask(role, question, ctx, (draftId) => [changeButton(draftId)]);
}
