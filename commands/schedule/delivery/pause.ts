import {
  describeKind,
  type PauseFilter,
  type Schedule,
  cannotPostReason,
  describeInChannel,
  type PauseScope,
  type PermanentCause,
} from "../../boards/index.ts";
import { markPaused } from "./mark-paused.ts";
import type { AppContext } from "../../../src/context.ts";
import { plainMessage, sayStored } from "../../../src/outbox/queue.ts";
import type { OutboxEntry } from "../../../src/store/outbox.ts";
import { withMessageMentions } from "../../../src/ui/command-mentions.ts";
import type { JobTools } from "../../../src/jobs/job.ts";

/**
 * Pauses a schedule that can't continue, along with all schedules of its guild with the same cause, and tells their
 * creators and the managers once.
 */
export async function pauseAffected(
  schedule: Schedule,
  cause: PermanentCause,
  { ctx }: JobTools,
): Promise<void> {
  await pauseMatching(schedule.guildId, toFilter(schedule, cause.scope), cause, ctx);
}

/** Pauses matching schedules, and tells their creators and the managers. @returns how many */
export async function pauseMatching(
  guildId: string,
  common: PauseFilter,
  { reason, scope, nextStep }: PermanentCause,
  ctx: AppContext,
): Promise<number> {
  const managersChannel = await ctx.store.guildSettings.get(guildId, "managers-channel");
  const key = `paused ${guildId} ${ctx.newId()}`;
  let messages: readonly OutboxEntry[] = [];
  const announce = (paused: readonly Schedule[]): readonly OutboxEntry[] => {
    const content = describePaused(paused, reason, nextStep);
    const makers = [...new Set(paused.map(({ makerDiscordUserId }) => makerDiscordUserId))];
    const forManagers = { content: withMessageMentions(content, ctx.commandMention) };
    messages = [
      ...makers.map((discordUserId) =>
        plainMessage.createEntry(
          {
            key: `${key} ${discordUserId}`,
            guildId,
            discordUserId,
            payload: { discordUserId, message: { content } },
          },
          ctx.now(),
          true,
        ),
      ),
      ...(managersChannel === undefined
        ? []
        : [
            plainMessage.createEntry(
              {
                key: `${key} managers`,
                guildId,
                payload: { channelId: managersChannel, message: forManagers },
              },
              ctx.now(),
              true,
            ),
          ]),
    ];
    return messages;
  };
  const paused = await ctx.store.schedules.pauseAll(guildId, common, reason, announce);
  if (paused.length === 0) return 0;
  ctx.log.warn("schedules were paused", { guildId, scheduleIds: paused.map(({ id }) => id), reason });
  // Messages can't be edited in a channel that is gone, hidden or locked.
  if (reason === cannotPostReason || (scope !== "channel" && scope !== "guild"))
    await markPaused(paused, ctx);
  for (const message of messages) await sayStored(message, plainMessage, { ctx, isAwaited: false });
  return paused.length;
}

function toFilter({ id, channelId, linkKey }: Schedule, scope: PauseScope): PauseFilter {
  switch (scope) {
    case "schedule":
      return { id };
    case "channel":
      return { channelId };
    case "link":
      return { linkKey };
    case "guild":
      return {};
    default:
      return scope satisfies never;
  }
}

/** Discord allows 2,000 characters; a guild may have more schedules than fit beside the reason. */
const maxNamed = 20;

function describePaused(paused: readonly Schedule[], reason: string, nextStep?: string): string {
  const [only, ...others] = paused.map(
    ({ kind, channelId }) => `*${describeKind(kind)}* ${describeInChannel(channelId, reason)}`,
  );
  if (others.length === 0)
    return `I paused the scheduled post ${only}. ${reason} ${nextStep ?? "Then open it in `/schedule list` and press *Resume*."}`;
  const named = [only, ...others].slice(0, maxNamed).map((line) => `- ${line}`);
  const more = paused.length - named.length;
  return [
    `I paused ${paused.length} scheduled posts:`,
    ...named,
    ...(more > 0 ? [`- and ${more} more; \`/schedule list\` shows them all`] : []),
    `${reason} ${nextStep ?? "Then open each in `/schedule list` and press *Resume*."}`,
  ].join("\n");
}
