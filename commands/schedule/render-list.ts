import {
  describeKind,
  describeKindBriefly,
  type Schedule,
  describeRuleBriefly,
  isOfDeletedChannel,
} from "../boards/index.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import { paginate } from "../../src/domain/lists.ts";
import type { Reply } from "../../src/ui/reply.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { joinParts, truncate } from "../../src/ui/lines.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { replaceCommandMentions } from "../../src/ui/command-mentions.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { formatDayAndClockIn, timestamp, describeZone, labelAge } from "../../src/ui/time.ts";
import { formatIdFooter } from "../../src/ui/receipt.ts";
import { createMenuRow } from "../../src/ui/buttons.ts";
import { turnButtons, describePage } from "../kit/paged-list.ts";
import { hasNoSetTimes, type ScheduleSettings, toSettings } from "./settings.ts";
import { describeInPlainText, findWorkspaceName, formatSettingLines } from "./format.ts";
import type { DateStyle } from "../../src/ui/formats.ts";

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

export function renderSchedules(view: ScheduleList, { commandMention }: RenderContext): Reply {
  const { schedules, links, channelNames, createCustomId, openId } = view;
  const page = paginate(schedules.toSorted(compareNextPosts), view.page, schedulesAPage);
  const paused = schedules.filter(({ state }) => state === "paused").length;
  return {
    embeds: [
      createEmbed({
        title: schedules.length === 0 ? "Schedules" : pluralize(schedules.length, "schedule"),
        description:
          schedules.length === 0
            ? `No schedules yet. Add one with ${commandMention("schedule add")}, for example the calendar every Monday.`
            : page.entries.map((schedule) => formatLine(schedule, links)).join("\n"),
        tone: schedules.length === 0 ? "over" : paused > 0 ? "waiting" : "information",
        footer: joinParts([describePage(page), paused > 0 && `${paused} paused`, describeZones(schedules)]),
      }),
    ],
    components: [
      ...createMenuRow(
        openId,
        "Open a schedule",
        page.entries.map((schedule) => ({
          value: schedule.id,
          label: describeKind(schedule.kind),
          description: describeInPlainText(schedule, { channelNames, links }),
        })),
      ),
      ...turnButtons(page, { before: "Previous", after: "Next" }, createCustomId),
    ],
  };
}

/** A schedule keeps the zone it was made with. */
function describeZones(schedules: readonly Schedule[]): string | undefined {
  const plans = schedules.map(toSettings).filter((plan) => plan !== undefined && !hasNoSetTimes(plan));
  const [zone, ...others] = new Set(plans.map((plan) => plan?.zone));
  return zone && (others.length === 0 ? describeZone(zone) : "Times in each schedule's own time zone");
}

/** Those that need someone first, then live ones, then the one that posts next. */
function compareNextPosts(one: Schedule, other: Schedule): number {
  const getRank = ({ state, mode, nextDueAt = Number.POSITIVE_INFINITY }: Schedule): number =>
    state === "paused" ? -2 : mode === "live" ? -1 : nextDueAt;
  const [a, b] = [getRank(one), getRank(other)];
  return a === b ? 0 : a - b;
}

