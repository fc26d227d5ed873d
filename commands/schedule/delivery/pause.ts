import { DiscordAPIError, RESTJSONErrorCodes } from "discord.js";
import { z } from "zod";
import {
  describeKind,
  type PauseFilter,
  type Schedule,
  describeCannotPost,
  describeInChannel,
  type PauseScope,
  type PermanentCause,
} from "../../boards/index.ts";
import type { AppContext } from "../../../src/context.ts";
import { mayUse } from "../../../src/interactions/access.ts";
import {
  definePurpose,
  type Letter,
  type OutboxTools,
  sayStored,
  StoredReply,
} from "../../../src/outbox/queue.ts";
import type { OutboxEntry } from "../../../src/store/outbox.ts";
import { withMessageMentions } from "../../../src/ui/command-mentions.ts";
import type { JobTools } from "../../../src/jobs/job.ts";
import { checkChannel, describeMissingPermissions } from "../../kit/post-channel.ts";
import { joinParts } from "../../../src/ui/lines.ts";
import { timestamp } from "../../../src/ui/time.ts";

export function isActive(schedule: Schedule | undefined): schedule is Schedule {
  return schedule !== undefined && schedule.state !== "paused";
}

/**
 * If the schedule was paused while its message was being updated, says so and shows no next check. Rejects only if the
 * database fails.
 */
export async function markIfPaused(
  id: string,
  ctx: Pick<AppContext, "messenger" | "log" | "now" | "store">,
): Promise<void> {
  const present = await ctx.store.schedules.findById(id);
  if (present?.state === "paused") await markPaused([present], ctx);
}

/**
 * Notes on the live messages of paused schedules that they are no longer updated, and since when; the next update
 * removes the note. Never rejects: what fails is tried again when the message would be refreshed.
 */
export async function markPaused(
  schedules: readonly Schedule[],
  ctx: Pick<AppContext, "messenger" | "log" | "now" | "store">,
): Promise<void> {
  for (const schedule of schedules)
    try {
      await notePaused(schedule, ctx);
      await endChecks(schedule, ctx);
    } catch (error) {
      const { id: scheduleId, guildId } = schedule;
      ctx.log.info("a live message could not be marked as paused yet", { guildId, scheduleId, error });
    }
}

/** Once its message says so, a paused schedule isn't looked at again, unless it was resumed meanwhile. */
export async function endChecks(
  { id, guildId, nextRefreshAt }: Schedule,
  { store: { schedules } }: Pick<AppContext, "store">,
): Promise<void> {
  if (nextRefreshAt !== undefined) await schedules.claimRefresh(id, nextRefreshAt, undefined, "paused");
  const present = await schedules.findById(id);
  // Then the note has to go.
  if (present?.state === "active") await schedules.change(guildId, id, { messageHash: undefined });
}

/** The same for one schedule. @throws as `Messenger.amend` */
export async function notePaused(live: Schedule, ctx: Pick<AppContext, "messenger" | "now">): Promise<void> {
  const since = formatSince(ctx);
  // A schedule whose link is gone can't be resumed.
  await writeNote(
    live,
    live.pausedCause === "link-gone"
      ? `⏹️ Stopped for good on ${since}. The workspace was unlinked, so this message won't be updated anymore.`
      : `⏸️ Paused since ${since}. This message won't be updated until someone resumes it.`,
    ctx,
  );
}

/** For a server that the operator no longer allows. @throws as `Messenger.amend` */
export async function noteNotAllowed(
  live: Schedule,
  ctx: Pick<AppContext, "messenger" | "now" | "config">,
): Promise<void> {
  const { supportContact } = ctx.config;
  const content = joinParts(
    [
      `⏸️ Paused since ${formatSince(ctx)}. I only work in servers that my operator has chosen, and this isn't one of them anymore, so this message won't be updated.`,
      supportContact && `To have it added again, ask here: ${supportContact}`,
    ],
    " ",
  );
  await writeNote(live, content, ctx);
}

function formatSince({ now }: Pick<AppContext, "now">): string {
  return timestamp(Temporal.Instant.fromEpochMilliseconds(now()), "f");
}

async function writeNote(
  { channelId, mode, messageId }: Schedule,
  content: string,
  { messenger }: Pick<AppContext, "messenger">,
): Promise<void> {
  if (mode !== "live" || messageId === undefined) return;
  try {
    await messenger.amend(channelId, messageId, ({ embeds }) => ({
      content,
      // Its footer says how often it's checked; the time of what it shows stays.
      embeds: embeds.map(({ footer, ...embed }) => ({
        ...embed,
        ...(footer && { footer: { text: "As of" } }),
      })),
    }));
  } catch (error) {
    // Where it may not post, Discord lets the bot edit the text of its messages, but no embeds.
    const isDenied = error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.MissingPermissions;
    if (!isDenied) throw error;
    await messenger.editContent(channelId, messageId, content);
  }
}

