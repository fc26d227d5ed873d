import { setTimeout as sleep } from "node:timers/promises";
import type { APIEmbed } from "discord.js";
import type { AppContext } from "../../context.ts";
import {
  describeError,
  describeUnclearReply,
  hasUnknownOutcome,
  heldUpText,
  isTransient,
  UserError,
  wasHeldUp,
} from "../../errors.ts";
import type { AuditOutcome } from "../../store/audit.ts";
import { button, buttonRow } from "../../ui/buttons.ts";
import type { Reply, Row } from "../../ui/reply.ts";
import { recordAudit } from "../audit.ts";
import { createErrorReference } from "../error-reference.ts";
import type { ContextFor, GuildContext, LinkedContext, Needs } from "../handler-context.ts";
import { inColour, unknownPrompt } from "./prompts.ts";
import type { ConfirmationDeclaration } from "./declaration.ts";
import type { Lease } from "../../lease.ts";
import { palette } from "../../ui/embed.ts";

/** Waits between retries; together they fit into a draft's lease. */
const retryDelaysMs = [1_000, 5_000, 15_000, 25_000] as const;

/**
 * Stores that a write was done. If the database fails, it's retried in the background: a draft left in `sending` would
 * later become unknown and replace a correct receipt. Never rejects.
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

/** The confirm button again. Either button confirms the same draft. */
export function tryAgainRow(pressed: {
  readonly customId: string;
  readonly destructive: boolean;
}): readonly Row[] {
  const { customId, destructive } = pressed;
  return buttonRow(button({ customId, label: "Try again", style: destructive ? "danger" : "primary" }));
}

/** The same failure, with a button to try again if it is transient. */
export function withRetryButton(error: unknown, tryAgain: readonly Row[]): unknown {
  if (!isTransient(error)) return error;
  // The text of a transient failure has no reference.
  return new UserError(describeError(error, { reference: "", keepsPrompt: true }).text, {
    cause: error,
    components: tryAgain,
  });
}

interface ClaimedDraft {
  readonly draftId: string;
  readonly lease: Lease;
  /** The embeds of the preview. */
  readonly promptEmbeds: readonly APIEmbed[];
  /** Confirms it again. */
  readonly tryAgain: readonly Row[];
  /** Looks for what was sent. */
  readonly look: readonly Row[];
}

/** The parts of a declaration needed to run the write. */
export type WriteDeclaration<Payload, Result, N extends Needs> = Pick<
  ConfirmationDeclaration<Payload, Result, N>,
  "kind" | "unknownOutcomeText" | "unknownTitle" | "execute" | "outcome" | "receipt"
>;

/** Runs a claimed write once, and stores the outcome before anyone sees it. */
export async function executeDraft<Payload, Result, N extends Needs>(
  { draftId, lease, promptEmbeds, tryAgain, look }: ClaimedDraft,
  payload: Payload,
  declaration: WriteDeclaration<Payload, Result, N>,
  ctx: ContextFor<N>,
): Promise<Reply> {
  const record = (outcome: AuditOutcome, target?: string, reference?: string) =>
    recordAudit({ action: declaration.kind, outcome, target, detail: payload, reference }, ctx);
  const logIfFails = (work: Promise<unknown>) =>
    work.catch((error: unknown) =>
      ctx.log.error("what came of a write could not be stored", { draftId, error }),
    );

  const heldUp = async (): Promise<Reply> => {
    await logIfFails(ctx.store.drafts.resolve(draftId, "open", undefined));
    await record("unsent");
    // Another process may have marked the outcome as unknown meanwhile, so the message is rewritten.
    return {
      content: heldUpText,
      embeds: promptEmbeds.map((embed) => inColour(embed, palette.waiting)),
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
      await logIfFails(ctx.store.drafts.resolve(draftId, "open", undefined));
      await record(isTransient(error) ? "unsent" : "refused");
      throw error;
    }
    const reference = createErrorReference(ctx);
    ctx.log.warn(describeError(error, { reference }).text, {
      reference,
      guildId: ctx.guildId,
      error,
    });
    await logIfFails(ctx.store.drafts.resolve(draftId, "unknown", undefined));
    await record("unknown", undefined, reference);
    const sentences = [describeUnclearReply(error), declaration.unknownOutcomeText].filter(Boolean).join(" ");
    const sentence = `${sentences}\n-# Reference ${reference}`;
    return unknownPrompt(promptEmbeds, { title: declaration.unknownTitle, sentence, look });
  } finally {
    ctx.draftsInFlight.delete(draftId);
  }
  await markDone(draftId, declaration.outcome.duplicateText(result, payload), ctx);
  const recorded = declaration.outcome.auditOutcome?.(result, payload) ?? "done";
  if (recorded !== "nowhere") await record(recorded, declaration.outcome.target(result, payload));
  return declaration.receipt(result, payload, ctx, draftId);
}

/** The same context, but nothing can be written through it once the lease has ended. */
function leased<C extends GuildContext>(ctx: C, { isHeld }: Lease): C {
  if (!("api" in ctx)) return ctx;
  // If there is an api, it is a linked context's; the compiler can't see that through C.
  return { ...ctx, api: (ctx as LinkedContext & C).api.withDefaults({ mayBeSent: isHeld }) };
}
