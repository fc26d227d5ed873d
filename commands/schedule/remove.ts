import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { kindWords } from "../../src/boards/index.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { removeConfirmation } from "./confirm-remove.ts";
import { planOf } from "./plan.ts";
import { renderRemoveQuestion } from "./render-remove.ts";
import { readSchedule, scheduleOption, suggestSchedules } from "./schedule-option.ts";
import { differences } from "./words.ts";

export const remove = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("remove")
    .setDescription("Remove a schedule for good; you confirm it first")
    .addStringOption(scheduleOption("Which schedule")),
  access: "manager",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  controls: removeConfirmation.controls,
  suggest: { schedule: suggestSchedules() },
  async run(interaction, ctx) {
    const schedule = await readSchedule(interaction, ctx);
    const { id, kind, channelId } = schedule;
    const plan = planOf(schedule);
    const before = plan === undefined ? kindWords(kind) : differences(plan);
    return removeConfirmation.ask({ id, before, kind, channelId }, renderRemoveQuestion(schedule, plan), ctx);
  },
});
