import type { Answer } from "../../src/interactions/answer.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { askOrMend, giveUpQuestion } from "../shared/mending.ts";
import { namesOf } from "../shared/people.ts";
import { changeButton } from "./change-button.ts";
import { createConfirmation } from "./confirm-create.ts";
import { fixId } from "./fix-button.ts";
import { type FormDraft, formDrafts } from "./form-draft.ts";
import { isNumberTaken } from "./number-taken.ts";
import { readOrderText } from "./order-text.ts";
import { renderPreview } from "./render-preview.ts";

/** The question whether to log an order, or what is wrong with it and a button to mend that: nothing typed is lost. */
export function askOrder(draft: FormDraft, ctx: LinkedContext): Promise<Answer> {
  return askOrMend(
    () => ask(draft, ctx),
    async () => fixId.encode({ draftId: await formDrafts.keep(draft, ctx) }),
  );
}

async function ask({ text, number, replaces }: FormDraft, ctx: LinkedContext): Promise<Answer> {
  const order = await readOrderText(text, number, ctx);
  await giveUpQuestion(replaces, "The order", ctx);
  const names = await namesOf(
    [order.customer, order.submitted_by, order.prepared_by, order.picked_up_by],
    ctx,
  );
  const preview = renderPreview(order, {
    names,
    isNumberTaken: await isNumberTaken(order.order_number, ctx),
  });
  return createConfirmation.ask(order, preview, ctx, (draftId) => [changeButton(draftId)]);
}
