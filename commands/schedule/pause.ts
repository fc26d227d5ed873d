import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { sayPaused } from "../../src/schedules/boards/say-paused.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { renderPaused } from "./render-state.ts";
import { readSchedule, scheduleOption, suggestSchedules } from "./schedule-option.ts";

export const pause = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("pause")
    .setDescription("Stop posting a schedule until you resume it")
    .addStringOption(scheduleOption("Which schedule")),
  access: "manager",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  autocomplete: { schedule: suggestSchedules() },
  async run(interaction, ctx) {
    const schedule = await readSchedule(interaction, ctx);
    if (!(await ctx.store.schedules.pause(ctx.guildId, schedule.id, undefined)))
      return {
        content: `This schedule is paused already, so nothing was changed. ${ctx.commandMention("schedule resume")} lets it go on.`,
      };
    await sayPaused([schedule], ctx);
    await recordAudit(
      {
        action: "schedule.pause",
        outcome: "done",
        target: schedule.id,
        detail: { kind: schedule.kind, channelId: schedule.channelId, before: "active", after: "paused" },
      },
      ctx,
    );
    return renderPaused(schedule, ctx);
  },
});
