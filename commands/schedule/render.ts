import {
  describeKind,
  joinKinds,
  type Board,
  hasSameContent,
  type BoardOption,
  type ClockChange,
  isDueOnEitherDay,
  type Schedule,
} from "../boards/index.ts";
import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { getLastMomentMs } from "../../src/domain/week-boundaries.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import type { DateStyle } from "../../src/ui/formats.ts";
import { joinParts, subtext, withoutBreaks } from "../../src/ui/lines.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import type { Reply } from "../../src/ui/reply.ts";
import {
  formatClockIn,
  formatClockOf,
  formatDayAndClockIn,
  formatRelativeAndExact,
  formatShortDateIn,
  formatWeekday,
  formatWeekdayAndDate,
  getDateIn,
} from "../../src/ui/time.ts";
import { describeFullPins } from "../kit/post-channel.ts";
import { findKind } from "./kinds.ts";
import {
  describeTimes,
  describeWhen,
  formatLinesUnderTitle,
  formatScheduleTitle,
  formatSettingLines,
  modeNames,
} from "./format.ts";
import type { BusyTime, EarlyPost, Preflight } from "./preflight.ts";
import { findRefreshEveryMs, hasNoSetTimes, type ScheduleSettings } from "./settings.ts";

/** A schedule in a preview or receipt. */
export interface AddView {
  readonly plan: ScheduleSettings;
  /** The next posts, in epoch milliseconds. */
  readonly dues: readonly number[];
  /** Of clocks that concern its times. */
  readonly clockChanges?: readonly ClockChange[];
  /** Set if many other posts are due at the same time. */
  readonly busy?: BusyTime | undefined;
  /** Set if it would come shortly before the week it's thought to be about. */
  readonly early?: EarlyPost | undefined;
  /** One of its kind that posts in its channel. */
  readonly same?: ScheduleSettings | undefined;
}

/**
 * `Next: 22 Nov, 29 Nov, 6 Dec`, in the schedule's time zone, whose clock its rule names; a cron rule may have several.
 * Nothing for a board without set times.
 */
export function describeNextPosts({ plan, dues }: AddView, style: DateStyle): string | false {
  if (hasNoSetTimes(plan)) return false;
  const [first] = dues;
  if (first === undefined) return "It won't post again.";
  const { rule, zone } = plan;
  return rule.kind === "cron"
    ? `Next: ${joinParts(dues.map((due) => formatDayAndClockIn(zone, due, style, first)))}`
    : `Next: ${dues.map((due) => withoutBreaks(formatShortDateIn(zone, due, { now: Temporal.Instant.fromEpochMilliseconds(first), dateStyle: style }))).join(", ")}`;
}

/** What a rule means that its words don't say. */
function describeTiming({ plan, clockChanges = [] }: AddView, style: DateStyle): readonly (string | false)[] {
  const { rule, zone } = plan;
  return [
    rule.kind === "cron" &&
      isDueOnEitherDay(rule.expression) &&
      "With days of the month and days of the week, it posts on either, not only where both agree.",
    ...clockChanges.map((change) => describeClockChange(change, zone, style)),
  ];
}

/** `Sun 28 Mar 2027, clocks go forward and skip 02:30, so it posts once right after, at 03:00.` */
function describeClockChange(
  { direction, at, times, isHourly }: ClockChange,
  zone: string,
  style: DateStyle,
): string {
  const [first = "", last = ""] = [times[0], times.at(-1)].map((time) => time && formatClockOf(time, style));
  const several = times.length > 2 ? `${first} to ${last}` : `${first} and ${last}`;
  const clocks = times.length < 2 ? first : several;
  const date = formatWeekdayAndDate(getDateIn(zone, at), style, { year: "numeric" });
  if (direction === "back")
    return isHourly
      ? `${date}, clocks go back and show ${clocks} twice; it posts both times.`
      : `${date}, clocks go back and show ${clocks} twice; it posts the first time.`;
  return isHourly
    ? `${date}, clocks go forward and skip ${clocks}.`
    : `${date}, clocks go forward and skip ${clocks}, so it posts once right after, at ${formatClockIn(zone, at, style)}.`;
}

