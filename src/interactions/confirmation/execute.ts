import { setTimeout as sleep } from "node:timers/promises";
import type { APIEmbed } from "discord.js";
import type { AppContext } from "../../context.ts";
import {
  describeError,
  describeUnclearReply,
  hasUnknownOutcome,
  heldUpWords,
  isTransient,
  UserError,
  wasHeldUp,
} from "../../errors.ts";
import type { AuditOutcome } from "../../store/audit.ts";
import { button, buttonRow } from "../../ui/buttons.ts";
import { palette } from "../../ui/palette.ts";
import type { Reply, Row } from "../../ui/reply.ts";
import { recordAudit } from "../audit.ts";
import { createErrorReference } from "../error-reference.ts";
import type { ContextFor, GuildContext, LinkedContext, Needs } from "../handler-context.ts";
import { inColour, unknownQuestion } from "../question.ts";
import type { ConfirmationDeclaration } from "./declaration.ts";
import type { DraftLease } from "./drafts.ts";

/** Tried again this long after each failure; all of it fits into a draft's lease. */
const retryDelaysMs = [1_000, 5_000, 15_000, 25_000] as const;

/**
 * Stores that a write was done. When the database has trouble it is tried again in the background: a draft that stays
 * `sending` would later be told as unknown, over a receipt that was true. Never rejects.
 */
async function markDone(draftId: string, result: string, ctx: AppContext): Promise<void> {
  if (!(await tryMarkDone(draftId, result, ctx))) void retryMarkDone(draftId, result, ctx);
}

async function retryMarkDone(draftId: string, result: string, ctx: AppContext): Promise<void> {
  for (const pauseMs of retryDelaysMs) {
    await sleep(pauseMs, undefined, { ref: false });
    if (await tryMarkDone(draftId, result, ctx)) return;
  }
}

async function tryMarkDone(draftId: string, result: string, ctx: AppContext): Promise<boolean> {
  try {
    await ctx.store.drafts.resolve(draftId, "done", result);
    return true;
  } catch (error) {
    ctx.log.error("a write was done, but that could not be stored", { draftId, error });
    return false;
  }
}

/** The button that confirms a question, once more. What it confirms is still the one draft, whichever button is pressed. */
export function tryAgainRow(pressed: {
  readonly customId: string;
  readonly harmful: boolean;
}): readonly Row[] {
  const { customId, harmful } = pressed;
  return buttonRow(button({ customId, label: "Try again", style: harmful ? "harmful" : "main" }));
}

/**
 * The same failure, and when it is one that passes, a button under its words to try again.
 * @param now epoch milliseconds
 */
export function withRetryButton(error: unknown, tryAgain: readonly Row[], now: number): unknown {
  if (!isTransient(error)) return error;
  // The words of what passes hold no reference.
  return new UserError(describeError(error, { reference: "", now, keepsPrompt: true }).text, {
    cause: error,
    components: tryAgain,
  });
}

interface ClaimedDraft {
  readonly draftId: string;
  readonly lease: DraftLease;
  /** The embeds of the message that asked. */
  readonly question: readonly APIEmbed[];
  /** Confirms it once more. */
  readonly tryAgain: readonly Row[];
  /** Looks for what was sent. */
  readonly style: readonly Row[];
}

/** Runs a write whose draft was taken, once, and stores what came of it before anybody is told. */
export async function executeDraft<Payload, Result, N extends Needs>(
  { draftId, lease, question, tryAgain, style }: ClaimedDraft,
  payload: Payload,
  declaration: ConfirmationDeclaration<Payload, Result, N>,
  ctx: ContextFor<N>,
): Promise<Reply> {
  const record = (outcome: AuditOutcome, target?: string, reference?: string) =>
    recordAudit({ action: declaration.kind, outcome, target, detail: payload, reference }, ctx);
  const cancel = (work: Promise<unknown>) =>
    work.catch((error: unknown) =>
      ctx.log.error("what came of a write could not be stored", { draftId, error }),
    );

  const heldUp = async (): Promise<Reply> => {
    await cancel(ctx.store.drafts.resolve(draftId, "open", undefined));
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
    result = await declaration.execute(payload, leased(ctx, lease));
  } catch (error) {
    if (wasHeldUp(error)) return await heldUp();
    if (!hasUnknownOutcome(error)) {
      await cancel(ctx.store.drafts.resolve(draftId, "open", undefined));
      await record(isTransient(error) ? "unsent" : "refused");
      throw error;
    }
    const reference = createErrorReference(ctx);
    ctx.log.warn(describeError(error, { reference, now: ctx.now() }).text, {
      reference,
      guildId: ctx.guildId,
      error,
    });
    await cancel(ctx.store.drafts.resolve(draftId, "unknown", undefined));
    await record("unknown", undefined, reference);
    const said = [describeUnclearReply(error), declaration.unknownOutcomeText].filter(Boolean).join(" ");
    const sentence = `${said}\n-# Reference ${reference}`;
    return unknownQuestion(question, { title: declaration.unknownTitle, sentence, style });
  } finally {
    ctx.draftsInFlight.delete(draftId);
  }
  await markDone(draftId, declaration.outcome.duplicateText(result, payload), ctx);
  const recorded = declaration.outcome.auditOutcome?.(result, payload) ?? "done";
  if (recorded !== "nowhere") await record(recorded, declaration.outcome.target(result, payload));
  return declaration.receipt(result, payload, ctx, draftId);
}

/** The same context, through which nothing is written once the lease has ended. */
function leased<C extends GuildContext>(ctx: C, { isHeld }: DraftLease): C {
  if (!("api" in ctx)) return ctx;
  // Where there is an api it is the one of a linked context; the compiler cannot see that through C.
  return { ...ctx, api: (ctx as LinkedContext & C).api.withDefaults({ mayBeSent: isHeld }) };
}
