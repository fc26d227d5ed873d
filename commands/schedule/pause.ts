import { renderContext } from "../../src/ui/render-context.ts";
import { markPaused } from "./delivery/mark-paused.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Schedule } from "./store.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { findKind } from "./boards/index.ts";
import { UserError } from "../../src/errors.ts";
import { renderPaused, renderResumed } from "./render-state.ts";
import { scheduleOption } from "./options.ts";
import { listRuns, computeNextTimes, type ScheduleSettings, toSettings } from "./settings.ts";
import { runPreflight } from "./preflight.ts";

export async function pauseSchedule(schedule: Schedule, ctx: GuildContext): Promise<Reply> {
  if (!(await ctx.store.schedules.pause(ctx.guildId, schedule.id, undefined)))
    return {
      content: `This schedule is already paused, so nothing was changed. Use ${ctx.commandMention("schedule resume")} to continue.`,
    };
  await markPaused([schedule], ctx);
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

export async function resumeSchedule(schedule: Schedule, ctx: GuildContext): Promise<Reply> {
  if (schedule.state === "active") return { content: "This schedule isn't paused, so nothing was changed." };
  const plan = await fitSettings(schedule, ctx);
  const around = await runPreflight(plan, ctx);
  const { store } = ctx;
  const now = ctx.now();
  const dues = listRuns(plan, now);
  const change = {
    state: "active",
    pausedReason: undefined,
    ...computeNextTimes(plan, now),
  } as const;
  const postsNow = plan.mode === "live" ? [{ dueAt: now, isLate: false, skipReason: undefined }] : [];
  if (!(await store.schedules.revise(schedule, change, postsNow)))
    throw new UserError(
      "Someone changed or removed this schedule at the same moment, so it wasn't resumed. Check it in `/schedule list`, then try again.",
    );
  await recordAudit(
    {
      action: "schedule.resume",
      outcome: "done",
      target: schedule.id,
      detail: {
        kind: schedule.kind,
        channelId: schedule.channelId,
        before: schedule.pausedReason ?? "paused",
        after: "active",
      },
    },
    ctx,
  );
  return renderResumed({ plan, dues, around }, schedule.id, renderContext(ctx));
}

export const resume = defineSubcommand({
  name: "resume",
  description: "Resume a paused schedule",
  options: { schedule: scheduleOption("paused") },
  access: "manager",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  run: ({ options: { schedule } }, ctx) => resumeSchedule(schedule, ctx),
});

/** @throws UserError for a schedule that would be paused again at its next post */
async function fitSettings(schedule: Schedule, { store, guildId }: GuildContext): Promise<ScheduleSettings> {
  const plan = toSettings(schedule);
  if (plan === undefined)
    throw new UserError(
      "I can no longer read this schedule's times, so it stays paused. Set them again with `/schedule edit` and its `time` option.",
    );
  if (findKind(schedule.kind) === undefined)
    throw new UserError(
      "I no longer support this kind of post, so it stays paused. Remove it with `/schedule remove`.",
    );
  if ((await store.guildLinks.find(guildId, schedule.linkKey)) === undefined)
    throw new UserError(
      "The link this schedule belongs to was removed, so it stays paused, even if the workspace is linked again. Add it again with `/schedule add`, and remove this one with `/schedule remove`.",
    );
  return plan;
}
