import type { APIButtonComponentWithCustomId } from "discord.js";
import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { requireOwnDraft, unwrapPayload } from "../../src/interactions/confirmation/drafts.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { Component } from "../../src/interactions/handler.ts";
import { type ContextFor, type Needs, findWorkspaceId } from "../../src/interactions/handler-context.ts";
import { createButton } from "../../src/ui/buttons.ts";
import type { Reply } from "../../src/ui/reply.ts";
import type { BusyTime } from "./preflight.ts";
import { PanelState, pickTime } from "./panel-input.ts";

interface PanelSteps<N extends Needs> {
  readonly open: (state: PanelState, ctx: ContextFor<N>) => Promise<Reply>;
  readonly preview: (state: PanelState, ctx: ContextFor<N>) => Promise<Reply>;
}

export interface PreviewButtons {
  readonly components: readonly Component[];
  /** Back to the panel with all that was filled in, and the quiet time if one was found. */
  buttonsFor(
    this: void,
    confirmationDraftId: string,
    busy: BusyTime | undefined,
  ): readonly APIButtonComponentWithCustomId[];
}

/** What the draft of a preview holds besides its own payload. */
const FromPanel = z.object({ panel: PanelState });

/** The buttons of a preview that replace it, so that it can't be confirmed any more. */
export function definePreviewButtons<N extends Needs>(
  parts: { readonly name: string; readonly needs: N; readonly confirmation: string },
  { open, preview }: PanelSteps<N>,
): PreviewButtons {
  const { name, needs, confirmation } = parts;
  const draftId = z.string().min(1);
  const fixId = defineCustomId(`${name}.fix`, { draftId });
  const timeId = defineCustomId(`${name}.use-time`, { draftId, time: z.string() });

  /** @throws UserError if it was confirmed, or another button used */
  async function discard(id: string, ctx: ContextFor<N>): Promise<PanelState> {
    const { payload } = await requireOwnDraft(id, confirmation, ctx);
    const workspaceId = needs === "link" ? findWorkspaceId(ctx) : undefined;
    const { panel } = unwrapPayload(payload, FromPanel, workspaceId);
    if (await ctx.store.drafts.discard(id, ctx.guildId, ctx.invoker.discordUserId)) return panel;
    throw new UserError(
      `This preview was already used, so nothing was changed. See ${ctx.commandMention("schedule list")}.`,
    );
  }

  return {
    components: [
      defineButton({
        id: fixId,
        access: "manager",
        needs,
        ack: "update",
        run: async (fields, ctx) => open(await discard(fields.draftId, ctx), ctx),
      }),
      defineButton({
        id: timeId,
        access: "manager",
        needs,
        ack: "update",
        async run({ draftId: id, time }, ctx) {
          const state = await discard(id, ctx);
          return preview({ ...state, input: pickTime(state.input, time) }, ctx);
        },
      }),
    ],
    buttonsFor: (id, busy) => [
      ...(busy?.quietTime === undefined
        ? []
        : [
            createButton({
              customId: timeId.encode({ draftId: id, time: busy.quietTime }),
              label: `Use ${busy.quietTime}`,
            }),
          ]),
      createButton({ customId: fixId.encode({ draftId: id }), label: "Fix it" }),
    ],
  };
}
