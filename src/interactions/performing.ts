import type { APIEmbed } from "discord.js";
import {
  describeFailure,
  heldUpWords,
  isPassing,
  leavesOutcomeOpen,
  unclearAnswerWords,
  wasHeldUp,
} from "../errors.ts";
import type { Outcome } from "../store/audit.ts";
import { palette } from "../text/palette.ts";
import type { Answer, Row } from "./answer.ts";
import type { ConfirmationDeclaration } from "./confirmation-declaration.ts";
import type { ContextFor, GuildContext, LinkedContext, Needs } from "./handler-context.ts";
import { withCallOptions } from "./observed-api.ts";
import type { DraftLease } from "./own-draft.ts";
import { inColour, unknownQuestion } from "./question.ts";
import { recordDeed } from "./recording.ts";
import { newReference } from "./reference.ts";
import { settleDone } from "./settling.ts";

export interface TakenDraft {
  readonly draftId: string;
  readonly lease: DraftLease;
  /** The embeds of the message that asked. */
  readonly question: readonly APIEmbed[];
  /** Confirms it once more. */
  readonly tryAgain: readonly Row[];
  /** Looks for what was sent. */
  readonly look: readonly Row[];
}

/** Runs a write whose draft was taken, once, and stores what came of it before anybody is told. */
export async function performTaken<Payload, Result, N extends Needs>(
  { draftId, lease, question, tryAgain, look }: TakenDraft,
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

  const heldUp = async (): Promise<Answer> => {
    await keep(ctx.store.drafts.settle(draftId, "open", undefined));
    await record("unsent");
    // Somebody else may have told meanwhile that the outcome is unknown, so the message is written anew.
    return {
      content: heldUpWords,
      embeds: question.map((embed) => inColour(embed, palette.waiting)),
      components: tryAgain,
    };
  };

  let result: Result;
  ctx.draftsInFlight.add(draftId);
  try {
    if (!lease.isHeld()) return await heldUp();
    result = await declaration.perform(payload, leased(ctx, lease));
  } catch (error) {
    if (wasHeldUp(error)) return await heldUp();
    if (!leavesOutcomeOpen(error)) {
      await keep(ctx.store.drafts.settle(draftId, "open", undefined));
      await record(isPassing(error) ? "unsent" : "refused");
      throw error;
    }
    const reference = newReference(ctx);
    ctx.log.warn(describeFailure(error, { reference, now: ctx.now() }).text, {
      reference,
      guildId: ctx.guildId,
      error,
    });
    await keep(ctx.store.drafts.settle(draftId, "unknown", undefined));
    await record("unknown", undefined, reference);
    const said = [unclearAnswerWords(error), declaration.unknownSentence].filter(Boolean).join(" ");
    const sentence = `${said}\n-# Reference ${reference}`;
    return unknownQuestion(question, { title: declaration.unknownTitle, sentence, look });
  } finally {
    ctx.draftsInFlight.delete(draftId);
  }
  await settleDone(draftId, declaration.outcome.alreadySentence(result, payload), ctx);
  const recorded = declaration.outcome.record?.(result, payload) ?? "done";
  if (recorded !== "nowhere") await record(recorded, declaration.outcome.target(result, payload));
  return declaration.receipt(result, payload, ctx, draftId);
}

/** The same context, through which nothing is written once the lease has ended. */
function leased<C extends GuildContext>(ctx: C, { isHeld }: DraftLease): C {
  if (!("api" in ctx)) return ctx;
  // Where there is an api it is the one of a linked context; the compiler cannot see that through C.
  return { ...ctx, api: withCallOptions((ctx as LinkedContext & C).api, { mayBeSent: isHeld }) };
}
