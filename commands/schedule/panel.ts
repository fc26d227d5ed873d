import type { APIButtonComponentWithCustomId } from "discord.js";
import { z } from "zod";
import { describeKind, formatRuleTime } from "../boards/index.ts";
import { listLacking } from "../../src/domain/capabilities.ts";
import { MisuseError, UserError } from "../../src/errors.ts";
import { defineButton, defineModal, defineSelect } from "../../src/interactions/components.ts";
import { createDraft, requireOwnDraft, unwrapPayload } from "../../src/interactions/confirmation/drafts.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import {
  type ContextFor,
  findWorkspaceId,
  type GuildContext,
  type Needs,
} from "../../src/interactions/handler-context.ts";
import type { Draft } from "../../src/store/drafts.ts";
import { hourMs } from "../../src/time.ts";
import { createButton, createButtonRow, createChannelMenuRow, createMenuRow } from "../../src/ui/buttons.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { joinParts } from "../../src/ui/lines.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { describeZone } from "../../src/ui/time.ts";
import { scheduleChannelTypes } from "../kit/post-channel.ts";
import { listKindsToChoose } from "./kinds.ts";
import {
  findProblemIn,
  findZone,
  type Filled,
  isAlwaysLive,
  listDaysOffered,
  listTimesOffered,
  optionsForm,
  type PanelForm,
  type PanelInput,
  PanelState,
  pickDays,
  pickKind,
  pickTime,
  timeForm,
  toScheduleSettings,
  withUsualTimes,
} from "./panel-input.ts";
import type { BusyTime, PlanView } from "./preflight.ts";
import { describeNextPosts } from "./render.ts";
import { formatSettingLines } from "./settings.ts";

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

/** Two lists used at once change one draft; more than a few at once never happen. */
const maxTries = 5;

/** A panel's lists and buttons. */
type PanelPart = "kind" | "channel" | "days" | "time" | "preview" | PanelForm["opener"] | "cancel";

/** A message with lists to fill in a schedule. Its state is a draft, so that any replica can answer. */
export function definePanel<N extends Needs>(parts: PanelParts<N>) {
  const { name, needs, command, nothing } = parts;
  const kind = `${name}.panel`;
  const shape = { draftId: z.string().min(1) };
  const defineId = (part: string) => defineCustomId(`${name}.${part}`, shape);
  const quietTimeId = defineCustomId(`${name}.use-time`, { ...shape, time: z.string() });
  const common = { access: "manager", needs } as const;

  async function find(draftId: string, ctx: GuildContext): Promise<{ draft: Draft; state: PanelState }> {
    const goneText = `This panel expired, so ${nothing}. Run ${ctx.commandMention(command)} again.`;
    const draft = await requireOwnDraft(draftId, kind, ctx, goneText);
    const state = PanelState.safeParse(draft.payload);
    if (draft.state !== "open" || draft.expiresAt <= ctx.now() || !state.success)
      throw new UserError(goneText);
    return { draft, state: state.data };
  }

  async function show(
    draftId: string,
    { input: typed }: PanelState,
    ctx: GuildContext,
    problem?: string,
  ): Promise<Reply> {
    const input = withUsualTimes(typed);
    const [now, zone] = [ctx.now(), await findZone(input, ctx)];
    const view = {
      title: parts.title,
      input,
      settings: toScheduleSettings(input, zone, now),
      zone,
      problem: problem ?? findProblemIn(input, now),
      lacking: listLacking(await ctx.store.guildLinks.list(ctx.guildId)),
    };
    return renderPanel(view, (part) => defineId(part).encode({ draftId }), ctx);
  }

  /** Applies one choice to the panel as it is now, whatever was chosen meanwhile. */
  async function change(
    draftId: string,
    ctx: GuildContext,
    apply: (input: PanelInput) => Filled,
  ): Promise<Reply> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const { draft, state } = await find(draftId, ctx);
      const { input, problem } = apply(state.input);
      const changed = { ...state, input };
      if (await ctx.store.drafts.revise(draftId, draft.payload, changed, ctx.now() + hourMs))
        return show(
          draftId,
          changed,
          ctx,
          joinParts([problem, findProblemIn(input, ctx.now())], " ") || undefined,
        );
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

  /** Back from a preview, which can't be confirmed any more. @throws UserError if it was, or another button used */
  async function discardPreview(previewId: string, ctx: ContextFor<N>): Promise<PanelState> {
    const { payload } = await requireOwnDraft(previewId, parts.confirmation, ctx);
    const workspaceId = needs === "guild" ? undefined : findWorkspaceId(ctx);
    const { panel } = unwrapPayload(payload, z.object({ panel: PanelState }), workspaceId);
    if (await ctx.store.drafts.discard(previewId, ctx.guildId, ctx.invoker.discordUserId)) return panel;
    throw new UserError(
      `This preview was already used, so nothing was changed. See ${ctx.commandMention("schedule list")}.`,
    );
  }

  const defineList = (part: PanelPart, pick: (input: PanelInput, chosen: string) => PanelInput) =>
    defineSelect({
      ...common,
      id: defineId(part),
      ack: "update",
      run: ({ draftId }, ctx, { values: [chosen = ""] }) =>
        change(draftId, ctx, (input) => ({ input: pick(input, chosen) })),
    });
  const defineAction = (
    part: PanelPart | "fix",
    run: (draftId: string, ctx: ContextFor<N>) => Promise<Reply>,
  ) =>
    defineButton({
      ...common,
      id: defineId(part),
      ack: "update",
      run: ({ draftId }, ctx) => run(draftId, ctx),
    });
  const defineForm = (form: PanelForm) => {
    const formId = defineId(form.name);
    return [
      defineButton({
        ...common,
        id: defineId(form.opener),
        ack: "modal",
        run: async ({ draftId }, ctx) => ({
          custom_id: formId.encode({ draftId }),
          ...form.create(withUsualTimes((await find(draftId, ctx)).state.input)),
        }),
      }),
      defineModal({
        ...common,
        id: formId,
        ack: "update",
        run: ({ draftId }, ctx, { fields }) =>
          change(draftId, ctx, (input) => form.read(fields, input, ctx.guildId)),
      }),
    ];
  };

  return {
    components: [
      defineList("kind", pickKind),
      defineList("channel", (input, channelId) => ({ ...input, channelId })),
      defineList("days", pickDays),
      defineList("time", pickTime),
      defineAction("preview", async (draftId, ctx) =>
        preview((await find(draftId, ctx)).state, ctx, draftId),
      ),
      ...defineForm(timeForm),
      ...defineForm(optionsForm),
      defineAction("cancel", async (draftId, ctx) => {
        await find(draftId, ctx);
        await ctx.store.drafts.discard(draftId, ctx.guildId, ctx.invoker.discordUserId);
        return { content: `Okay, ${nothing}.` };
      }),
      defineAction("fix", async (draftId, ctx) => open(await discardPreview(draftId, ctx), ctx)),
      defineButton({
        ...common,
        id: quietTimeId,
        ack: "update",
        async run({ draftId, time }, ctx) {
          const state = await discardPreview(draftId, ctx);
          return preview({ ...state, input: pickTime(state.input, time) }, ctx);
        },
      }),
    ],
    open,
    /** The preview, or the panel with what can't be used. */
    preview: (state: PanelState, ctx: ContextFor<N>) => preview(state, ctx),
    /** Below a preview: back to the panel with all that was filled in, and the quiet time if one was found. */
    previewButtons: (
      draftId: string,
      busy: BusyTime | undefined,
      { dateStyle }: Pick<GuildContext, "dateStyle">,
    ): readonly APIButtonComponentWithCustomId[] => {
      const fix = createButton({ customId: defineId("fix").encode({ draftId }), label: "Fix it" });
      if (busy?.quietTime === undefined) return [fix];
      const customId = quietTimeId.encode({ draftId, time: busy.quietTime });
      return [createButton({ customId, label: `Use ${formatRuleTime(busy.quietTime, dateStyle)}` }), fix];
    },
  };
}

