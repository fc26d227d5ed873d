import { UserError } from "../../src/errors.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { OptionValues } from "../../src/interactions/handler.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { findKind } from "../../src/schedules/boards/index.ts";
import type { ScheduleRule } from "../../src/schedules/rule.ts";
import { boolean } from "../kit/options.ts";
import { scheduleChannelOption } from "../kit/post-channel.ts";
import { editComponents, promptEdit } from "./confirm-edit.ts";
import { parseRuleInput } from "./input.ts";
import { settingsOfKind } from "./kind-options.ts";
import { commonOptions, ruleInputOf } from "./options.ts";
import { previewOperations } from "./preview.ts";
import { scheduleOption } from "./schedule-option.ts";
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
  run: ({ options }, ctx) =>
    promptEdit(options.schedule, applyChanges(options, toSettings(options.schedule), ctx), ctx),
});

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
      parseRuleInput(ruleInputOf(options), { zone, now: ctx.now(), present: before?.rule }) ??
      currentRule(before),
    zone,
    options: settingsOfKind(options, kind, before?.options),
    mentionRoleId: noMention ? undefined : (mention ?? schedule.mentionRoleId),
    pins: pin,
    replaces: mode !== "live" && (replace ?? schedule.replaces),
    publishes: mode !== "live" && (publish ?? schedule.publishes),
  };
}

function currentRule(before: ScheduleSettings | undefined): ScheduleRule {
  if (before !== undefined) return before.rule;
  throw new UserError(
    "I can no longer read this schedule's times. Nothing was changed. Fill in `time`, and `days` or `day-of-month`.",
  );
}
