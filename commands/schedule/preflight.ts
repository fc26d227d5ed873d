import { ChannelType } from "discord.js";
import { ApiError, ContractError } from "../../src/api/errors.ts";
import { findServiceWeek } from "../../src/domain/week-boundaries.ts";
import { UserError } from "../../src/errors.ts";
import type { GuildContext, LinkedContext } from "../../src/interactions/handler-context.ts";
import { dayMs, minuteMs, raceTimeout, secondMs } from "../../src/time.ts";
import { drawInto } from "../../src/pictures/attach.ts";
import { embedLimits } from "../../src/ui/embed.ts";
import { joinParts, truncate } from "../../src/ui/lines.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { parseInstant } from "../../src/ui/time.ts";
import { askAbout, refuseBeyondCaller, tryPostChannel } from "../kit/post-channel.ts";
import {
  type Board,
  type ClockChange,
  findDueAfterWeekStart,
  findDueBeforeWeekEnd,
  findTimeAfterWeekEnd,
  type Schedule,
  toZoned,
} from "../boards/index.ts";
import { findKind } from "./kinds.ts";
import {
  findRefreshEveryMs,
  hasNoSetTimes,
  listChanges,
  listRuns,
  type ScheduleSettings,
  showsWeekSoFar,
} from "./settings.ts";

export type ExtraPermission = Awaited<ReturnType<GuildContext["messenger"]["missingForExtras"]>>[number];

/** A plan's channel and role as Discord sees them now. */
export interface Preflight {
  /** Everyone can read it. */
  readonly isPublic: boolean;
  /** Permissions the plan needs and the bot is missing. */
  readonly missingPermissions: readonly ExtraPermission[];
}

/**
 * Checks a plan before it is confirmed.
 * @param before the current schedule; an unchanged channel was already checked
 * @throws UserError if the bot or the caller can't post there, or Discord doesn't say
 */
export async function runPreflight(
  plan: ScheduleSettings,
  ctx: GuildContext,
  before?: Pick<ScheduleSettings, "channelId">,
): Promise<Preflight> {
  const [tried, missingPermissions] = await Promise.all([
    plan.channelId === before?.channelId ? { isPublic: false } : tryPostChannel(plan.channelId, ctx),
    findMissing(plan, ctx),
    refuseBeyondCaller(plan, ctx),
    refuseUnpublishable(plan, ctx),
  ]);
  return { ...tried, missingPermissions };
}

/** @throws UserError if posts there can't be published, or Discord doesn't say */
async function refuseUnpublishable(
  { channelId, publishes }: ScheduleSettings,
  ctx: GuildContext,
): Promise<void> {
  if (!publishes) return;
  const type = await askAbout(
    { channelId },
    ctx.messenger.channelType(channelId),
    `I couldn't check whether posts in <#${channelId}> can be published, so nothing was changed. Try again in a minute.`,
    ctx,
  );
  // That it is gone, or that the bot can't see it, is another refusal.
  if (type !== undefined && type !== ChannelType.GuildAnnouncement)
    throw new UserError(
      `<#${channelId}> isn't an announcement channel, so posts there can't be published. Nothing was changed. Choose an announcement channel, or untick publishing in *More options…*.`,
    );
}

async function findMissing(
  { channelId, pins, mentionRoleId }: ScheduleSettings,
  ctx: GuildContext,
): Promise<readonly ExtraPermission[]> {
  if (!pins && mentionRoleId === undefined) return [];
  const { messenger, guildId, chosen } = ctx;
  return askAbout(
    { channelId },
    messenger.missingForExtras(guildId, channelId, { pins, mentionRoleId }, chosen(channelId)),
    `I couldn't check my permissions in <#${channelId}>, so nothing was changed. Try again in a minute.`,
    ctx,
  );
}

/** The workspace that a plan is about. */
type Workspace = () => Promise<Pick<LinkedContext, "link" | "api">>;

/** A plan in a preview or receipt. */
export interface PlanView {
  readonly plan: ScheduleSettings;
  /** The next posts, in epoch milliseconds. */
  readonly dues: readonly number[];
  /** Of clocks that concern its times. */
  readonly clockChanges?: readonly ClockChange[];
  /** Set if many other posts are due at the same time. */
  readonly busy?: BusyTime | undefined;
  /** Set if it would come shortly before the week it's thought to be about. */
  readonly early?: EarlyPost | undefined;
}

export async function viewPlan(
  plan: ScheduleSettings,
  workspace: Workspace,
  ctx: GuildContext,
): Promise<PlanView> {
  return {
    plan,
    dues: listRuns(plan, ctx.now()),
    clockChanges: listChanges(plan, ctx.now()),
    busy: await findBusyTime(plan, ctx),
    early: await findEarlyPost(plan, workspace, ctx),
  };
}

/** A time at which so many posts are due that some will be late. */
export interface BusyTime {
  /** Of all servers together. */
  readonly posts: number;
  readonly lateMinutes: number;
  /** As `HH:MM`, soon afterwards and on the same day. */
  readonly quietTime: string | undefined;
}

