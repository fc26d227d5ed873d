import type { z } from "zod";
import { ApiError } from "../../src/api/errors.ts";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import type { WritableContext } from "../../src/interactions/handler-context.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { receipt } from "../../src/ui/receipt.ts";
import { type RenderContext, renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";

type Deletion = "deleted" | "already-gone";

interface DeletionFacts {
  readonly titles: Readonly<Record<Deletion, string>>;
  /** A sentence for when this deleted it, and one for when someone else was first. */
  readonly deleted: string;
  readonly gone: string;
  /** Whether the receipt may be shown to everyone. */
  readonly isShareable: boolean;
  /** The command that lists the current ones. */
  readonly command: string;
}

interface DeletionParts<Payload> {
  readonly kind: string;
  /** What is deleted: "post". */
  readonly noun: string;
  readonly payload: z.ZodType<Payload>;
  /** How to check if there was no response: "Check `/posts`". */
  readonly check: string;
  readonly getId: (payload: Payload) => string;
  readonly send: (payload: Payload, ctx: WritableContext) => Promise<{ readonly success: boolean }>;
  readonly facts: (payload: Payload) => DeletionFacts;
}

/** Something in the workspace that managers delete permanently after confirming. */
export function defineDeletion<Payload>({
  kind,
  noun,
  payload: schema,
  check,
  getId,
  send,
  facts,
}: DeletionParts<Payload>) {
  return defineConfirmation<Payload, Deletion, "write">({
    kind,
    access: "manager",
    needs: "write",
    payload: schema,
    confirm: { label: `Delete ${noun}`, destructive: true },
    cancel: { label: "Keep it", sentence: `Nothing was deleted.` },
    unknownOutcomeText: `I asked the workspace to delete the ${noun} but got no clear answer, so I don't know whether it's gone. ${check} before you try again.`,
    async execute(payload, ctx) {
      try {
        const { success } = await send(payload, ctx);
        if (success) return "deleted";
      } catch (error) {
        if (error instanceof ApiError && error.failure === "not-found") return "already-gone";
        throw error;
      }
      throw new UserError(
        `The workspace didn't delete the ${noun} and gave no reason. The ${noun} is still there. Press the button again, or delete it in the workspace itself.`,
      );
    },
    outcome: {
      target: (_result, payload) => getId(payload),
      duplicateText: (result) =>
        result === "deleted"
          ? `This ${noun} was already deleted. Nothing was sent twice.`
          : `This ${noun} was already gone.`,
      auditOutcome: (result) => (result === "deleted" ? "done" : "refused"),
    },
    receipt: (result, payload, ctx) => renderDeletion(result, facts(payload), renderContext(ctx)),
  });
}

export function renderDeletion(result: Deletion, facts: DeletionFacts, ctx: RenderContext): Reply {
  const { titles, deleted, gone, command } = facts;
  const title = titles[result];
  const share = facts.isShareable && { share: {} };
  const next = `See what's there with ${ctx.commandMention(command)}.`;
  if (result === "already-gone") {
    return {
      embeds: [createEmbed({ title, tone: "over", description: `${gone}\n${next}` })],
      ...share,
    };
  }
  return { ...receipt({ title, verb: "Deleted", lines: [deleted], next }, ctx), ...share };
}
