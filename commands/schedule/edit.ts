import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import type { ChatInputCommandInteraction } from "discord.js";
import { findKind } from "../../src/boards/index.ts";
import type { ScheduleRule } from "../../src/domain/schedule-rule.ts";
import { UserError } from "../../src/errors.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Schedule } from "../../src/store/schedules.ts";
import { postChannelOption } from "../shared/post-channel.ts";
import { readTypedZone } from "../shared/zone-option.ts";
import { addCommonOptions, commonSuggestions, mentionOf, modeOf, typedRuleOf } from "./common-options.ts";
import { editConfirmation } from "./confirm-edit.ts";
import { defaultsOf, readKindOptions } from "./kind-options.ts";
import { runsOf } from "./next-runs.ts";
import { fingerprintOf, type Plan, planOf, refuseReplacing } from "./plan.ts";
import { renderEditQuestion } from "./render-plan.ts";
import { readSchedule, scheduleOption, suggestSchedules } from "./schedule-option.ts";
import { surroundingsOf } from "./surroundings.ts";
import { readTypedRule } from "./typed-rule.ts";
import { differences } from "./words.ts";

export const edit = defineSubcommand({
  data: addCommonOptions(
    new SlashCommandSubcommandBuilder()
      .setName("edit")
      .setDescription("Change a schedule; what you leave out stays as it is")
      .addStringOption(scheduleOption("Which schedule"))
      .addChannelOption(postChannelOption("Post it in another channel")),
  ).addBooleanOption((option) => option.setName("no-mention").setDescription("Mention no role from now on")),
  access: "manager",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  controls: editConfirmation.controls,
  suggest: { ...commonSuggestions, schedule: suggestSchedules() },
  async run(interaction, ctx) {
    const schedule = await readSchedule(interaction, ctx);
    const before = planOf(schedule);
    const mention = mentionOf(interaction, ctx);
    const plan = changedPlan(schedule, before, mention, interaction, ctx);
    const seen = fingerprintOf(schedule);
    if (before !== undefined && differences(plan, before) === "")
      throw new UserError(
        "That is how the schedule is already, so nothing was changed. Fill in what shall be different.",
      );
    const around = await surroundingsOf(plan, ctx, before);
    const after = { plan, dues: runsOf(plan, ctx.now()) };
    const isPaused = schedule.state === "paused";
    return editConfirmation.ask(
      {
        before: before === undefined ? "" : differences(before, plan),
        after: differences(plan, before),
        id: schedule.id,
        seen,
        plan,
      },
      renderEditQuestion({ before, after, isPaused }, around),
      ctx,
    );
  },
});

function changedPlan(
  schedule: Schedule,
  before: Plan | undefined,
  mention: string | undefined,
  interaction: ChatInputCommandInteraction,
  ctx: GuildContext,
): Plan {
  const { options } = interaction;
  const typedZone = options.getString("zone");
  const zone = typedZone === null ? schedule.zone : readTypedZone(typedZone);
  const silent = options.getBoolean("no-mention") ?? false;
  if (silent && mention !== undefined)
    throw new UserError(
      "`mention` and `no-mention` do not go together, so nothing was changed. Fill in one of them.",
    );
  const kind = findKind(schedule.kind);
  if (kind === undefined)
    throw new UserError(
      "I no longer know how to make this kind of post, so nothing was changed. Remove the schedule with `/schedule remove`.",
    );
  const setting = { zone, now: ctx.now(), present: before?.rule };
  const mode = modeOf(interaction) ?? schedule.mode;
  const replaces = options.getBoolean("replace");
  refuseReplacing(replaces ?? false, mode);
  return {
    kind: schedule.kind,
    channelId: options.getChannel("channel")?.id ?? schedule.channelId,
    mode,
    rule: readTypedRule(typedRuleOf(interaction), setting) ?? presentRule(before),
    zone,
    options: readKindOptions(interaction, kind, before?.options ?? defaultsOf(kind)),
    mentionRoleId: silent ? undefined : (mention ?? schedule.mentionRoleId),
    pins: options.getBoolean("pin") ?? schedule.pins,
    replaces: mode !== "standing" && (replaces ?? schedule.replaces),
  };
}

function presentRule(before: Plan | undefined): ScheduleRule {
  if (before !== undefined) return before.rule;
  throw new UserError(
    "When this schedule was due can no longer be read. Nothing was changed. Fill in `time`, and `days` or `day-of-month`.",
  );
}
