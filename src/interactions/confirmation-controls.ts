import type { ButtonInteraction } from "discord.js";
import { describeFailure, leavesOutcomeOpen, UserError } from "../errors.ts";
import type { Draft } from "../store/drafts.ts";
import type { Answer } from "./answer.ts";
import type { ConfirmationDeclaration, DraftButtonId } from "./confirmation.ts";
import { defineButton, outOfDate } from "./controls.ts";
import type { ButtonControl } from "./define.ts";
import { sealReplyTo } from "./draft-reply.ts";
import type { ContextFor, GuildContext, Needs } from "./handler-context.ts";

/** Longer than any write may take; after it a draft that is still `sending` belongs to a process that died. */
const leaseMs = 60_000;

export function confirmControl<Payload, Result, N extends Needs>(
  id: DraftButtonId,
  declaration: ConfirmationDeclaration<Payload, Result, N>,
): ButtonControl {
  const { access, needs, kind, unknownSentence } = declaration;
  const control = defineButton({
    id,
    access,
    needs,
    ack: "update",
    async run({ draftId }, ctx, interaction) {
      const draft = await findOwn(draftId, declaration.kind, ctx);
      const payload = declaration.payload.safeParse(draft.payload);
      if (!payload.success) throw new UserError(outOfDate);
      if (!(await take(draft, ctx, interaction))) {
        throw new UserError(
          stateSentence(await findOwn(draftId, declaration.kind, ctx), declaration, ctx.now()),
        );
      }
      return performTaken(draftId, payload.data, declaration, ctx);
    },
  });
  return { ...control, write: { draftKind: kind, unknownSentence } };
}

export function discardControl<Payload, Result, N extends Needs>(
  id: DraftButtonId,
  declaration: ConfirmationDeclaration<Payload, Result, N>,
): ButtonControl {
  return defineButton({
    id,
    access: "everyone",
    needs: "guild",
    ack: "update",
    async run({ draftId }, ctx) {
      const draft = await findOwn(draftId, declaration.kind, ctx);
      if (await ctx.store.drafts.discard(draftId, ctx.guildId, ctx.caller.discordUserId)) {
        return { content: declaration.keep.sentence };
      }
      if (draft.state === "discarded") return { content: declaration.keep.sentence };
      throw new UserError(stateSentence(draft, declaration, ctx.now()));
    },
  });
}

/** The draft, if it is one of this guild, of this kind and of this person. */
async function findOwn(draftId: string, kind: string, ctx: GuildContext): Promise<Draft> {
  const draft = await ctx.store.drafts.find(draftId);
  if (draft === undefined || draft.guildId !== ctx.guildId || draft.kind !== kind)
    throw new UserError(outOfDate);
  if (draft.discordUserId !== ctx.caller.discordUserId) {
    throw new UserError(
      "This question was asked to someone else, so your press did nothing. Run the command yourself to get your own.",
    );
  }
  return draft;
}

async function take(draft: Draft, ctx: GuildContext, interaction: ButtonInteraction): Promise<boolean> {
  const now = ctx.now();
  const { id, guildId, discordUserId, kind } = draft;
  const sealedReplyTo = sealReplyTo(id, interaction, ctx.vault);
  const taken = await ctx.store.drafts.take({
    id,
    guildId,
    discordUserId,
    kind,
    now,
    leaseUntil: now + leaseMs,
    sealedReplyTo,
  });
  return taken !== undefined;
}

async function performTaken<Payload, Result, N extends Needs>(
  draftId: string,
  payload: Payload,
  declaration: ConfirmationDeclaration<Payload, Result, N>,
  ctx: ContextFor<N>,
): Promise<Answer> {
  const entry = (outcome: "done" | "refused" | "unknown", target?: string, reference?: string) =>
    ctx.store.audit.record({
      id: ctx.newId(),
      guildId: ctx.guildId,
      workspaceId: "workspaceId" in ctx ? ctx.workspaceId : undefined,
      discordUserId: ctx.caller.discordUserId,
      action: declaration.kind,
      target,
      outcome,
      detail: payload,
      reference,
      at: ctx.now(),
    });
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
      await keep(entry("refused"));
      throw error;
    }
    const reference = ctx
      .newId()
      .replace(/[^0-9A-Za-z]/g, "")
      .slice(0, 8);
    ctx.log.warn(describeFailure(error, reference).text, { reference, guildId: ctx.guildId, error });
    await keep(ctx.store.drafts.settle(draftId, "unknown", undefined));
    await keep(entry("unknown", undefined, reference));
    return { content: `${declaration.unknownSentence}\n-# Reference ${reference}` };
  }
  await keep(ctx.store.drafts.settle(draftId, "done", declaration.outcome.alreadySentence(result, payload)));
  const recorded = declaration.outcome.record?.(result, payload) ?? "done";
  if (recorded !== "nowhere") await keep(entry(recorded, declaration.outcome.target(result, payload)));
  return declaration.receipt(result, payload, ctx);
}

function stateSentence(
  { state, result, expiresAt }: Draft,
  declaration: { readonly unknownSentence: string; readonly keep: { readonly sentence: string } },
  now: number,
): string {
  switch (state) {
    case "sending":
      return "This is being sent right now. Nothing was sent twice; the answer will stand in the message itself.";
    case "done":
      return result ?? "This was already done. Nothing was sent twice.";
    case "unknown":
      return declaration.unknownSentence;
    case "discarded":
      return declaration.keep.sentence;
    case "open":
      return expiresAt <= now
        ? "This question waited too long and has expired. Nothing was sent. Please run the command again."
        : "This could not be sent just now. Nothing was done. Please press the button again.";
    default:
      return state satisfies never;
  }
}
