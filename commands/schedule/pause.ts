import { renderContext } from "../../src/ui/render-context.ts";
import { sayPaused } from "../../src/schedules/boards/say-paused.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Schedule } from "../../src/store/schedules.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { renderPaused } from "./render-state.ts";
import { scheduleOption } from "./schedule-option.ts";

export async function pauseSchedule(schedule: Schedule, ctx: GuildContext): Promise<Reply> {
  if (!(await ctx.store.schedules.pause(ctx.guildId, schedule.id, undefined)))
    return {
      content: `This schedule is already paused, so nothing was changed. Use ${ctx.commandMention("schedule resume")} to continue.`,
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
  return renderPaused(schedule, renderContext(ctx));
}

export const pause = defineSubcommand({
  name: "pause",
  description: "Pause a schedule until you resume it",
  options: { schedule: scheduleOption() },
  access: "manager",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  run: ({ options: { schedule } }, ctx) => pauseSchedule(schedule, ctx),
});
