import type { ChatInputCommandInteraction } from "discord.js";
import { MisuseError, UserError } from "../../src/errors.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { OptionValues } from "../../src/interactions/handler.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { findKind } from "./boards/index.ts";
import type { ScheduleRule } from "./rule.ts";
import type { Schedule } from "./store.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { boolean, readTypedText } from "../kit/options.ts";
import { scheduleChannelOption } from "../kit/post-channel.ts";
import { editComponents, openEditPanel, promptEdit } from "./confirm-edit.ts";
import { parseRuleInput } from "./input.ts";
import { filterFittingOptions, resolveKindSettings } from "./kind-options.ts";
import { commonOptions, toRuleInput, scheduleOption } from "./options.ts";
import type { PanelInput } from "./panel-input.ts";
import { previewOperations } from "./preview.ts";
import { assertNotLive, assertPublishable, type ScheduleSettings, toSettings } from "./settings.ts";

const editOptions = {
  schedule: scheduleOption(),
  channel: scheduleChannelOption("Post it in another channel"),
  ...commonOptions,
  noMention: boolean("Stop mentioning a role"),
};

export const edit = defineSubcommand({
  name: "edit",
  description: "Change a schedule; anything you leave out stays the same",
  options: editOptions,
  access: "manager",
  needs: "guild",
  ack: "ephemeral",
  operations: previewOperations,
  components: editComponents,
  async run({ options, interaction }, ctx) {
    try {
      const plan = applyChanges(options, toSettings(options.schedule), ctx);
      return await promptEdit(options.schedule, plan, ctx);
    } catch (error) {
      if (!(error instanceof UserError) || error instanceof MisuseError) throw error;
      return openTyped(options.schedule, { options, interaction }, error, ctx);
    }
  },
  refused({ options, refusals: [refusal], interaction }, ctx) {
    // Without a schedule there is nothing to fill in.
    if (options.schedule === undefined || refusal === undefined) throw refusal;
    return openTyped(options.schedule, { options, interaction }, refusal, ctx);
  },
});

interface Typed {
  readonly options: Partial<OptionValues<typeof editOptions>>;
  readonly interaction: ChatInputCommandInteraction;
}

/** The panel with what was typed, as far as it can be used, and what can't be. */
function openTyped(
  schedule: Schedule,
  { options: typed, interaction }: Typed,
  problem: UserError,
  ctx: GuildContext,
): Promise<Reply> {
  const { channel, days, time, dayOfMonth, cron, mode, pin, replace, publish, mention } = typed;
  const change = (present: PanelInput): PanelInput => {
    const isTimed = [days, time, dayOfMonth, cron].some((part) => part !== undefined);
    const { time: timeBefore, ...dayBefore } = present.rule;
    const isDay = days !== undefined || dayOfMonth !== undefined;
    const rule = {
      ...(isDay || cron !== undefined ? { days, dayOfMonth, cron } : dayBefore),
      time: time ?? (cron === undefined ? timeBefore : undefined),
    };
    return {
      ...present,
      channelId: channel?.id ?? present.channelId,
      mode: mode ?? present.mode,
      rule: isTimed ? rule : present.rule,
      zone: typed.zone ?? readTypedText(interaction.options, "zone") ?? present.zone,
      options: { ...present.options, ...filterFittingOptions(typed, present.kind) },
      mentionRoleId: typed.noMention === true ? undefined : (mention ?? present.mentionRoleId),
      pins: pin ?? present.pins,
      replaces: replace ?? present.replaces,
      publishes: publish ?? present.publishes,
    };
  };
  return openEditPanel(schedule, ctx, { problem: problem.message, change });
}

function applyChanges(
  options: OptionValues<typeof editOptions>,
  before: ScheduleSettings | undefined,
  ctx: GuildContext,
): ScheduleSettings {
  const { schedule, channel, mention, noMention = false, replace, publish } = options;
  const { zone = schedule.zone, mode = schedule.mode, pin = schedule.pins } = options;
  if (noMention && mention !== undefined)
    throw new UserError(
      "`mention` and `no-mention` can't be combined, so nothing was changed. Use one of them.",
    );
  const kind = findKind(schedule.kind);
  if (kind === undefined)
    throw new UserError(
      "I no longer support this kind of post, so nothing was changed. Remove the schedule with `/schedule remove`.",
    );
  assertNotLive(replace ?? false, mode);
  assertPublishable(publish ?? false, mode);
  return {
    kind: schedule.kind,
    channelId: channel?.id ?? schedule.channelId,
    mode,
    rule:
      parseRuleInput(toRuleInput(options), { zone, now: ctx.now(), present: before?.rule }) ??
      requireCurrentRule(before),
    zone,
    options: resolveKindSettings(options, kind, before?.options),
    mentionRoleId: noMention ? undefined : (mention ?? schedule.mentionRoleId),
    pins: pin,
    replaces: mode !== "live" && (replace ?? schedule.replaces),
    publishes: mode !== "live" && (publish ?? schedule.publishes),
  };
}

function requireCurrentRule(before: ScheduleSettings | undefined): ScheduleRule {
  if (before !== undefined) return before.rule;
  throw new UserError(
    "I can no longer read this schedule's times. Nothing was changed. Fill in `time`, and `days` or `day-of-month`.",
  );
}
