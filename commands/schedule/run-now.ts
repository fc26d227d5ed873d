import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { UserError } from "../../src/errors.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { tryPostChannel } from "../shared/post-channel.ts";
import { pausedSentence, refuseUnlinked, runConfirmation } from "./confirm-run.ts";
import { planOf } from "./plan.ts";
import { renderRunQuestion } from "./render-run.ts";
import { readSchedule, scheduleOption, suggestSchedules } from "./schedule-option.ts";

export const runNow = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("run-now")
    .setDescription("Post a schedule at once, beside its set times; you confirm it first")
    .addStringOption(scheduleOption("Which schedule")),
  access: "manager",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  controls: runConfirmation.controls,
  suggest: { schedule: suggestSchedules() },
  async run(interaction, ctx) {
    const schedule = await readSchedule(interaction, ctx);
    if (schedule.state === "paused") throw new UserError(pausedSentence);
    await refuseUnlinked(schedule, ctx);
    const { id, kind, channelId } = schedule;
    await tryPostChannel(channelId, ctx);
    return runConfirmation.ask({ id, kind, channelId }, renderRunQuestion(schedule, planOf(schedule)), ctx);
  },
});