/** Discord's own limit for a bot. */
const maxPerSecond = 50;
/** Posts due this long before may still be waiting. */
const lookBackMinutes = 5;
/** A later time is no answer to someone who wants a post at nine. */
const lookAheadMinutes = 20;
/** A post that waits longer than this is late for those who look at the clock. */
const busyFromSeconds = 60;
const quietUpToSeconds = 15;

/** How busy it is when the plan's next post is due; `undefined` if it will be on time. */
export async function findBusyTime(plan: ScheduleSettings, ctx: GuildContext): Promise<BusyTime | undefined> {
  const [dueAt] = listRuns(plan, ctx.now());
  if (hasNoSetTimes(plan) || dueAt === undefined) return undefined;
  const perSecond = Math.min(ctx.config.discordPostsPerSecond, maxPerSecond);
  const perMinute = perSecond * 60;
  const from = dueAt - lookBackMinutes * minuteMs;
  const until = dueAt + lookAheadMinutes * minuteMs;
  // With more, the whole time is busy.
  const most = perMinute * (lookBackMinutes + lookAheadMinutes);
  const counts = new Map(await ctx.store.schedules.countDue(from, until, most));
  // At each minute those that are due then wait, and those of the minutes before that are still left.
  const waiting = new Map<number, number>();
  for (let at = from, left = 0; at < until; at += minuteMs) {
    const some = left + (counts.get(at) ?? 0);
    waiting.set(at, some);
    left = Math.max(0, some - perMinute);
  }
  const posts = waiting.get(dueAt) ?? 0;
  if (posts <= perSecond * busyFromSeconds) return undefined;
  const quietAt = [...waiting].find(([at, some]) => at > dueAt && some <= perSecond * quietUpToSeconds)?.[0];
  return {
    posts,
    lateMinutes: Math.ceil(posts / perMinute),
    quietTime: quietAt === undefined ? undefined : findTimeInstead(plan, dueAt, quietAt),
  };
}

/** The time to type instead; `undefined` where the rule has none, or another day would begin. */
function findTimeInstead({ rule, zone }: ScheduleSettings, dueAt: number, at: number): string | undefined {
  if (rule.kind === "cron") return undefined;
  const [asked, instead] = [toZoned(dueAt, zone), toZoned(at, zone)];
  const isUsual = formatTime(asked) === rule.time;
  return isUsual && asked.toPlainDate().equals(instead.toPlainDate()) ? formatTime(instead) : undefined;
}

function formatTime(at: Temporal.ZonedDateTime): string {
  return at.toPlainTime().toString({ smallestUnit: "minute" });
}

/**
 * A post that comes on the day the workspace's week ends, but before that, and is about an earlier week; or one about a
 * week so far that comes only ever on its first day.
 */
export interface EarlyPost {
  /** Epoch milliseconds, as is the end. */
  readonly dueAt: number;
  /** Exclusive. Of the week before if the post is about one that has only begun. */
  readonly endsAt: number;
  readonly shows: ShownWeek;
  /** As `HH:MM`: the first full hour after the end, all year. `undefined` if the rule has no time, or another day begins. */
  readonly laterTime: string | undefined;
}

/** The week that is ending, the last one that was over, or one that has only begun. */
type ShownWeek = "ending" | "over" | "begun";

/** `undefined` if there is none, or nobody knows when the week ends. */
export async function findEarlyPost(
  plan: ScheduleSettings,
  workspace: Workspace,
  ctx: GuildContext,
): Promise<EarlyPost | undefined> {
  const { rule, zone } = plan;
  const shows = findShownWeek(plan);
  // What is also updated in between is soon about the new week.
  if (shows === undefined || rule.kind === "monthly" || findRefreshEveryMs(plan) !== undefined)
    return undefined;
  const knownEnd = await readWeekEnd(workspace, ctx);
  if (knownEnd === undefined) return undefined;
  const times = { knownEnd, afterMs: ctx.now() };
  if (shows === "begun") {
    const atStart = findDueAfterWeekStart(rule, zone, times);
    return atStart && { ...atStart, shows, laterTime: undefined };
  }
  const early = findDueBeforeWeekEnd(rule, zone, times);
  return early && { ...early, shows, laterTime: findTimeAfterWeekEnd(rule, zone, early.endsAt) };
}

function findShownWeek(plan: ScheduleSettings): ShownWeek | undefined {
  const { week, kinds } = plan.options;
  switch (plan.kind) {
    case "calendar":
      return week === 1 ? undefined : "ending";
    case "digest":
      return Array.isArray(kinds) && !kinds.includes("calendar") ? undefined : "ending";
    case "report":
      return "over";
    case "team":
    case "standings":
    case "leaderboard":
      return showsWeekSoFar(plan) ? "begun" : "over";
    default:
      return undefined;
  }
}

/** The preview can do without. */
const readWithinMs = 3 * secondMs;

/** Of both kinds: those with something due, and those without. */
const maxSavedWeeks = 12;