export function renderAddPreview(
  view: AddView,
  around: Preflight,
  { dateStyle }: Pick<GuildContext, "dateStyle">,
): Reply {
  const { plan } = view;
  return {
    embeds: [
      createEmbed({
        title: formatScheduleTitle(plan),
        description: joinParts(
          [
            ...formatLinesUnderTitle(plan),
            describeNextPosts(view, dateStyle),
            ...describeTiming(view, dateStyle),
            view.same && describeSame(view.same, plan.zone),
            plan.mode === "live" && "I'll post its message right after you confirm.",
            ...listWarnings(plan, around),
            view.early && describeEarlyPost(view.early, plan.zone, dateStyle),
            view.busy && describeBusyTime(view.busy),
          ],
          "\n",
        ),
      }),
    ],
  };
}

/** `⚠️ #managers already gets the report, every Monday at 09:00.` @param zone needn't be named */
function describeSame(plan: ScheduleSettings, zone: string): string {
  const timed = plan.zone === zone ? describeTimes(plan) : describeWhen(plan);
  const when = hasNoSetTimes(plan) ? "live" : timed;
  return `⚠️ <#${plan.channelId}> already gets ${joinKinds([plan.kind])}, ${when}.`;
}

export function renderAdded(view: AddView, id: string, ctx: RenderContext): Reply {
  return receipt(
    {
      title: formatScheduleTitle(view.plan),
      verb: "Added",
      lines: [
        ...formatLinesUnderTitle(view.plan),
        describeNextPosts(view, ctx.dateStyle),
        view.plan.mode === "live" && "I'm posting its message now.",
      ],
      ids: { Schedule: id },
    },
    ctx,
  );
}

export interface EditView {
  readonly before: ScheduleSettings | undefined;
  readonly after: AddView;
  readonly isPaused: boolean;
}

export function renderEditPreview(
  { before, after, isPaused }: EditView,
  around: Preflight,
  { dateStyle }: Pick<GuildContext, "dateStyle">,
): Reply {
  const moves = before !== undefined && before.channelId !== after.plan.channelId;
  return {
    embeds: [
      createEmbed({
        title: "Change this schedule?",
        description: joinParts(
          [
            moves &&
              (before.mode === "live"
                ? `Its message moves from <#${before.channelId}> to <#${after.plan.channelId}>.`
                : `Earlier posts stay in <#${before.channelId}>.`),
            isPaused && "⏸️ It's paused and stays paused.",
            ...describeTiming(after, dateStyle),
            ...listWarnings(after.plan, around),
            after.early && describeEarlyPost(after.early, after.plan.zone, dateStyle),
            after.busy && describeBusyTime(after.busy),
          ],
          "\n",
        ),
        fields: [
          {
            name: "Now",
            value:
              before === undefined
                ? "I can no longer read its settings."
                : formatSettingLines(before).join("\n"),
          },
          {
            name: "New",
            value: joinParts([...formatSettingLines(after.plan), describeNextPosts(after, dateStyle)], "\n"),
          },
        ],
      }),
    ],
  };
}

export function renderEdited(
  {
    after,
    isPaused,
    changes,
  }: Omit<EditView, "before"> & {
    /** One line for each setting; none when nobody knows how it was before. */
    readonly changes: readonly string[];
  },
  {
    id,
    left,
    isFull,
  }: {
    readonly id: string;
    readonly left: boolean;
    /** The present message couldn't be pinned. */
    readonly isFull: boolean;
  },
  ctx: RenderContext,
): Reply {
  return receipt(
    {
      title: "Schedule changed",
      verb: "Changed",
      lines: [
        ...(changes.length === 0
          ? formatSettingLines(after.plan)
          : [...formatSettingLines(after.plan).slice(0, 1), ...changes]),
        describeNextPosts(after, ctx.dateStyle),
        left && oldMessageStays,
        isFull && `⚠️ I couldn't pin its message. ${describeFullPins(after.plan.channelId)}`,
        isPaused && "⏸️ It's still paused.",
      ],
      ids: { Schedule: id },
    },
    ctx,
  );
}

export const oldMessageStays = "⚠️ I couldn't delete its old message. Please delete it yourself.";

