import { kindWords } from "../../boards/index.ts";
import { sayPaused } from "../../boards/say-paused.ts";
import type { PauseReach, Schedule } from "../../store/schedules.ts";
import { markedMessage } from "../../text/command-marks.ts";
import { inChannel } from "../../text/channel-gone.ts";
import type { JobTools } from "../job.ts";
import type { LastingCause, Reach } from "./post-failure.ts";

/**
 * Pauses a schedule that cannot go on, and with it all of its guild that the same cause stops; tells who made them and
 * the managers of all of them, once.
 */
export async function pauseFor(
  schedule: Schedule,
  { reason, reach }: LastingCause,
  { ctx }: JobTools,
): Promise<void> {
  const { guildId } = schedule;
  const paused = await ctx.store.schedules.pauseAll(guildId, commonTo(schedule, reach), reason);
  if (paused.length === 0) return;
  const content = pausedWords(paused, reason);
  ctx.log.warn("schedules were paused", { guildId, scheduleIds: paused.map(({ id }) => id), reason });
  // In a channel that is gone, or may not be written in, nothing can be said.
  if (reach !== "channel" && reach !== "guild") await sayPaused(paused, ctx);
  const tell = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      ctx.log.warn("somebody could not be told of paused schedules", { guildId, what, error });
    }
  };
  for (const maker of new Set(paused.map(({ makerDiscordUserId }) => makerDiscordUserId)))
    await tell("maker", () => ctx.messenger.tell(maker, { content }));
  const managersChannel = await ctx.store.guildSettings.get(guildId, "managers-channel");
  if (managersChannel !== undefined)
    await tell("managers", () =>
      ctx.messenger.post(managersChannel, { content: markedMessage(content, ctx.commandMention) }),
    );
}

function commonTo({ id, channelId, linkKey }: Schedule, reach: Reach): PauseReach {
  switch (reach) {
    case "schedule":
      return { id };
    case "channel":
      return { channelId };
    case "link":
      return { linkKey };
    case "guild":
      return {};
    default:
      return reach satisfies never;
  }
}

/** Discord takes 2,000 characters; a guild may have more schedules than have room beside the reason. */
const mostNamed = 20;

function pausedWords(paused: readonly Schedule[], reason: string): string {
  const [only, ...others] = paused.map(
    ({ kind, channelId }) => `*${kindWords(kind)}* ${inChannel(channelId, reason)}`,
  );
  if (others.length === 0)
    return `I paused the scheduled post ${only}, so nothing is posted there any more. ${reason} Then let it go on with \`/schedule resume\`.`;
  const named = [only, ...others].slice(0, mostNamed).map((words) => `- ${words}`);
  const more = paused.length - named.length;
  return [
    `I paused ${paused.length} scheduled posts, so these are not posted any more:`,
    ...named,
    ...(more > 0 ? [`- and ${more} more; \`/schedule list\` shows them all`] : []),
    `${reason} Then let each go on with \`/schedule resume\`.`,
  ].join("\n");
}
