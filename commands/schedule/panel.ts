import type { ModalSubmitInteraction } from "discord.js";
import { z } from "zod";
import { MisuseError, UserError } from "../../src/errors.ts";
import { defineButton, defineModal, defineSelect } from "../../src/interactions/components.ts";
import { createDraft, assertOwn, requireGuildDraft } from "../../src/interactions/confirmation/drafts.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { Component } from "../../src/interactions/handler.ts";
import type { ContextFor, GuildContext, Needs } from "../../src/interactions/handler-context.ts";
import { findKind } from "./boards/index.ts";
import type { Draft } from "../../src/store/drafts.ts";
import { hourMs } from "../../src/time.ts";
import type { Modal, Reply } from "../../src/ui/reply.ts";
import {
  createOptionsForm,
  type ReadPanelForm,
  readOptionsForm,
  readTimeForm,
  createTimeForm,
} from "./panel-forms.ts";
import {
  PanelState,
  pickDays,
  pickKind,
  pickTime,
  findProblemIn,
  type PanelInput,
  toScheduleSettings,
  withUsualTimes,
  readZone,
} from "./panel-input.ts";
import { definePreviewButtons, type PreviewButtons } from "./preview-buttons.ts";
import { type PanelIds, renderPanel } from "./render-panel.ts";

interface PanelParts<N extends Needs> {
  /** Prefixes the names of its lists, buttons and drafts. */
  readonly name: string;
  readonly title: string;
  readonly needs: N;
  /** For sentences: the command that opens it, and what didn't happen. */
  readonly command: string;
  readonly nothing: string;
  /** The kind of the preview, whose draft contains the panel it was made from. */
  readonly confirmation: string;
  /** The preview. @throws UserError naming what can't be used */
  readonly preview: (state: PanelState, ctx: ContextFor<N>) => Promise<Reply>;
}

interface Panel<N extends Needs> {
  readonly components: readonly Component[];
  open(this: void, state: PanelState, ctx: GuildContext, problem?: string): Promise<Reply>;
  /** The preview, or the panel with what can't be used. */
  preview(this: void, state: PanelState, ctx: ContextFor<N>): Promise<Reply>;
  readonly previewButtons: PreviewButtons["buttonsFor"];
}

/** Two lists used at once change one draft; more than a few at once never happen. */
const maxTries = 5;

