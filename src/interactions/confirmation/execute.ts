import { setTimeout as sleep } from "node:timers/promises";
import type { APIEmbed } from "discord.js";
import type { AppContext } from "../../context.ts";
import { hasUnknownOutcome, isTransient, UserError, wasHeldUp } from "../../errors.ts";
import { describeError, describeUnclearReply, heldUpText } from "../../error-text.ts";
import type { Draft } from "../../store/drafts.ts";
import type { AuditEntry, AuditOutcome } from "../../store/audit.ts";
import { createButton, createButtonRow } from "../../ui/buttons.ts";
import type { Reply, Row } from "../../ui/reply.ts";
import { type AuditEvent, recordAudit } from "../audit.ts";
import { createErrorReference } from "../dispatch/error-reply.ts";
import type { ContextFor, GuildContext, Needs, WritableContext } from "../handler-context.ts";
import { recolour, renderUnknownPrompt } from "./prompts.ts";
import type { ConfirmationDeclaration } from "./declaration.ts";
import { type Lease, startLease } from "../../lease.ts";
import { minuteMs } from "../../time.ts";
import { type ReplyToken, sealReplyToken } from "./drafts.ts";
import { palette } from "../../ui/embed.ts";

/** Longer than any write may take; a draft still `sending` after that belongs to a dead process. */
const leaseMs = minuteMs;

/**
 * Claims an open draft for this press. `undefined` if something else was first or it is no longer open.
 * @throws LeaseEndedError if Discord no longer waits for the answer to this press
 */
export async function claimDraft(
  draft: Pick<Draft, "id" | "guildId" | "discordUserId" | "kind">,
  interaction: ReplyToken,
  ctx: GuildContext,
): Promise<Lease | undefined> {
  await ctx.timeliness.ensureInTime();
  const lease = startLease(ctx.now)(leaseMs);
  const now = ctx.now();
  const { id, guildId, discordUserId, kind } = draft;
  const sealedReplyToken = sealReplyToken(id, interaction, ctx.vault);
  const claimed = await ctx.store.drafts.claim({
    id,
    guildId,
    discordUserId,
    kind,
    now,
    leaseUntil: now + leaseMs,
    sealedReplyToken,
  });
  return claimed && lease;
}

interface Conclusion {
  readonly draftId: string;
  readonly state: "done" | "unknown" | "open";
  /** What a second press shows. */
  readonly result?: string;
}

/** Stores what came of a write and its audit entry, as one: the disk is waited for once. Never rejects. */
async function conclude(
  conclusion: Conclusion,
  event: AuditEvent | undefined,
  ctx: GuildContext,
): Promise<void> {
  if (event === undefined) return storeConclusion(conclusion, undefined, ctx);
  await recordAudit(event, ctx, async (entry) => {
    await storeConclusion(conclusion, entry, ctx);
    return true;
  });
}

/**
 * If that fails, each is stored by itself, and both again in the background: a draft left in `sending` would later
 * become unknown and replace a correct receipt.
 * @throws StoreError if the entry isn't stored yet
 */
async function storeConclusion(
  { draftId, state, result }: Conclusion,
  entry: AuditEntry | undefined,
  { store: { drafts, audit }, log }: Pick<AppContext, "store" | "log">,
): Promise<void> {
  const store = async (): Promise<boolean> => {
    try {
      await drafts.resolve(draftId, state, result, entry);
      return true;
    } catch (error) {
      log.error("what came of a write could not be stored", { draftId, error });
      return false;
    }
  };
  if (await store()) return;
  const [resolved, recorded] = await Promise.allSettled([
    // It may be open already, and pressed again: opened once more, it could be sent twice.
    state === "open" ? undefined : drafts.resolve(draftId, state, result),
    entry && audit.record(entry),
  ]);
  const isStored = resolved.status === "fulfilled" && recorded.status === "fulfilled";
  if (!isStored && state !== "open") void repeat(store);
  if (recorded.status === "rejected") throw recorded.reason;
}

