import type { z } from "zod";
import type { CallOptions } from "../../src/api/client.ts";
import { ApiError } from "../../src/api/errors.ts";
import { describeFailure } from "../../src/error-text.ts";
import { isTransient, UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import type { LinkedContext, WritableContext } from "../../src/interactions/handler-context.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { readNames } from "../../src/ui/people.ts";
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

interface DeletionParts<Item, Payload> {
  readonly kind: string;
  /** What is deleted: "post". */
  readonly noun: string;
  readonly payload: z.ZodType<Payload>;
  readonly toPayload: (item: Item) => Payload;
  /** The people the preview names. */
  readonly listPeople: (item: Item) => readonly (string | undefined)[];
  readonly preview: (item: Item, ctx: RenderContext) => Reply;
  /** As it is now; `undefined` if it's gone. */
  readonly read: (payload: Payload, ctx: LinkedContext, options: CallOptions) => Promise<Item | undefined>;
  /** What people wrote or chose: of what the service may name another way each time, such as files, the number. JSON. */
  readonly getContent: (item: Item) => unknown;
  /** How to check if there was no response: "Check `/posts`". */
  readonly check: string;
  readonly getId: (payload: Payload) => string;
  readonly send: (payload: Payload, ctx: WritableContext) => Promise<{ readonly success: boolean }>;
  readonly facts: (payload: Payload) => DeletionFacts;
}

/**
 * Something in the workspace that managers delete permanently after confirming. If someone changes it after the preview,
 * it's shown as it is then instead, and stays.
 */
export function defineDeletion<Item, Payload>(parts: DeletionParts<Item, Payload>) {
  const {
    kind,
    noun,
    payload: schema,
    toPayload,
    listPeople,
    read,
    getContent,
    check,
    getId,
    send,
    facts,
  } = parts;

  async function prompt(item: Item, ctx: WritableContext, content?: string): Promise<Reply> {
    const names = await readNames(listPeople(item), ctx);
    const preview = {
      ...parts.preview(item, renderContext(ctx, names)),
      ...(content !== undefined && { content }),
    };
    return confirmation.prompt(toPayload(item), preview, ctx, undefined, getContent(item));
  }

  const confirmation = defineConfirmation<Payload, Deletion, "write">({
    kind,
    access: "manager",
    needs: "write",
    payload: schema,
    async readAgain(payload, ctx) {
      const item = await read(payload, ctx, { noCache: true, staleOnError: false }).catch(
        (error: unknown) => {
          if (!(error instanceof ApiError) || isTransient(error)) throw error;
          throw new UserError(describeFailure(error, "nothing was deleted"), { cause: error });
        },
      );
      if (item === undefined) return undefined;
      const changed = `Someone changed this ${noun} after the preview, so nothing was deleted. This is how it is now:`;
      return { seen: getContent(item), show: () => prompt(item, ctx, changed) };
    },
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

  return {
    components: confirmation.components,
    /** The preview. */
    prompt: (item: Item, ctx: WritableContext): Promise<Reply> => prompt(item, ctx),
  };
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