/**
 * When any week of the workspace ends, in epoch milliseconds: by a saved week, by the service's calendar, or else by an
 * old saved week.
 */
export async function readWeekEnd(
  workspace: Workspace,
  { store, guildId, now, log }: GuildContext,
): Promise<number | undefined> {
  let lastSavedEnd: number | undefined;
  try {
    const { link, api } = await workspace();
    const { workspaceId } = link;
    // One of people who had nothing to do ends as the server counts weeks.
    const known = (await store.weeks.known(guildId, workspaceId, maxSavedWeeks)).filter(
      ({ isDated }) => isDated === true,
    );
    lastSavedEnd = known[0]?.endsAt;
    const saved = findServiceWeek(known, now());
    if (saved !== undefined) return saved.endsAt;
    const input = { params: { workspaceId }, query: {} };
    const { days } = await api.getCalendar(input, { timeoutMs: readWithinMs });
    const starts = days.flatMap(({ date }) => parseInstant(date)?.epochMilliseconds ?? []);
    return starts.length < 7 ? lastSavedEnd : Math.max(...starts) + dayMs;
  } catch (error) {
    if (!isExpected(error)) throw error;
    log.info("a workspace doesn't say when its week ends", { guildId, error });
    // The bot may have been off for weeks; theirs still ended on the same day.
    return lastSavedEnd;
  }
}

/** The service's refusals and failures: what is asked here is only of use. */
function isExpected(error: unknown): boolean {
  return error instanceof ApiError || error instanceof ContractError || error instanceof UserError;
}

/** With those of *My week* below a calendar. */
export const previewOperations = [
  "getCalendar",
  "getAssignments",
  "searchOrders",
  "listPosts",
  "getActivity",
] as const;

/** Someone is waiting for it, and can continue without it. */
const drawWithinMs = 6 * secondMs;

/** A plan, and what its schedule has posted by now: news goes on from there. */
type PostedPlan = ScheduleSettings & Partial<Pick<Schedule, "lastAsOf">>;

/**
 * A question with the post itself below it, as the plan would post it now, and its picture. If the workspace can't be
 * asked, the question says so.
 */
export async function withDrawnPost(
  question: Reply,
  plan: PostedPlan,
  workspace: Workspace,
  ctx: GuildContext,
): Promise<Reply> {
  const making = makeBoard(plan, workspace, ctx);
  const board = await raceTimeout(making, ctx.stretch(drawWithinMs), () => undefined);
  if (board === undefined)
    return withLine(
      question,
      "I couldn't load the post just now, so it isn't shown here. You can continue without it.",
    );
  if ("empty" in board) return withLine(question, `Right now there's nothing to post: ${board.empty}`);
  const post = await drawInto(board, ctx);
  return fitPost(withLine(question, "This is how it would look now:"), post);
}

/** `undefined` when it can't be read now. */
async function makeBoard(
  plan: PostedPlan,
  workspace: Workspace,
  ctx: GuildContext,
): Promise<Board | undefined> {
  try {
    const { link, api } = await workspace();
    const { guildId } = ctx;
    const refreshEveryMs = findRefreshEveryMs(plan);
    const schedule = { ...plan, id: "", guildId, linkKey: link.linkKey, refreshEveryMs };
    return await findKind(plan.kind)?.make({ ctx, schedule, link, api, now: ctx.now() });
  } catch (error) {
    if (!isExpected(error)) throw error;
    ctx.log.info("the post of a planned schedule could not be drawn", { guildId: ctx.guildId, error });
    return undefined;
  }
}

function withLine(question: Reply, line: string): Reply {
  const [first = {}, ...others] = question.embeds ?? [];
  const description = joinParts([first.description, line], "\n\n");
  return { ...question, embeds: [{ ...first, description }, ...others] };
}

/** Discord's limits on a message, less what the router adds. */
const maxEmbeds = 10;
const maxTotal = embedLimits.total - 120;

/** A long post is cut: its first words and its picture show enough. */
function fitPost(question: Reply, { content = "", embeds = [], files }: Reply): Reply {
  const asked = question.embeds ?? [];
  let left = maxTotal - asked.reduce((sum, embed) => sum + computeLength(embed), 0);
  const shown = embeds.slice(0, maxEmbeds - asked.length).flatMap((embed) => {
    const { description = "", ...rest } = embed;
    const others = computeLength(rest);
    if (others > left) return [];
    const cut = truncate(description, Math.max(1, Math.min(description.length, left - others)));
    left -= others + cut.length;
    return [cut === "" ? rest : { ...rest, description: cut }];
  });
  const [picture] = shown;
  return {
    ...question,
    ...(content !== "" && { content }),
    embeds: [...asked, ...shown],
    ...(files !== undefined && picture !== undefined && { files }),
  };
}

type Embed = NonNullable<Reply["embeds"]>[number];

function computeLength({ title = "", description = "", author, fields = [], footer }: Embed): number {
  const inFields = fields.flatMap(({ name, value }) => [name, value]);
  return [title, description, author?.name, footer?.text, ...inFields].join("").length;
}