/** Things people may not expect. */
function listWarnings(plan: ScheduleSettings, around: Preflight): readonly (string | false)[] {
  const { channelId, mentionRoleId, mode } = plan;
  return [
    around.isPublic && `Everyone in this server can read <#${channelId}>, not only staff.`,
    mentionRoleId !== undefined &&
      mode === "live" &&
      "The role is pinged when the message is posted, never when it's updated.",
    ...describeMissingRights(plan, around),
    ...listWithoutEffect(plan).map(
      ({ label }) => `⚠️ No effect in this mode: *${label}*. Choose *${modeNames.live}* for that.`,
    ),
    mode === "live" &&
      findRefreshEveryMs(plan) === undefined &&
      "It's updated at its set times, not in between.",
  ];
}

function describeBusyTime({ posts, lateMinutes, quietTime }: BusyTime): string {
  const rounded = Number(posts.toPrecision(2));
  return joinParts(
    [
      `⏳ About ${formatNumber(rounded)} posts across all servers are due at that time, so this one may be up to ${pluralize(lateMinutes, "minute")} late.`,
      quietTime !== undefined && `${quietTime} is quiet.`,
    ],
    " ",
  );
}

export function describeEarlyPost(
  { dueAt, endsAt, shows }: EarlyPost,
  zone: string,
  style: DateStyle,
): string {
  const clock = formatClockIn(zone, dueAt, style);
  if (shows === "begun")
    return `⚠️ The workspace's week begins ${formatWeekdayAndClock(zone, endsAt, style)}, so at ${clock} there's hardly anything to show. Choose *Results of last week*, or a later day.`;
  const ends = describeWeekEnd(endsAt, zone, style);
  return shows === "ending"
    ? `⚠️ ${ends}, so at ${clock} this still shows the week that's ending.`
    : `⚠️ ${ends}, so at ${clock} this is still about the week before.`;
}

/** `The workspace's week ends Monday at 10:59`. */
export function describeWeekEnd(endsAt: number, zone: string, style: DateStyle): string {
  return `The workspace's week ends ${formatWeekdayAndClock(zone, getLastMomentMs(endsAt), style)}`;
}

/** `Monday at 10:59`. */
function formatWeekdayAndClock(zone: string, at: number, style: DateStyle): string {
  return `${formatWeekday(getDateIn(zone, at), "long")} at ${formatClockIn(zone, at, style)}`;
}

/** Permissions the plan needs and the bot is missing. */
export function describeMissingRights(
  { channelId, mentionRoleId }: ScheduleSettings,
  { missingPermissions }: Preflight,
): readonly (string | false)[] {
  return [
    mentionRoleId !== undefined &&
      missingPermissions.includes("MentionEveryone") &&
      `⚠️ I can't ping <@&${mentionRoleId}>: not everyone can mention it, and I don't have *Mention Everyone* in <#${channelId}>. Allow one of the two in the role's or the channel's settings.`,
    missingPermissions.includes("PinMessages") &&
      `⚠️ I can't pin messages: I need *Pin Messages* in <#${channelId}>. Allow that in the channel's permissions. I'll post either way.`,
  ];
}

/** Chosen options that need a live board. */
function listWithoutEffect(plan: ScheduleSettings): readonly BoardOption[] {
  if (findRefreshEveryMs(plan) !== undefined) return [];
  const options = Object.entries(findKind(plan.kind)?.options ?? {});
  return options.flatMap(([key, option]) =>
    option.liveOnly === true && option.read(plan.options[key]) !== option.usual ? [option] : [],
  );
}

export function renderPaused(
  {
    id,
    kind,
    channelId,
    mode,
    messageId,
  }: Pick<Schedule, "id" | "kind" | "channelId" | "mode" | "messageId">,
  ctx: RenderContext,
): Reply {
  return receipt(
    {
      title: "Schedule paused",
      verb: "Paused",
      lines: [
        `⏸️ **${describeKind(kind)}** is paused in <#${channelId}>.`,
        mode === "live" &&
          messageId !== undefined &&
          "Its message stays up and shows when it was last updated.",
      ],
      ids: { Schedule: id },
    },
    ctx,
  );
}

