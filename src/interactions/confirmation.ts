import { z } from "zod";
import type { Access } from "./access.ts";
import type { Answer } from "./answer.ts";
import { button, buttonRow } from "./components.ts";
import { confirmControl, discardControl } from "./confirmation-controls.ts";
import { type CustomId, defineCustomId } from "./custom-id.ts";
import type { Control } from "./define.ts";
import { type ContextFor, type Needs, workspaceOf } from "./handler-context.ts";
import { wrapPayload } from "./stored-payload.ts";

/** A write that a person sees first, then confirms. It runs at most once, whatever is pressed, crashes or restarts. */
export interface ConfirmationDeclaration<Payload, Result, N extends Needs> {
  /** Names the draft, its two buttons and the audit entries, for example `order.create`. */
  readonly kind: string;
  readonly access: Access;
  readonly needs: N;
  /** Reads what was stored, perhaps by an older version of the bot. */
  readonly payload: z.ZodType<Payload>;
  readonly confirm: { readonly label: string; readonly harmful: boolean };
  readonly keep: {
    readonly label: string;
    /** What the person reads after pressing it. */
    readonly sentence: string;
  };
  /** How to find out, for when no answer came: "I sent …, so I cannot tell whether …. Check … before …." */
  readonly unknownSentence: string;
  /** The write itself, one call. @throws UserError when it turns out that nothing should be written */
  perform(payload: Payload, ctx: ContextFor<N>): Promise<Result>;
  readonly outcome: {
    /** The id of what was made or changed. */
    target(result: Result, payload: Payload): string | undefined;
    /** For a second press: "This order was already logged, as #1042. Nothing was sent twice." */
    alreadySentence(result: Result, payload: Payload): string;
    /** What the audit log says of it, `done` when left out. `refused`: nothing was changed. `nowhere`: no entry. */
    record?(result: Result, payload: Payload): "done" | "refused" | "nowhere";
  };
  /** Replaces the question. Pure. */
  receipt(result: Result, payload: Payload, ctx: ContextFor<N>): Answer;
}

export interface Confirmation<Payload, N extends Needs> {
  /** Stores the payload as a draft and puts the two buttons under the preview. */
  ask(payload: Payload, preview: Answer, ctx: ContextFor<N>): Promise<Answer>;
  /** Goes into the `controls` of the leaf that asks. */
  readonly controls: readonly Control[];
}

export type DraftButtonId = CustomId<{ draftId: z.ZodString }>;

/** How long a question waits for its button. */
export const draftLifetimeMs = 60 * 60_000;

export function defineConfirmation<Payload, Result, N extends Needs>(
  declaration: ConfirmationDeclaration<Payload, Result, N>,
): Confirmation<Payload, N> {
  const { kind, needs, confirm, keep } = declaration;
  const confirmId: DraftButtonId = defineCustomId(`${kind}.confirm`, { draftId: z.string().min(1) });
  const discardId: DraftButtonId = defineCustomId(`${kind}.discard`, { draftId: z.string().min(1) });

  return {
    controls: [confirmControl(confirmId, declaration), discardControl(discardId, declaration)],
    async ask(payload, preview, ctx) {
      const draftId = ctx.newId();
      const createdAt = ctx.now();
      await ctx.store.drafts.create({
        id: draftId,
        guildId: ctx.guildId,
        discordUserId: ctx.caller.discordUserId,
        kind,
        payload: wrapPayload(payload, needs === "link" ? workspaceOf(ctx) : undefined),
        createdAt,
        expiresAt: createdAt + draftLifetimeMs,
      });
      const discardButton = button({ customId: discardId.encode({ draftId }), label: keep.label });
      const confirmButton = button({
        customId: confirmId.encode({ draftId }),
        label: confirm.label,
        look: confirm.harmful ? "harmful" : "main",
      });
      // The harmful button is never the first under the thumb.
      const buttons = confirm.harmful ? [discardButton, confirmButton] : [confirmButton, discardButton];
      return { ...preview, components: [...(preview.components ?? []), ...buttonRow(...buttons)] };
    },
  };
}