/** Waits between retries; together they fit into a draft's lease. */
const retryDelaysMs = [1_000, 5_000, 15_000, 25_000] as const;

async function repeat(succeeds: () => Promise<boolean>): Promise<void> {
  for (const pauseMs of retryDelaysMs) {
    await sleep(pauseMs, undefined, { ref: false });
    if (await succeeds()) return;
  }
}

/** The confirm button again. Either button confirms the same draft. */
export function createTryAgainRow(pressed: {
  readonly customId: string;
  readonly destructive: boolean;
}): readonly Row[] {
  const { customId, destructive } = pressed;
  return createButtonRow(
    createButton({ customId, label: "Try again", style: destructive ? "danger" : "primary" }),
  );
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
  const event = (outcome: AuditOutcome, more: Pick<AuditEvent, "target" | "reference"> = {}): AuditEvent => ({
    action: declaration.kind,
    outcome,
    detail: payload,
    ...more,
  });

  const heldUp = async (): Promise<Reply> => {
    await conclude({ draftId, state: "open" }, event("unsent"), ctx);
    // Another process may have marked the outcome as unknown meanwhile, so the message is rewritten.
    return {
      content: heldUpText,
      embeds: promptEmbeds.map((embed) => recolour(embed, palette.waiting)),
      components: tryAgain,
    };
  };

  let result: Result;
  ctx.draftsInFlight.add(draftId);
  try {
    if (!lease.isHeld()) return await heldUp();
    await ctx.timeliness.ensureInTime();
    result = await declaration.execute(payload, leaseContext(ctx, lease));
  } catch (error) {
    if (wasHeldUp(error)) return await heldUp();
    if (!hasUnknownOutcome(error)) {
      await conclude({ draftId, state: "open" }, event(isTransient(error) ? "unsent" : "refused"), ctx);
      throw error;
    }
    const reference = createErrorReference(ctx);
    ctx.log.warn(describeError(error, { reference }).text, {
      reference,
      guildId: ctx.guildId,
      error,
    });
    await conclude({ draftId, state: "unknown" }, event("unknown", { reference }), ctx);
    const sentences = [describeUnclearReply(error), declaration.unknownOutcomeText].filter(Boolean).join(" ");
    const sentence = `${sentences}\n-# Reference ${reference}`;
    return renderUnknownPrompt(promptEmbeds, { title: declaration.unknownTitle, sentence, look });
  } finally {
    ctx.draftsInFlight.delete(draftId);
  }
  const { outcome } = declaration;
  const recorded = outcome.auditOutcome?.(result, payload) ?? "done";
  await conclude(
    { draftId, state: "done", result: outcome.duplicateText(result, payload) },
    recorded === "nowhere" ? undefined : event(recorded, { target: outcome.target(result, payload) }),
    ctx,
  );
  return declaration.receipt(result, payload, ctx, draftId);
}

/** The same context, but nothing can be written through it once the lease has ended or the person can't be answered any more. */
function leaseContext<C extends GuildContext>(ctx: C, { isHeld }: Lease): C {
  if (!("api" in ctx)) return ctx;
  const mayBeSent = () => isHeld() && ctx.timeliness.isInTime();
  // If there is an api, it is a linked context's; the compiler can't see that through C.
  return { ...ctx, api: (ctx as WritableContext & C).api.withDefaults({ mayBeSent }) };
}

/** Why a pressed draft isn't sent now. */
export function describeDraftState(
  { state, result }: Draft,
  declaration: { readonly unknownOutcomeText: string; readonly cancel: { readonly sentence: string } },
): string {
  switch (state) {
    case "sending":
      return "This is being sent. Nothing was sent twice; the result will appear in the message.";
    case "done":
      return result ?? "This was already done. Nothing was sent twice.";
    case "unknown":
      return declaration.unknownOutcomeText;
    case "discarded":
      return declaration.cancel.sentence;
    case "open":
      return "I couldn't send this just now. Nothing was done. Press the button again.";
    default:
      return state satisfies never;
  }
}