/**
 * Pauses a schedule that can't continue, along with all schedules of its guild with the same cause, and tells their
 * creators and the managers once.
 */
export async function pauseAffected(
  schedule: Schedule,
  cause: PermanentCause,
  { ctx }: JobTools,
): Promise<void> {
  const { guildId } = schedule;
  await pauseMatching(guildId, toFilter(schedule, cause.scope), await withLacking(cause, schedule, ctx), ctx);
}

/** Discord refuses a post without saying which permission is missing. */
async function withLacking(
  cause: PermanentCause,
  { guildId, channelId }: Schedule,
  { messenger, log }: AppContext,
): Promise<PermanentCause> {
  if (cause.cause !== "cannot-post") return cause;
  const missing = (await checkChannel(channelId, { messenger, guildId, log }))?.missing ?? [];
  if (missing === "gone" || "timedOutUntil" in missing || missing.length === 0) return cause;
  return { ...cause, reason: describeCannotPost(describeMissingPermissions(missing)) };
}

const MakerMessage = z.object({ guildId: z.string(), discordUserId: z.string(), message: StoredReply });

/** To who made a schedule, while they are a manager: nobody else learns of it, such as one who left. */
export const makerMessage = definePurpose({
  name: "schedule maker",
  payload: MakerMessage,
  write: writeToMaker,
});

async function writeToMaker(
  { guildId, discordUserId, message }: z.output<typeof MakerMessage>,
  { ctx }: OutboxTools,
): Promise<Letter | undefined> {
  const isManager = await mayUse("manager", guildId, discordUserId, ctx);
  return isManager ? { to: "person", discordUserId, inPrivate: message } : undefined;
}

/** To who made a schedule and to the managers' channel, while one of the schedules is still paused. */
export const pauseNews = definePurpose({
  name: "paused schedules",
  payload: z.object({
    guildId: z.string(),
    scheduleIds: z.array(z.string()),
    to: z.union([z.object({ discordUserId: z.string() }), z.object({ channelId: z.string() })]),
    message: StoredReply,
  }),
  async write({ guildId, scheduleIds, to, message }, tools) {
    const schedules = await tools.ctx.store.schedules.list(guildId);
    if (!schedules.some(({ id, state }) => state === "paused" && scheduleIds.includes(id))) return undefined;
    return "channelId" in to
      ? { to: "channel", ...to, message }
      : writeToMaker({ guildId, ...to, message }, tools);
  },
});

/** Pauses matching schedules, and tells their creators and the managers. @returns how many */
export async function pauseMatching(
  guildId: string,
  common: PauseFilter,
  cause: PermanentCause,
  ctx: AppContext,
): Promise<number> {
  const managersChannel = await ctx.store.guildSettings.get(guildId, "managers-channel");
  const key = `paused ${guildId} ${ctx.newId()}`;
  let news: readonly OutboxEntry[] = [];
  const announce = (paused: readonly Schedule[]): readonly OutboxEntry[] => {
    const content = describePaused(paused, cause);
    const about = { guildId, scheduleIds: paused.map(({ id }) => id) };
    const makers = [...new Set(paused.map(({ makerDiscordUserId }) => makerDiscordUserId))];
    const forMakers = makers.map((discordUserId) => {
      const payload = { ...about, to: { discordUserId }, message: { content } };
      return pauseNews.createEntry(
        { key: `${key} ${discordUserId}`, guildId, discordUserId, payload },
        ctx.now(),
        true,
      );
    });
    const forManagers = (managersChannel === undefined ? [] : [managersChannel]).map((channelId) => {
      const message = { content: withMessageMentions(content, ctx.commandMention) };
      const payload = { ...about, to: { channelId }, message };
      return pauseNews.createEntry({ key: `${key} managers`, guildId, payload }, ctx.now(), true);
    });
    news = [...forMakers, ...forManagers];
    return news;
  };
  const paused = await ctx.store.schedules.pauseAll(guildId, common, cause, announce);
  if (paused.length === 0) return 0;
  ctx.log.warn("schedules were paused", {
    guildId,
    scheduleIds: paused.map(({ id }) => id),
    reason: cause.reason,
  });
  // Messages can't be edited in a channel that is gone, hidden or locked.
  if (cause.cause === "cannot-post" || (cause.scope !== "channel" && cause.scope !== "guild"))
    await markPaused(paused, ctx);
  for (const message of news) await sayStored(message, pauseNews, { ctx, isAwaited: false });
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

function describePaused(paused: readonly Schedule[], { reason, cause, nextStep }: PermanentCause): string {
  const [only, ...others] = paused.map(
    ({ kind, channelId }) => `*${describeKind(kind)}* ${describeInChannel(channelId, cause)}`,
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