export function renderResumed(
  { around, ...view }: AddView & { readonly around: Preflight },
  id: string,
  ctx: RenderContext,
): Reply {
  return receipt(
    {
      title: "Schedule resumed",
      verb: "Resumed",
      lines: [
        ...formatSettingLines(view.plan),
        describeNextPosts(view, ctx.dateStyle),
        view.plan.mode === "live"
          ? "I'm updating its message now."
          : "Posts missed during the pause won't be made up.",
        ...describeMissingRights(view.plan, around),
      ],
      ids: { Schedule: id },
    },
    ctx,
  );
}

export function renderRunPreview(
  { kind, mode, messageId, nextDueAt }: Pick<Schedule, "kind" | "mode" | "messageId" | "nextDueAt">,
  plan: ScheduleSettings | undefined,
): Reply {
  const lines = [
    ...(plan === undefined ? [`**${describeKind(kind)}**`] : formatSettingLines(plan)),
    mode === "live" && messageId !== undefined
      ? "I'm updating its message now."
      : mode === "changed"
        ? "I'll post it now if something changed since the last post."
        : "I'll post it now, for everyone in the channel.",
    nextDueAt !== undefined &&
      (plan === undefined || !hasNoSetTimes(plan)) &&
      `Its set times don't change. Next: ${formatRelativeAndExact(Temporal.Instant.fromEpochMilliseconds(nextDueAt))}.`,
  ];
  return { embeds: [createEmbed({ title: "Post this now?", description: joinParts(lines, "\n") })] };
}

export function renderRunning(
  {
    id,
    kind,
    channelId,
  }: { readonly id: string; readonly kind?: string | undefined; readonly channelId: string },
  ctx: RenderContext,
): Reply {
  return receipt(
    {
      title: "Posting now",
      verb: "Started",
      lines: [
        kind === undefined
          ? `It will appear in <#${channelId}> within seconds, if there's something to show.`
          : `**${describeKind(kind)}** will appear in <#${channelId}> within seconds, if there's something to show.`,
        `Check the result with ${ctx.commandMention("schedule list")}.`,
      ],
      ids: { Schedule: id },
    },
    ctx,
  );
}

/** What would be posted now, for one person only. */
export function renderPreview(
  { channelId, mode, messageHash }: Pick<Schedule, "channelId" | "mode" | "messageHash">,
  board: Board,
): Reply {
  if ("empty" in board) return { content: `I wouldn't post anything now. ${board.empty}` };
  const isSame = mode === "changed" && hasSameContent(messageHash, board);
  const about = isSame
    ? `Nothing changed since the last post in <#${channelId}>, so I wouldn't post this again now.`
    : `This is what I'd post in <#${channelId}> now.`;
  const { content = "", embeds, components, files } = board.message;
  return {
    content: joinParts([subtext(about), content], "\n"),
    ...(embeds !== undefined && { embeds }),
    ...(components !== undefined && { components }),
    ...(files !== undefined && { files }),
  };
}

export function renderRemovePreview(
  { kind, channelId, mode, messageId }: Pick<Schedule, "kind" | "channelId" | "mode" | "messageId">,
  plan: ScheduleSettings | undefined,
): Reply {
  const lines = [
    ...(plan === undefined ? [`**${describeKind(kind)}** in <#${channelId}>`] : formatSettingLines(plan)),
    mode === "live" && messageId !== undefined
      ? "This can't be undone, and its live message will be deleted."
      : "This can't be undone. Its posts stay.",
  ];
  return {
    embeds: [
      createEmbed({ title: "Remove this schedule?", description: joinParts(lines, "\n"), tone: "harmful" }),
    ],
  };
}

export type ScheduleRemoval = "removed" | "removed-message-left" | "already-gone";

export function renderScheduleRemoved(
  result: ScheduleRemoval,
  { id, kind, channelId }: { readonly id: string; readonly kind: string; readonly channelId: string },
  ctx: RenderContext,
): Reply {
  if (result === "already-gone")
    return { content: "Someone already removed this schedule, so there was nothing left to remove." };
  return receipt(
    {
      title: "Schedule removed",
      verb: "Removed",
      lines: [
        `**${describeKind(kind)}** is no longer posted in <#${channelId}>.`,
        result === "removed-message-left" && oldMessageStays,
      ],
      ids: { Schedule: id },
    },
    ctx,
  );
}
