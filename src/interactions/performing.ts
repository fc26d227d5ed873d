import { describeFailure, isPassing, leavesOutcomeOpen } from "../errors.ts";
import type { Outcome } from "../store/audit.ts";
import type { Answer } from "./answer.ts";
import type { ConfirmationDeclaration } from "./confirmation-declaration.ts";
import type { ContextFor, Needs } from "./handler-context.ts";
import { recordDeed } from "./recording.ts";
import { newReference } from "./reference.ts";
import { settleDone } from "./settling.ts";

/** Runs a write whose draft was taken, once, and stores what came of it before anybody is told. */
export async function performTaken<Payload, Result, N extends Needs>(
  draftId: string,
  payload: Payload,
  declaration: ConfirmationDeclaration<Payload, Result, N>,
  ctx: ContextFor<N>,
): Promise<Answer> {
  const record = (outcome: Outcome, target?: string, reference?: string) =>
    recordDeed({ action: declaration.kind, outcome, target, detail: payload, reference }, ctx);
  const keep = (work: Promise<unknown>) =>
    work.catch((error: unknown) =>
      ctx.log.error("what came of a write could not be stored", { draftId, error }),
    );

  let result: Result;
  try {
    result = await declaration.perform(payload, ctx);
  } catch (error) {
    if (!leavesOutcomeOpen(error)) {
      await keep(ctx.store.drafts.settle(draftId, "open", undefined));
      await record(isPassing(error) ? "unsent" : "refused");
      throw error;
    }
    const reference = newReference(ctx);
    ctx.log.warn(describeFailure(error, reference).text, { reference, guildId: ctx.guildId, error });
    await keep(ctx.store.drafts.settle(draftId, "unknown", undefined));
    await record("unknown", undefined, reference);
    return { content: `${declaration.unknownSentence}\n-# Reference ${reference}` };
  }
  await settleDone(draftId, declaration.outcome.alreadySentence(result, payload), ctx);
  const recorded = declaration.outcome.record?.(result, payload) ?? "done";
  if (recorded !== "nowhere") await record(recorded, declaration.outcome.target(result, payload));
  return declaration.receipt(result, payload, ctx, draftId);
}
