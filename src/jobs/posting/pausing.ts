import { kindWords } from "../../boards/index.ts";
import type { Schedule } from "../../store/schedules.ts";
import type { JobTools } from "../job.ts";

/** Pauses a schedule that cannot go on, and tells who made it and the managers, once. */
export async function pauseFor(schedule: Schedule, reason: string, { ctx }: JobTools): Promise<void> {
  const { guildId, id, channelId, makerDiscordUserId } = schedule;
  if (!(await ctx.store.schedules.pause(guildId, id, reason))) return;
  ctx.log.warn("a schedule was paused", { guildId, scheduleId: id, reason });
  const content = `I paused the scheduled post *${kindWords(schedule.kind)}* in <#${channelId}>, so nothing is posted there any more. ${reason} Then let it go on with \`/schedule resume\`.`;
  const tell = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      ctx.log.warn("somebody could not be told of a paused schedule", { guildId, what, error });
    }
  };
  await tell("maker", () => ctx.messenger.tell(makerDiscordUserId, { content }));
  const managersChannel = await ctx.store.guildSettings.get(guildId, "managers-channel");
  if (managersChannel !== undefined)
    await tell("managers", () => ctx.messenger.post(managersChannel, { content }));
}
