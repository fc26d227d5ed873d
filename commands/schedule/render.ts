import type { APIButtonComponentWithCustomId } from "discord.js";
import { z } from "zod";
import {
  describePause,
  describeKind,
  describeKindBriefly,
  joinKinds,
  type Board,
  hasSameContent,
  type BoardOption,
  describeRule,
  describeRuleBriefly,
  formatRuleTime,
  type ClockChange,
  isDueOnEitherDay,
  type Schedule,
  mentionGoneText,
} from "../boards/index.ts";
import { paginate } from "../../src/domain/lists.ts";
import { getLastMomentMs } from "../../src/domain/week-boundaries.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { type ButtonOptions, createButton, createMenuRow } from "../../src/ui/buttons.ts";
import { replaceCommandMentions } from "../../src/ui/command-mentions.ts";
import { createEmbed, type EmbedParts } from "../../src/ui/embed.ts";
import { escapeMarkdown, plainText } from "../../src/ui/escape.ts";
import type { DateStyle } from "../../src/ui/formats.ts";
import { joinParts, subtext, truncate, withoutBreaks } from "../../src/ui/lines.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import { formatIdFooter, receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import {
  describeZone,
  formatClockIn,
  formatClockOf,
  formatDayAndClockIn,
  formatRelativeAndExact,
  formatShortDateIn,
  formatWeekday,
  formatWeekdayAndDate,
  getDateIn,
  labelAge,
  timestamp,
} from "../../src/ui/time.ts";
import { describePage, turnButtons } from "../kit/paged-list.ts";
import { describeFullPins } from "../kit/post-channel.ts";
import { findKind } from "./kinds.ts";
import type { BusyTime, EarlyPost, ExtraPermission, PlanView, Preflight } from "./preflight.ts";
import {
  describeTimes,
  describeWhen,
  findRefreshEveryMs,
  formatLinesUnderTitle,
  formatModeName,
  formatScheduleTitle,
  formatSettingLines,
  hasNoSetTimes,
  type ScheduleSettings,
  startsNewMessage,
  toSettings,
} from "./settings.ts";

type Lines = readonly (string | false | undefined)[];

/** What was done with a schedule. @param verb before the person: "Changed" */
function renderDone(title: string, verb: string, ctx: RenderContext, lines: Lines): Reply {
  return receipt({ title, verb, lines }, ctx);
}

function renderQuestion(title: string, lines: Lines, more: Pick<EmbedParts, "fields" | "tone"> = {}): Reply {
  return { embeds: [createEmbed({ ...more, title, description: joinParts(lines, "\n") })] };
}

/**
 * `Next: 22 Nov, 29 Nov, 6 Dec`, in the schedule's time zone, whose clock its rule names; a cron rule may have several.
 * Nothing for a board without set times.
 */
export function describeNextPosts({ plan, dues }: PlanView, style: DateStyle): string | false {
  if (hasNoSetTimes(plan)) return false;
  const [first] = dues;
  if (first === undefined) return "It won't post again.";
  const { rule, zone } = plan;
  return rule.kind === "cron"
    ? `Next: ${joinParts(dues.map((due) => formatDayAndClockIn(zone, due, style, first)))}`
    : `Next: ${dues.map((due) => withoutBreaks(formatShortDateIn(zone, due, { now: Temporal.Instant.fromEpochMilliseconds(first), dateStyle: style }))).join(", ")}`;
}

