import type { APIButtonComponentWithCustomId } from "discord.js";
import { z } from "zod";
import type { Answer } from "./answer.ts";
import { button, buttonRow } from "./components.ts";
import { confirmControl, discardControl } from "./confirmation-controls.ts";
import type { ConfirmationDeclaration, DraftButtonId } from "./confirmation-declaration.ts";
import { defineCustomId } from "./custom-id.ts";
import type { Control } from "./define.ts";
import { type ContextFor, type Needs, workspaceOf } from "./handler-context.ts";
import { keepDraft } from "./keep-draft.ts";
import { wrapPayload } from "./stored-payload.ts";

/** A write that a person sees first, then confirms. */
export interface Confirmation<Payload, N extends Needs> {
  /** Stores the payload as a draft and puts the two buttons under the preview, and between them those of `more`. */
  ask(
    payload: Payload,
    preview: Answer,
    ctx: ContextFor<N>,
    more?: (draftId: string) => readonly APIButtonComponentWithCustomId[],
  ): Promise<Answer>;
  /** Goes into the `controls` of the leaf that asks. */
  readonly controls: readonly Control[];
}

export function defineConfirmation<Payload, Result, N extends Needs>(
  declaration: ConfirmationDeclaration<Payload, Result, N>,
): Confirmation<Payload, N> {
  const { kind, needs, confirm, keep } = declaration;
  const confirmId: DraftButtonId = defineCustomId(`${kind}.confirm`, { draftId: z.string().min(1) });
  const discardId: DraftButtonId = defineCustomId(`${kind}.discard`, { draftId: z.string().min(1) });

  return {
    controls: [confirmControl(confirmId, declaration), discardControl(discardId, declaration)],
    async ask(payload, preview, ctx, more = () => []) {
      const stored = wrapPayload(payload, needs === "link" ? workspaceOf(ctx) : undefined);
      const draftId = await keepDraft({ kind, payload: stored }, ctx);
      const discardButton = button({ customId: discardId.encode({ draftId }), label: keep.label });
      const confirmButton = button({
        customId: confirmId.encode({ draftId }),
        label: typeof confirm.label === "string" ? confirm.label : confirm.label(payload),
        look: confirm.harmful ? "harmful" : "main",
      });
      // The harmful button is never the first under the thumb.
      const between = more(draftId);
      const buttons = confirm.harmful
        ? [discardButton, ...between, confirmButton]
        : [confirmButton, ...between, discardButton];
      return { ...preview, components: [...(preview.components ?? []), ...buttonRow(...buttons)] };
    },
  };
}
