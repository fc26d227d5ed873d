import type { APIButtonComponentWithCustomId } from "discord.js";
import { z } from "zod";
import type { Answer } from "./answer.ts";
import { askAgainControl, confirmControl, discardControl, lookControl } from "./confirmation-controls.ts";
import type { ConfirmationDeclaration, DraftButtonId, QuestionIds } from "./confirmation-declaration.ts";
import { defineCustomId } from "./custom-id.ts";
import type { Control } from "./define.ts";
import { type ContextFor, type Needs, workspaceOf } from "./handler-context.ts";
import { keepDraft } from "./keep-draft.ts";
import { questionRow } from "./question.ts";
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
  const { kind, needs } = declaration;
  const idOf = (verb: string): DraftButtonId =>
    defineCustomId(`${kind}.${verb}`, { draftId: z.string().min(1) });
  const ids: QuestionIds = {
    confirm: idOf("confirm"),
    discard: idOf("discard"),
    again: idOf("again"),
    look: idOf("look"),
  };
  const look = lookControl(ids, declaration);

  return {
    controls: [
      confirmControl(ids, declaration),
      discardControl(ids, declaration),
      askAgainControl(ids, declaration),
      ...(look === undefined ? [] : [look]),
    ],
    async ask(payload, preview, ctx, more = () => []) {
      const stored = wrapPayload(payload, needs === "link" ? workspaceOf(ctx) : undefined);
      const draftId = await keepDraft({ kind, payload: stored }, ctx);
      const row = questionRow(draftId, payload, ids, declaration, more(draftId));
      return { ...preview, components: [...(preview.components ?? []), ...row] };
    },
  };
}
