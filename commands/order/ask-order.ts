import type { Answer } from "../../src/interactions/answer.ts";
import { button, buttonRow } from "../../src/interactions/components.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { UserError } from "../../src/errors.ts";
import { namesOf } from "../shared/people.ts";
import { changeButton } from "./change-button.ts";
import { createConfirmation } from "./confirm-create.ts";
import { fixId } from "./fix-button.ts";
import { type FormDraft, keepFormDraft } from "./form-draft.ts";
import { isNumberTaken } from "./number-taken.ts";
import { readOrderText } from "./order-text.ts";
import { renderPreview } from "./render-preview.ts";

/** The question whether to log an order, or what is wrong with it and a button to mend that: nothing typed is lost. */
export async function askOrder(draft: FormDraft, ctx: LinkedContext): Promise<Answer> {
  try {
    const order = await readOrderText(draft.text, draft.number, ctx);
    if (draft.replaces !== undefined) await giveUp(draft.replaces, ctx);
    const names = await namesOf(
      [order.customer, order.submitted_by, order.prepared_by, order.picked_up_by],
      ctx,
    );
    const preview = renderPreview(order, {
      names,
      isNumberTaken: await isNumberTaken(order.order_number, ctx),
    });
    return await createConfirmation.ask(order, preview, ctx, (draftId) => [changeButton(draftId)]);
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
    `The order was sent before you changed it, so the change was not asked. ${draft.result ?? "Look in its message for what came of it."}`,
  );
}