/** What a rule means that its words don't say. */
function describeTiming({ plan, clockChanges = [] }: PlanView, style: DateStyle): Lines {
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

/** @param same one of its kind that posts in its channel */
export function renderAddPreview(
  view: PlanView & { readonly same?: ScheduleSettings | undefined },
  around: Preflight,
  { dateStyle }: Pick<GuildContext, "dateStyle">,
): Reply {
  const { plan, same } = view;
  return renderQuestion(formatScheduleTitle(plan, dateStyle), [
    ...formatLinesUnderTitle(plan),
    describeNextPosts(view, dateStyle),
    ...describeTiming(view, dateStyle),
    same && describeSame(same, plan.zone, dateStyle),
    plan.mode === "live" && "I'll post its message right after you confirm.",
    ...listWarnings(view, around, dateStyle),
  ]);
}

/** `⚠️ #managers already gets the report, every Monday at 09:00.` @param zone needn't be named */
function describeSame(plan: ScheduleSettings, zone: string, style: DateStyle): string {
  const timed = plan.zone === zone ? describeTimes(plan, style) : describeWhen(plan, style);
  const when = hasNoSetTimes(plan) ? "live" : timed;
  return `⚠️ <#${plan.channelId}> already gets ${joinKinds([plan.kind])}, ${when}.`;
}

export function renderAdded(view: PlanView, ctx: RenderContext): Reply {
  return renderDone(formatScheduleTitle(view.plan, ctx.dateStyle), "Added", ctx, [
    ...formatLinesUnderTitle(view.plan),
    describeNextPosts(view, ctx.dateStyle),
    view.plan.mode === "live" && "I'm posting its message now.",
  ]);
}

export interface EditView {
  readonly before: ScheduleSettings | undefined;
  readonly after: PlanView;
  readonly isPaused: boolean;
}

export function renderEditPreview(
  { before, after, isPaused }: EditView,
  around: Preflight,
  { dateStyle }: Pick<GuildContext, "dateStyle">,
): Reply {
  const { plan } = after;
  const lines = [
    before !== undefined && describeLeft(before, plan, isPaused),
    isPaused && "⏸️ It's paused and stays paused.",
    ...describeTiming(after, dateStyle),
    ...listWarnings(after, around, dateStyle),
  ];
  const now =
    before === undefined ? ["I can no longer read its settings."] : formatSettingLines(before, dateStyle);
  const fields = [
    { name: "Now", value: now.join("\n") },
    {
      name: "New",
      value: joinParts([...formatSettingLines(plan, dateStyle), describeNextPosts(after, dateStyle)], "\n"),
    },
  ];
  return renderQuestion("Change this schedule?", lines, { fields });
}

/** What becomes of what it posted before. */
function describeLeft(before: ScheduleSettings, plan: ScheduleSettings, isPaused: boolean): string | false {
  const isElsewhere = before.channelId !== plan.channelId;
  if (before.mode !== "live") return isElsewhere && `Earlier posts stay in <#${before.channelId}>.`;
  if (!startsNewMessage(before, plan)) return false;
  if (plan.mode !== "live" || isPaused) return "Its live message will be deleted.";
  return isElsewhere
    ? `Its message moves from <#${before.channelId}> to <#${plan.channelId}>.`
    : "Its live message will be deleted, and another one posted.";
}

export interface EditedView extends Omit<EditView, "before"> {
  /** One line for each setting; none when nobody knows how it was before. */
  readonly changes: readonly string[];
  /** The old live message couldn't be deleted. */
  readonly left: boolean;
  /** The present message couldn't be pinned: the channel is full of pins. */
  readonly isFull: boolean;
}

export function renderEdited(
  { after, isPaused, changes, left, isFull }: EditedView,
  ctx: RenderContext,
): Reply {
  const settings = formatSettingLines(after.plan, ctx.dateStyle);
  return renderDone("Schedule changed", "Changed", ctx, [
    ...(changes.length === 0 ? settings : [...settings.slice(0, 1), ...changes]),
    describeNextPosts(after, ctx.dateStyle),
    left && oldMessageStays,
    isFull && `⚠️ I couldn't pin its message. ${describeFullPins(after.plan.channelId)}`,
    isPaused && "⏸️ It's still paused.",
  ]);
}

const oldMessageStays = "⚠️ I couldn't delete its old message. Please delete it yourself.";

/** What people may not expect. */
function listWarnings({ plan, busy, early }: PlanView, around: Preflight, style: DateStyle): Lines {
  const { channelId, mentionRoleId, mode, zone } = plan;
  return [
    around.isPublic && `Everyone in this server can read <#${channelId}>, not only staff.`,
    mentionRoleId !== undefined &&
      mode === "live" &&
      "The role is pinged when the message is posted, never when it's updated.",
    ...describeMissingRights(plan, around),
    ...listWithoutEffect(plan).map(
      ({ label }) => `⚠️ No effect in this mode: *${label}*. Choose *${formatModeName("live")}* for that.`,
    ),
    mode === "live" &&
      findRefreshEveryMs(plan) === undefined &&
      "It's updated at its set times, not in between.",
    early && describeEarlyPost(early, zone, style),
    busy && describeBusyTime(busy, style),
  ];
}

function describeBusyTime({ posts, lateMinutes, quietTime }: BusyTime, style: DateStyle): string {
  const rounded = Number(posts.toPrecision(2));
  return joinParts(
    [
      `⏳ About ${formatNumber(rounded)} posts across all servers are due at that time, so this one may be up to ${pluralize(lateMinutes, "minute")} late.`,
      quietTime !== undefined && `${formatRuleTime(quietTime, style)} is quiet.`,
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
    return `⚠️ The workspace's week begins ${formatWeekdayAndClock(zone, endsAt, style)}, so at ${clock} there's hardly anything to show. Choose a later day, or last week's results.`;
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
  { missingPermissions }: Pick<Preflight, "missingPermissions">,
): Lines {
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

const hasLiveMessage = ({ mode, messageId }: Schedule) => mode === "live" && messageId !== undefined;

export function renderPaused(schedule: Schedule, ctx: RenderContext): Reply {
  const { kind, channelId } = schedule;
  return renderDone("Schedule paused", "Paused", ctx, [
    `⏸️ **${describeKind(kind)}** is paused in <#${channelId}>.`,
    hasLiveMessage(schedule) && "Its message stays up and shows when it was last updated.",
  ]);
}

export function renderResumed(view: PlanView, around: Preflight, ctx: RenderContext): Reply {
  const { plan } = view;
  return renderDone("Schedule resumed", "Resumed", ctx, [
    ...formatSettingLines(plan, ctx.dateStyle),
    describeNextPosts(view, ctx.dateStyle),
    plan.mode === "live"
      ? "I'm updating its message now."
      : "Posts missed during the pause won't be made up.",
    ...describeMissingRights(plan, around),
  ]);
}

export function renderRunPreview(
  schedule: Schedule,
  plan: ScheduleSettings | undefined,
  { dateStyle }: Pick<GuildContext, "dateStyle">,
): Reply {
  const { kind, mode, nextDueAt } = schedule;
  return renderQuestion("Post this now?", [
    ...(plan === undefined ? [`**${describeKind(kind)}**`] : formatSettingLines(plan, dateStyle)),
    hasLiveMessage(schedule)
      ? "I'll update its message now."
      : mode === "changed"
        ? "I'll post it now if something changed since the last post."
        : "I'll post it now, for everyone in the channel.",
    nextDueAt !== undefined &&
      (plan === undefined || !hasNoSetTimes(plan)) &&
      `Its set times don't change. Next: ${formatRelativeAndExact(Temporal.Instant.fromEpochMilliseconds(nextDueAt))}.`,
  ]);
}

type Named = Pick<Schedule, "id" | "kind" | "channelId">;

export function renderRunning({ kind, channelId }: Named, ctx: RenderContext): Reply {
  return renderDone("Posting now", "Started", ctx, [
    `**${describeKind(kind)}** will appear in <#${channelId}> once all of it is read, usually within seconds, if there's something to show.`,
    `Check the result with ${ctx.commandMention("schedule list")}.`,
  ]);
}

/** What would be posted now, for one person only. */
export function renderPreview({ channelId, mode, messageHash }: Schedule, board: Board): Reply {
  if ("empty" in board) return { content: `I wouldn't post anything now. ${board.empty}` };
  const isSame = mode === "changed" && hasSameContent(messageHash, board);
  const about = isSame
    ? `Nothing changed since the last post in <#${channelId}>, so I wouldn't post this again now.`
    : `This is what I'd post in <#${channelId}> now.`;
  const { content = "", share: _share, ...rest } = board.message;
  return { ...rest, content: joinParts([subtext(about), content], "\n") };
}

export function renderRemovePreview(
  schedule: Schedule,
  plan: ScheduleSettings | undefined,
  { dateStyle }: Pick<GuildContext, "dateStyle">,
): Reply {
  const { kind, channelId } = schedule;
  const lines = [
    ...(plan === undefined
      ? [`**${describeKind(kind)}** in <#${channelId}>`]
      : formatSettingLines(plan, dateStyle)),
    joinParts(
      [
        // What can still be read can be added again from the receipt.
        plan === undefined && "This can't be undone.",
        hasLiveMessage(schedule) ? "Its live message will be deleted." : "Its posts stay.",
      ],
      " ",
    ),
  ];
  return renderQuestion("Remove this schedule?", lines, { tone: "harmful" });
}

export type ScheduleRemoval = "removed" | "removed-message-left" | "already-gone";

export function renderScheduleRemoved(
  result: ScheduleRemoval,
  { kind, channelId }: Named,
  ctx: RenderContext,
): Reply {
  if (result === "already-gone")
    return { content: "Someone already removed this schedule, so there was nothing left to remove." };
  return renderDone("Schedule removed", "Removed", ctx, [
    `**${describeKind(kind)}** is no longer posted in <#${channelId}>.`,
    result === "removed-message-left" && oldMessageStays,
  ]);
}

// The list, and a schedule opened from it.

/** The buttons below an opened schedule. */
const stepLabels = {
  run: "Post now…",
  pause: "Pause",
  resume: "Resume",
  preview: "Preview",
  edit: "Edit…",
  remove: "Remove…",
} as const;
export type Step = keyof typeof stepLabels;

/** Below the list; a choice says which of the two is meant, whatever became of the schedule since. */
export const switchScheduleId = defineCustomId("schedule.switch", {});

export const defineStepId = (step: Step) =>
  defineCustomId(`schedule.open-${step}`, { id: z.string().min(1) });

export function createStep(
  step: Step,
  scheduleId: string,
  style: ButtonOptions["style"] = "secondary",
): APIButtonComponentWithCustomId {
  const customId = defineStepId(step).encode({ id: scheduleId });
  return createButton({ customId, label: stepLabels[step], style });
}

const schedulesAPage = 10;
const maxEntryLength = 700;
const maxReasonLength = 200;

export interface ScheduleList {
  readonly schedules: readonly Schedule[];
  readonly links: readonly Pick<GuildLink, "linkKey" | "name">[];
  /** By channel id, as far as they are known: a menu can't mention a channel. */
  readonly channelNames: ReadonlyMap<string, string>;
  /** From 0. */
  readonly page: number;
  readonly createCustomId: (page: number) => string;
  /** The id of the menu that opens one of the schedules. */
  readonly openId: string;
}

export function renderSchedules(view: ScheduleList, { commandMention, dateStyle }: RenderContext): Reply {
  const { schedules, links, channelNames, createCustomId, openId } = view;
  const page = paginate(schedules.toSorted(compareNextPosts), view.page, schedulesAPage);
  const paused = schedules.filter(({ state }) => state === "paused").length;
  const zones = new Set(schedules.map(describeZoneOf).filter((zone) => zone !== undefined));
  const shows = { channelNames, links, zones: zones.size > 1 };
  return {
    embeds: [
      createEmbed({
        title: schedules.length === 0 ? "Schedules" : pluralize(schedules.length, "schedule"),
        description:
          schedules.length === 0
            ? `No schedules yet. Add one with ${commandMention("schedule add")}, for example the calendar every Monday.`
            : page.entries.map((schedule) => formatLine(schedule, shows, dateStyle)).join("\n"),
        tone: schedules.length === 0 ? "over" : paused > 0 ? "waiting" : "information",
        footer: joinParts([
          describePage(page),
          paused > 0 && `${paused} paused`,
          zones.size === 1 && [...zones].join(),
        ]),
      }),
    ],
    components: [
      ...createMenuRow(
        openId,
        "Open a schedule",
        page.entries.map((schedule) => ({
          value: schedule.id,
          label: describeKind(schedule.kind),
          description: describeInPlainText(schedule, shows, dateStyle),
        })),
        { hidesValues: true },
      ),
      ...createMenuRow(
        switchScheduleId.encode({}),
        "Pause or resume a schedule",
        page.entries.map((schedule) => {
          const step = schedule.state === "paused" ? "resume" : "pause";
          return {
            value: `${step} ${schedule.id}`,
            label: `${stepLabels[step]}: ${describeKind(schedule.kind)}`,
            description: describeInPlainText(schedule, shows, dateStyle),
          };
        }),
        { hidesValues: true },
      ),
      ...turnButtons(page, { before: "Previous", after: "Next" }, createCustomId),
    ],
  };
}

interface LineParts extends Pick<ScheduleList, "links"> {
  /** Whether to name the zone of each: they aren't all in one. */
  readonly zones: boolean;
}

/** A schedule in plain text, without its kind: `#calendar · every Monday at 18:00`. */
function describeInPlainText(
  schedule: Schedule,
  { channelNames, links, zones }: LineParts & Pick<ScheduleList, "channelNames">,
  dateStyle: DateStyle,
): string {
  const plan = toSettings(schedule);
  const channel = channelNames.get(schedule.channelId);
  return joinParts([
    channel !== undefined && `#${channel}`,
    plan && (hasNoSetTimes(plan) ? "live" : describeRule(plan.rule, dateStyle)),
    zones && describeZoneOf(schedule),
    schedule.state === "paused" && "paused",
    plainText(findWorkspaceName(schedule, links) ?? "", 40),
  ]);
}

/** The name of a schedule's workspace, where the guild has several. */
function findWorkspaceName({ linkKey }: Schedule, links: ScheduleList["links"]): string | undefined {
  return links.length > 1 ? links.find((link) => link.linkKey === linkKey)?.name : undefined;
}

/** A schedule keeps the zone it was made with; one without set times has none. */
function describeZoneOf(schedule: Schedule): string | undefined {
  const plan = toSettings(schedule);
  return plan === undefined || hasNoSetTimes(plan) ? undefined : describeZone(plan.zone);
}

/** Those that need someone first, then live ones, then the one that posts next. */
function compareNextPosts(one: Schedule, other: Schedule): number {
  const getRank = ({ state, mode, nextDueAt = Number.POSITIVE_INFINITY }: Schedule): number =>
    state === "paused" ? -2 : mode === "live" ? -1 : nextDueAt;
  const [a, b] = [getRank(one), getRank(other)];
  return a === b ? 0 : a - b;
}

/** One line on a phone, which says so where something is wrong; the rest shows once it is opened. */
function formatLine(schedule: Schedule, { links, zones }: LineParts, style: DateStyle): string {
  const { kind, channelId, pausedCause, state, pins } = schedule;
  const trouble = describeProblem(schedule, links);
  const plan = toSettings(schedule);
  const mark = state === "paused" ? "⏸️" : trouble === undefined ? (pins ? "📌" : "🔹") : "⚠️";
  const place = pausedCause === "deleted-channel" ? "deleted channel" : `<#${channelId}>`;
  return joinParts([
    `${mark} **${describeKindBriefly(escapeMarkdown(kind, 24))}**`,
    place,
    trouble ?? (plan && (hasNoSetTimes(plan) ? "live" : describeRuleBriefly(plan.rule, style))),
    zones && trouble === undefined && describeZoneOf(schedule),
    escapeMarkdown(findWorkspaceName(schedule, links) ?? "", 24),
  ]);
}

function describeProblem(schedule: Schedule, links: ScheduleList["links"]): string | undefined {
  const { state, linkKey, lastOutcome, lastReason, nextDueAt } = schedule;
  if (state === "paused") return "paused";
  if (links.every((each) => each.linkKey !== linkKey)) return "not linked";
  if (toSettings(schedule) === undefined) return "unreadable";
  if (lastOutcome === "failed") return "last failed";
  if (lastReason !== undefined && lastOutcome !== "skipped") return "overdue";
  return nextDueAt === undefined ? "has ended" : undefined;
}

interface ScheduleTroubles {
  readonly isMentionGone: boolean;
  /** Of what it shows: sentences. */
  readonly troubles: readonly string[];
  /** Permissions that it needs and the bot is missing. */
  readonly lacking: readonly ExtraPermission[];
}

/** One schedule with all there is to know about it. */
export function renderSchedule(
  schedule: Schedule,
  links: ScheduleList["links"],
  { now, commandMention, dateStyle }: RenderContext,
  { isMentionGone, troubles, lacking }: ScheduleTroubles = {
    isMentionGone: false,
    troubles: [],
    lacking: [],
  },
): Reply {
  const { id, kind, channelId, linkKey, pausedCause, state } = schedule;
  const plan = toSettings(isMentionGone ? { ...schedule, mentionRoleId: undefined } : schedule);
  const place = pausedCause === "deleted-channel" ? "In a deleted channel" : `In <#${channelId}>`;
  // The title has the kind.
  const settings = plan && formatSettingLines(plan, dateStyle, pausedCause).slice(1);
  const link = links.find((each) => each.linkKey === linkKey);
  const lines = [
    joinParts([
      place,
      link === undefined && "⚠️ its link was removed",
      link !== undefined && links.length > 1 && `of ${escapeMarkdown(link.name, 60)}`,
    ]),
    ...(settings ?? ["⚠️ I can no longer read its settings."]),
    ...[...(isMentionGone ? [mentionGoneText] : []), ...troubles].map((sentence) => `⚠️ ${sentence}`),
    ...(plan === undefined ? [] : describeMissingRights(plan, { missingPermissions: lacking })),
    describeNext(schedule, plan, dateStyle),
    describeLast(schedule),
  ];
  const text = truncate(joinParts(lines, "\n"), maxEntryLength);
  return {
    embeds: [
      createEmbed({
        title: describeKind(escapeMarkdown(kind, 40)),
        description: replaceCommandMentions(text, commandMention),
        tone: state === "paused" ? "waiting" : "information",
        footer: formatIdFooter({ Id: id }),
        at: now,
      }),
    ],
  };
}

function describeNext(
  { state, pausedReason, pausedCause, nextDueAt, nextRefreshAt }: Schedule,
  plan: ScheduleSettings | undefined,
  style: DateStyle,
): string {
  if (state === "paused")
    return `⏸️ Paused${pausedReason === undefined ? " by hand" : `: ${shortenReason(describePause(pausedReason, pausedCause))}`}`;
  if (plan !== undefined && hasNoSetTimes(plan) && nextRefreshAt !== undefined)
    return labelAge("Next look", nextRefreshAt);
  if (nextDueAt === undefined) return "Won't post again";
  const due = Temporal.Instant.fromEpochMilliseconds(nextDueAt);
  const at = plan === undefined ? timestamp(due, "f") : formatDayAndClockIn(plan.zone, nextDueAt, style);
  return `Next: ${at} (${timestamp(due, "R")})`;
}

const outcomeTexts = {
  sent: "✅ Last posted",
  skipped: "🔹 Last skipped",
  failed: "❌ Last failed",
} as const satisfies Record<NonNullable<Schedule["lastOutcome"]>, string>;

function describeLast(schedule: Schedule): string {
  const { lastRunAt, lastOutcome, lastReason, pausedReason, pausedCause, lastAsOf, mode, state } = schedule;
  // The pause reason is shown above.
  const reason =
    lastReason === undefined || lastReason === pausedReason ? undefined : shortenReason(lastReason);
  const isTrying = reason !== undefined && state !== "paused";
  if (lastRunAt === undefined || lastOutcome === undefined)
    return isTrying ? `Not posted yet; I'm still trying: ${reason}` : "Not posted yet";
  // A successful post has no reason: this one is from a later attempt still in progress.
  const isLate = lastOutcome === "sent" && reason !== undefined;
  const showsAge = mode === "live" && lastAsOf !== undefined && pausedCause !== "deleted-channel";
  // Two moments on one line would be cut in two on a phone.
  return joinParts(
    [
      joinParts([labelAge(outcomeTexts[lastOutcome], lastRunAt), !isLate && reason]),
      showsAge && labelAge("As of", lastAsOf),
      isLate && isTrying && `⚠️ Later posts are overdue; I'm still trying: ${reason}`,
    ],
    "\n",
  );
}

/** Our own sentences, whose formatting is intended. */
function shortenReason(reason: string): string {
  return truncate(reason, maxReasonLength);
}
