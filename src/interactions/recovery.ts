import type { AppContext } from "../context.ts";
import type { Draft } from "../store/drafts.ts";
import { type Answer, toPayload } from "./answer.ts";
import type { Confirmation } from "./confirmation.ts";
import { draftReplyContext } from "./draft-reply.ts";

/** Changes the message that an interaction of the last 15 minutes answered with. */
export type EditAnswer = (interactionToken: string, payload: ReturnType<typeof toPayload>) => Promise<void>;

/**
 * Finds writes whose process died under way, and tells their people that the outcome is open. Nothing is sent again.
 * @param before drafts whose lease ended before this moment (epoch milliseconds) count as abandoned
 */
export async function recoverAbandoned(
  before: number,
  confirmations: readonly Pick<Confirmation<never>, "kind" | "unknownSentence">[],
  editAnswer: EditAnswer,
  ctx: AppContext,
): Promise<void> {
  for (const draft of await ctx.store.drafts.takeAbandoned(before)) {
    ctx.log.warn("a write was cut off, its outcome is unknown", { kind: draft.kind, guildId: draft.guildId });
    await ctx.store.audit.record({
      id: ctx.newId(),
      guildId: draft.guildId,
      workspaceId: undefined,
      discordUserId: draft.discordUserId,
      action: draft.kind,
      target: undefined,
      outcome: "unknown",
      detail: draft.payload,
      reference: undefined,
      at: ctx.now(),
    });
    const words = confirmations.find(({ kind }) => kind === draft.kind)?.unknownSentence;
    if (words !== undefined) await tell(draft, { content: words }, editAnswer, ctx);
  }
}

async function tell(draft: Draft, answer: Answer, editAnswer: EditAnswer, ctx: AppContext): Promise<void> {
  if (draft.sealedReplyTo === undefined) return;
  try {
    const { plaintext } = ctx.vault.open(draft.sealedReplyTo, draftReplyContext(draft.id));
    await editAnswer(plaintext, toPayload(answer));
  } catch (error) {
    // A press that was never acknowledged cannot be edited; the person is told when they press again.
    ctx.log.info("a cut-off write could not be explained in its message", { kind: draft.kind, error });
  }
}