/** A message with lists to fill in a schedule. Its state is a draft, so that any replica can answer. */
export function definePanel<N extends Needs>(parts: PanelParts<N>): Panel<N> {
  const { name, needs, command, nothing } = parts;
  const kind = `${name}.panel`;
  const shape = { draftId: z.string().min(1) };
  const defineId = (part: string) => defineCustomId(`${name}.${part}`, shape);
  const ids = {
    kind: defineId("kind"),
    channel: defineId("channel"),
    days: defineId("days"),
    time: defineId("time"),
    preview: defineId("preview"),
    otherTime: defineId("other-time"),
    options: defineId("options"),
    cancel: defineId("cancel"),
  };
  const timeFormId = defineId("time-form");
  const optionsFormId = defineId("options-form");

  async function find(draftId: string, ctx: GuildContext): Promise<{ draft: Draft; state: PanelState }> {
    const gone = new UserError(
      `This panel expired, so ${nothing}. Run ${ctx.commandMention(command)} again.`,
    );
    const found = await requireGuildDraft(draftId, kind, ctx);
    if (found === undefined) throw gone;
    const draft = assertOwn(found, ctx);
    const state = PanelState.safeParse(draft.payload);
    if (draft.state !== "open" || draft.expiresAt <= ctx.now() || !state.success) throw gone;
    return { draft, state: state.data };
  }

  async function show(
    draftId: string,
    { input: typed }: PanelState,
    ctx: GuildContext,
    problem?: string,
  ): Promise<Reply> {
    const input = withUsualTimes(typed);
    const idsOf: PanelIds = {
      kind: ids.kind.encode({ draftId }),
      channel: ids.channel.encode({ draftId }),
      days: ids.days.encode({ draftId }),
      time: ids.time.encode({ draftId }),
      preview: ids.preview.encode({ draftId }),
      otherTime: ids.otherTime.encode({ draftId }),
      options: ids.options.encode({ draftId }),
      cancel: ids.cancel.encode({ draftId }),
    };
    const [now, zone] = [ctx.now(), await readZone(input, ctx)];
    const settings = toScheduleSettings(input, zone, now);
    return renderPanel(
      { title: parts.title, input, settings, zone, problem: problem ?? findProblemIn(input, now) },
      idsOf,
      ctx,
    );
  }

  /** Applies one choice to the panel as it is now, whatever was chosen meanwhile. */
  async function change(
    draftId: string,
    ctx: GuildContext,
    apply: (input: PanelInput) => PanelInput,
    problem?: string,
  ): Promise<Reply> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const { draft, state } = await find(draftId, ctx);
      const changed = { ...state, input: apply(state.input) };
      if (await ctx.store.drafts.revise(draftId, draft.payload, changed, ctx.now() + hourMs))
        return show(draftId, changed, ctx, problem);
    }
    throw new UserError("You changed a lot at once, so this wasn't applied. Choose it again.");
  }

  async function open(state: PanelState, ctx: GuildContext, problem?: string): Promise<Reply> {
    return show(await createDraft({ kind, payload: state }, ctx), state, ctx, problem);
  }

  async function preview(state: PanelState, ctx: ContextFor<N>, draftId?: string): Promise<Reply> {
    try {
      return await parts.preview(state, ctx);
    } catch (error) {
      if (!(error instanceof UserError) || error instanceof MisuseError) throw error;
      return draftId === undefined
        ? open(state, ctx, error.message)
        : show(draftId, state, ctx, error.message);
    }
  }

  const list = (id: typeof ids.kind, apply: (input: PanelInput, chosen: string) => PanelInput) =>
    defineSelect({
      id,
      access: "manager",
      needs,
      ack: "update",
      run: ({ draftId }, ctx, { values: [chosen = ""] }) =>
        change(draftId, ctx, (input) => apply(input, chosen)),
    });
  const form = (
    id: typeof ids.kind,
    formId: typeof ids.kind,
    body: (input: PanelInput) => Omit<Modal, "custom_id">,
  ) =>
    defineButton({
      id,
      access: "manager",
      needs,
      ack: "modal",
      run: async ({ draftId }, ctx) => ({
        custom_id: formId.encode({ draftId }),
        ...body(withUsualTimes((await find(draftId, ctx)).state.input)),
      }),
    });
  const submitted = (
    id: typeof ids.kind,
    read: (fields: ModalSubmitInteraction["fields"], input: PanelInput, ctx: GuildContext) => ReadPanelForm,
  ) =>
    defineModal({
      id,
      access: "manager",
      needs,
      ack: "update",
      async run({ draftId }, ctx, { fields }) {
        const { state } = await find(draftId, ctx);
        const { problem } = read(fields, state.input, ctx);
        return change(draftId, ctx, (input) => read(fields, input, ctx).input, problem);
      },
    });

  const buttons = definePreviewButtons(parts, { open, preview });

  return {
    components: [
      list(ids.kind, (input, chosen) => {
        const found = findKind(chosen);
        return found === undefined ? input : pickKind(input, found);
      }),
      list(ids.channel, (input, channelId) => ({ ...input, channelId })),
      list(ids.days, pickDays),
      list(ids.time, pickTime),
      defineButton({
        id: ids.preview,
        access: "manager",
        needs,
        ack: "update",
        run: async ({ draftId }, ctx) => preview((await find(draftId, ctx)).state, ctx, draftId),
      }),
      form(ids.otherTime, timeFormId, createTimeForm),
      submitted(timeFormId, readTimeForm),
      form(ids.options, optionsFormId, createOptionsForm),
      submitted(optionsFormId, (fields, input, { guildId }) => readOptionsForm(fields, input, guildId)),
      defineButton({
        id: ids.cancel,
        access: "manager",
        needs,
        ack: "update",
        async run({ draftId }, ctx) {
          await find(draftId, ctx);
          await ctx.store.drafts.discard(draftId, ctx.guildId, ctx.invoker.discordUserId);
          return { content: `Okay, ${nothing}.` };
        },
      }),
      ...buttons.components,
    ],
    open,
    preview: (state, ctx) => preview(state, ctx),
    previewButtons: buttons.buttonsFor,
  };
}
