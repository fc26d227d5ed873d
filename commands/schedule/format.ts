import {
  describeKind,
  describeKindBriefly,
  describeInChannel,
  describeRule,
  type Schedule,
  type ScheduleMode,
} from "../boards/index.ts";
import { findKind } from "./kinds.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { joinParts, truncate, capitalize } from "../../src/ui/lines.ts";
import { inlineCode, plainText } from "../../src/ui/escape.ts";
import { formatDuration } from "../../src/ui/time.ts";
import { hasNoSetTimes, type ScheduleSettings, toSettings, findRefreshEveryMs } from "./settings.ts";

const maxOptionsLength = 240;

export const modeNames: Readonly<Record<ScheduleMode, string>> = {
  new: "A new message each time",
  live: "One live message",
  changed: "A new message when something changed",
};

/** The same in a list. */
const modePhrases: Readonly<Record<ScheduleMode, string>> = {
  new: "a new message each time",
  live: "one live message",
  changed: "a new message when something changed",
};

/** `every Monday at 18:00 (Europe/Berlin)`. */
export function describeWhen({ rule, zone }: Pick<ScheduleSettings, "rule" | "zone">): string {
  return `${describeTimes({ rule })} (${zone})`;
}

/** The same without the zone. */
export function describeTimes({ rule }: Pick<ScheduleSettings, "rule">): string {
  // The asterisks of a cron rule would format text.
  return rule.kind === "cron" ? `by the cron rule ${inlineCode(rule.expression)}` : describeRule(rule);
}

export function describeMode(plan: ScheduleSettings): string {
  const everyMs = findRefreshEveryMs(plan);
  return everyMs === undefined
    ? modeNames[plan.mode]
    : `${modeNames[plan.mode]} every ${formatDuration(everyMs)}`;
}

/** A schedule's settings, one per line, most important first. */
export function formatSettingLines(plan: ScheduleSettings, pausedReason?: string): readonly string[] {
  const { kind, channelId } = plan;
  return [
    `**${describeKind(kind)}** ${describeInChannel(channelId, pausedReason)}`,
    hasNoSetTimes(plan) ? "" : capitalize(describeWhen(plan)),
    describeHow(plan, describeMode(plan)),
    describeOption(plan),
  ].filter((line) => line !== "");
}

/** A new message each time goes without saying. */
function describeHow(
  { mode, pins, replaces, publishes, mentionRoleId }: ScheduleSettings,
  modeText: string,
): string {
  return joinParts([
    mode !== "new" && modeText,
    pins && "📌 pinned",
    replaces && "🧹 deletes the previous one",
    publishes && "📣 published to servers that follow the channel",
    mentionRoleId !== undefined && `🔔 mentions <@&${mentionRoleId}>`,
  ]);
}

/** What and when, for a title: `Standings: every Sunday at 20:00`. */
export function formatScheduleTitle(plan: ScheduleSettings): string {
  const when = hasNoSetTimes(plan)
    ? `live, checked every ${formatDuration(findRefreshEveryMs(plan) ?? 0)}`
    : describeTimes(plan);
  return `${describeKindBriefly(plan.kind)}: ${when}`;
}

/** The rest below that title, one per line: where first. */
export function formatLinesUnderTitle(plan: ScheduleSettings): readonly string[] {
  const isLive = hasNoSetTimes(plan);
  return [
    joinParts([`<#${plan.channelId}>`, !isLive && plan.zone]),
    // The title says how a board without set times is posted.
    describeHow(plan, isLive ? "" : describeMode(plan)),
    describeOption(plan),
  ].filter((line) => line !== "");
}

/** An option of the kind: `Shows next week`. */
function describeOption(plan: ScheduleSettings): string {
  return truncate(formatOptions(plan), maxOptionsLength);
}

function formatOptions({ kind, options }: ScheduleSettings): string {
  return joinParts(
    Object.entries(findKind(kind)?.options ?? {}).map(([key, option]) => option.describe(options[key])),
  );
}

/** In words, for the audit log: what differs from another plan; of a single plan, all but what goes without saying. */
export function describeChanges(plan: ScheduleSettings, other?: ScheduleSettings): string {
  const others = other && listParts(other);
  return joinParts(
    listParts(plan)
      .filter(([text, isUsual], index) => (others === undefined ? !isUsual : text !== others[index]?.[0]))
      .map(([text]) => text),
  );
}

function listParts(plan: ScheduleSettings): readonly (readonly [text: string, isUsual?: boolean])[] {
  const { kind, rule, zone, channelId, mode, pins, replaces, publishes, mentionRoleId } = plan;
  const options = formatOptions(plan);
  return [
    [describeKind(kind)],
    [`in <#${channelId}>`],
    [hasNoSetTimes(plan) ? "no set times" : `${describeRule(rule)} (${zone})`, hasNoSetTimes(plan)],
    [modePhrases[mode]],
    pins ? ["pinned"] : ["not pinned", true],
    replaces ? ["deletes the previous message"] : ["keeps the previous message", true],
    publishes ? ["published"] : ["not published", true],
    mentionRoleId === undefined ? ["mentions nobody", true] : [`mentions <@&${mentionRoleId}>`],
    options === "" ? ["with the usual options", true] : [options],
  ];
}

/** What changed, one line for each setting: `When: every Monday at 9:00 → every Tuesday at 9:00`. */
export function formatChangeLines(
  before: ScheduleSettings | undefined,
  after: ScheduleSettings,
): readonly string[] {
  if (before === undefined) return [];
  const old = listNamedParts(before);
  return listNamedParts(after).flatMap(([name, text], index) => {
    const was = old[index]?.[1];
    return was === text ? [] : [`**${name}:** ${was ?? ""} → ${text}`];
  });
}

function listNamedParts(plan: ScheduleSettings): readonly (readonly [name: string, text: string])[] {
  const { kind, channelId, pins, replaces, publishes, mentionRoleId } = plan;
  return [
    ["What", describeKind(kind)],
    ["Where", `<#${channelId}>`],
    ["When", hasNoSetTimes(plan) ? "no set times" : describeWhen(plan)],
    ["How", describeMode(plan)],
    ["Pinned", pins ? "yes" : "no"],
    ["Previous message", replaces ? "deleted" : "kept"],
    ["Published", publishes ? "yes" : "no"],
    ["Mentions", mentionRoleId === undefined ? "nobody" : `<@&${mentionRoleId}>`],
    ["Options", describeOption(plan) || "none"],
  ];
}

/** The name of a schedule's workspace, where the guild has several. */
export function findWorkspaceName(
  { linkKey }: Pick<Schedule, "linkKey">,
  links: readonly Pick<GuildLink, "linkKey" | "name">[],
): string | undefined {
  return links.length > 1 ? links.find((link) => link.linkKey === linkKey)?.name : undefined;
}

interface ScheduleNames {
  /** By channel id. */
  readonly channelNames: ReadonlyMap<string, string>;
  readonly links: readonly Pick<GuildLink, "linkKey" | "name">[];
}

/** A schedule in plain text, without its kind: `#calendar · every Monday at 18:00`. */
export function describeInPlainText(schedule: Schedule, { channelNames, links }: ScheduleNames): string {
  const plan = toSettings(schedule);
  const channel = channelNames.get(schedule.channelId);
  return joinParts([
    channel !== undefined && `#${channel}`,
    plan && (hasNoSetTimes(plan) ? "live" : describeRule(plan.rule)),
    schedule.state === "paused" && "paused",
    plainText(findWorkspaceName(schedule, links) ?? "", 40),
  ]);
}