interface PanelView {
  readonly title: string;
  readonly input: PanelInput;
  /** Once everything is filled in; the time zone is asked for after it. */
  readonly settings: PlanView | "needs-zone" | undefined;
  /** Of its times, if it is known. */
  readonly zone: string | undefined;
  /** What can't be used, as a sentence. */
  readonly problem: string | undefined;
  /** Reads that no linked workspace or its key can do. */
  readonly lacking: readonly string[];
}

/** A schedule as far as it is filled in, with lists for the rest. */
function renderPanel(
  { title, input, settings, zone, problem, lacking }: PanelView,
  idOf: (part: PanelPart) => string,
  { dateStyle }: Pick<GuildContext, "dateStyle">,
): Reply {
  const { kind, channelId } = input;
  const isLive = isAlwaysLive(input);
  const isMissing = describeMissing(input);
  const lines =
    settings === undefined || settings === "needs-zone"
      ? [
          kind !== undefined &&
            `**${describeKind(kind)}**${channelId === undefined ? "" : ` in <#${channelId}>`}`,
          joinParts(
            [
              settings === "needs-zone" ? "The time zone comes next." : isMissing,
              "You'll see it before anything is saved.",
            ],
            " ",
          ),
          zone !== undefined && !isLive && `All times are ${describeZone(zone)}.`,
        ]
      : [...formatSettingLines(settings.plan, dateStyle), describeNextPosts(settings, dateStyle)];
  return {
    ...(problem !== undefined && { content: problem }),
    embeds: [
      createEmbed({
        title,
        description: joinParts(lines, "\n"),
        tone: problem === undefined ? "information" : "waiting",
      }),
    ],
    components: [
      ...createMenuRow(
        idOf("kind"),
        "What to post",
        listKindsToChoose(kind)
          .filter(
            ({ name, dependsOn }) => name === kind || dependsOn === undefined || !lacking.includes(dependsOn),
          )
          .map(({ name, description }) => ({
            value: name,
            label: description,
            isChosen: name === kind,
          })),
      ),
      ...createChannelMenuRow({
        customId: idOf("channel"),
        placeholder: "Where to post it",
        types: scheduleChannelTypes,
        channelId,
      }),
      ...createMenuRow(idOf("days"), "On which days", listDaysOffered(input)),
      ...createMenuRow(
        idOf("time"),
        isLive ? "No time: it's always up to date" : "At what time",
        listTimesOffered(input, dateStyle),
        { isDisabled: isLive },
      ),
      ...createButtonRow(
        createButton({
          customId: idOf("preview"),
          label: "Preview",
          style: "primary",
          disabled: isMissing !== undefined,
        }),
        ...[timeForm, optionsForm].map(({ opener, label }) =>
          createButton({ customId: idOf(opener), label }),
        ),
        createButton({ customId: idOf("cancel"), label: "Not now" }),
      ),
    ],
  };
}

/** What is still to be chosen, as a sentence. */
function describeMissing(input: PanelInput): string | undefined {
  const { kind, channelId, rule } = input;
  if (kind === undefined)
    return channelId === undefined
      ? "Choose what to post, where, on which days and at what time."
      : "Choose what to post.";
  if (channelId === undefined) return "Choose where to post it.";
  const isDayAlone = rule.days !== undefined || rule.dayOfMonth !== undefined;
  return isDayAlone && rule.time === undefined && rule.cron === undefined ? "Choose a time." : undefined;
}