/** One line on a phone, which says so where something is wrong; the rest shows once it is opened. */
function formatLine(schedule: Schedule, links: ScheduleList["links"]): string {
  const { kind, channelId, pausedReason, state, pins } = schedule;
  const trouble = describeProblem(schedule, links);
  const plan = toSettings(schedule);
  const mark = state === "paused" ? "⏸️" : trouble === undefined ? (pins ? "📌" : "🔹") : "⚠️";
  const place = isOfDeletedChannel(pausedReason) ? "deleted channel" : `<#${channelId}>`;
  return joinParts([
    `${mark} **${describeKindBriefly(escapeMarkdown(kind, 24))}**`,
    place,
    trouble ?? (plan && (hasNoSetTimes(plan) ? "live" : describeRuleBriefly(plan.rule))),
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

/** One schedule with all there is to know about it. */
export function renderSchedule(
  schedule: Schedule,
  links: ScheduleList["links"],
  { now, commandMention, dateStyle }: RenderContext,
): Reply {
  const title = describeKind(escapeMarkdown(schedule.kind, 40));
  const description = formatEntry(schedule, { links, commandMention, dateStyle });
  const tone = schedule.state === "paused" ? "waiting" : "information";
  return {
    embeds: [createEmbed({ title, description, tone, footer: formatIdFooter({ Id: schedule.id }), at: now })],
  };
}

function formatEntry(
  schedule: Schedule,
  {
    links,
    commandMention,
    dateStyle,
  }: Pick<ScheduleList, "links"> & Pick<RenderContext, "commandMention" | "dateStyle">,
): string {
  const { channelId, linkKey, pausedReason } = schedule;
  const plan = toSettings(schedule);
  const place = isOfDeletedChannel(pausedReason) ? "In a deleted channel" : `In <#${channelId}>`;
  const lines =
    plan === undefined
      ? ["⚠️ I can no longer read its settings."]
      : // The title has the kind.
        formatSettingLines(plan, pausedReason).slice(1);
  const link = links.find((each) => each.linkKey === linkKey);
  const workspace =
    link === undefined
      ? "⚠️ its link was removed"
      : links.length > 1 && `of ${escapeMarkdown(link.name, 60)}`;
  const text = joinParts(
    [
      joinParts([place, workspace]),
      ...lines,
      describeNext(schedule, plan, dateStyle),
      describeLast(schedule),
    ],
    "\n",
  );
  return replaceCommandMentions(truncate(text, maxEntryLength), commandMention);
}

function describeNext(
  { state, pausedReason, nextDueAt, nextRefreshAt }: Schedule,
  plan: ScheduleSettings | undefined,
  style: DateStyle,
): string {
  if (state === "paused")
    return `⏸️ Paused${pausedReason === undefined ? " by hand" : `: ${describeReason(pausedReason)}`}`;
  if (plan !== undefined && hasNoSetTimes(plan) && nextRefreshAt !== undefined)
    return labelAge("Next look", nextRefreshAt);
  if (nextDueAt === undefined) return "Won't post again";
  const at =
    plan === undefined
      ? timestamp(toInstant(nextDueAt), "f")
      : formatDayAndClockIn(plan.zone, nextDueAt, style);
  return `Next: ${at} (${timestamp(toInstant(nextDueAt), "R")})`;
}

const outcomeTexts = {
  sent: "✅ Last posted",
  skipped: "🔹 Last skipped",
  failed: "❌ Last failed",
} as const satisfies Record<NonNullable<Schedule["lastOutcome"]>, string>;

function describeLast({
  lastRunAt,
  lastOutcome,
  lastReason,
  pausedReason,
  lastAsOf,
  mode,
}: Schedule): string {
  // The pause reason is shown above.
  const reason =
    lastReason === undefined || lastReason === pausedReason ? undefined : describeReason(lastReason);
  if (lastRunAt === undefined || lastOutcome === undefined)
    return reason === undefined ? "Not posted yet" : `Not posted yet; I'm still trying: ${reason}`;
  // A successful post has no reason: this one is from a later attempt still in progress.
  const isLate = lastOutcome === "sent" && reason !== undefined;
  // Two moments on one line would be cut in two on a phone.
  return joinParts(
    [
      joinParts([labelAge(outcomeTexts[lastOutcome], lastRunAt), !isLate && reason]),
      mode === "live" &&
        lastAsOf !== undefined &&
        !isOfDeletedChannel(pausedReason) &&
        labelAge("As of", lastAsOf),
      isLate && `⚠️ Later posts are overdue; I'm still trying: ${reason}`,
    ],
    "\n",
  );
}

/** Our own sentences, whose formatting is intended; older ones name commands that are buttons now. */
function describeReason(reason: string): string {
  const present = reason
    .replace("`/schedule edit`", "*Edit…* in `/schedule list`")
    .replace("`/schedule run-now`", "*Post now…*");
  return truncate(present, maxReasonLength);
}

function toInstant(at: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(at);
}
