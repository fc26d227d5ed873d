import { type DateStyle, usualDateStyle } from "../../src/ui/formats.ts";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import {
  type PauseCause,
  describeKind,
  describeKindBriefly,
  partOption,
  describeInChannel,
  describeRule,
  type ClockChange,
  listClockChanges,
  listNextDues,
  ScheduleRule,
  type Schedule,
  type ScheduleMode,
  scheduleModes,
  settingNames,
} from "../boards/index.ts";
import { isZoneKnown } from "../../src/domain/zones.ts";
import { UserError } from "../../src/errors.ts";
import { inlineCode } from "../../src/ui/escape.ts";
import { capitalize, joinParts, truncate } from "../../src/ui/lines.ts";
import { formatEvery } from "../../src/ui/time.ts";
import { findKind } from "./kinds.ts";

/** The ways to post, as a sentence has them. */
const modes: Readonly<Record<ScheduleMode, string>> = {
  new: "a new message each time",
  live: "one live message",
  changed: "a new message when something changed",
};

/** What can be ticked for every schedule, and its words: in the form, in a card, where it was changed, and in the audit log. */
export const switches = [
  {
    id: "pins",
    label: "Pin the newest message instead of the previous one",
    mark: "📌 pinned",
    name: "Pinned",
    on: { value: "yes", logged: "pinned" },
    off: { value: "no", logged: "not pinned" },
    refusalIfLive: undefined,
  },
  {
    id: "replaces",
    label: "Delete the previous message when a new one is posted",
    mark: "🧹 deletes the previous one",
    name: "Previous message",
    on: { value: "deleted", logged: "deletes the previous message" },
    off: { value: "kept", logged: "keeps the previous message" },
    refusalIfLive:
      "A live message is edited in place, so there is no earlier one to delete. Nothing was changed. Untick that in *More options…*, or choose another way to post it.",
  },
  {
    id: "publishes",
    label: "In an announcement channel: publish to the servers that follow it",
    mark: "📣 published to servers that follow the channel",
    name: "Published",
    on: { value: "yes", logged: "published" },
    off: { value: "no", logged: "not published" },
    // Discord would stop after a few edits.
    refusalIfLive:
      "Discord lets a published message be edited only a few times an hour, so a live message can't be published. Nothing was changed. Untick that in *More options…*, or choose another way to post it.",
  },
] as const;

/** A schedule's settings. */
export const ScheduleSettings = z.object({
  kind: z.string(),
  channelId: z.string(),
  mode: z.enum(scheduleModes),
  rule: ScheduleRule,
  zone: z.string().refine(isZoneKnown),
  options: z.record(z.string(), z.unknown()),
  mentionRoleId: z.string().optional(),
  pins: z.boolean(),
  replaces: z.boolean(),
  publishes: z.boolean(),
});
export type ScheduleSettings = z.output<typeof ScheduleSettings>;

/** `undefined` if the stored settings can no longer be read. */
export function toSettings(schedule: Schedule): ScheduleSettings | undefined {
  return ScheduleSettings.safeParse(schedule).data;
}

/** Changes whenever someone changes the schedule. */
export function computeFingerprint(schedule: Schedule): string {
  return JSON.stringify(settingNames.map((name) => schedule[name] ?? ""));
}

/** @throws UserError for what a live message can't have */
export function assertFitsMode(
  settings: Pick<ScheduleSettings, "mode" | (typeof switches)[number]["id"]>,
): void {
  if (settings.mode !== "live") return;
  for (const { id, refusalIfLive } of switches)
    if (settings[id] && refusalIfLive !== undefined) throw new UserError(refusalIfLive);
}

type Place = Pick<ScheduleSettings, "kind" | "channelId" | "mode">;

/** Whether a schedule's newest message no longer is its own after a change, which then starts another one. */
export function startsNewMessage(before: Place, after: Place): boolean {
  return (
    before.channelId !== after.channelId ||
    before.kind !== after.kind ||
    (before.mode === "live") !== (after.mode === "live")
  );
}

const runsShown = 3;

export function listRuns({ rule, zone }: ScheduleSettings, now: number): readonly number[] {
  return listNextDues(rule, zone, now, runsShown);
}

/** The changes of clocks in the next year that its times fall into. */
export function listChanges(settings: ScheduleSettings, now: number): readonly ClockChange[] {
  return hasNoSetTimes(settings) ? [] : listClockChanges(settings.rule, settings.zone, now);
}

/** The rule of a live board: once a day it is posted again if necessary. */
export const dailyRule: ScheduleRule = { kind: "weekly", days: [1, 2, 3, 4, 5, 6, 7], time: "00:00" };

/** It has no set times and needs none, so texts don't mention any. */
export function hasNoSetTimes(settings: Pick<ScheduleSettings, "kind" | "mode" | "rule">): boolean {
  return findRefreshEveryMs(settings) !== undefined && isDeepStrictEqual(settings.rule, dailyRule);
}

/** Whether its posts are about a week that isn't over: early in the week there's hardly anything to show. */
export function showsWeekSoFar({ kind, options }: Pick<ScheduleSettings, "kind" | "options">): boolean {
  return kind === "team" || (findKind(kind)?.options["part"] === partOption && options["part"] !== "final");
}

/** When a schedule is due and refreshed from now on, as it is stored. */
export function computeNextTimes(settings: ScheduleSettings, now: number) {
  const refreshEveryMs = findRefreshEveryMs(settings);
  return {
    nextDueAt: listRuns(settings, now)[0],
    refreshEveryMs,
    nextRefreshAt: refreshEveryMs === undefined ? undefined : now + refreshEveryMs,
  };
}

/** How often the message is updated between its set times; `undefined` if it isn't. */
export function findRefreshEveryMs({
  kind,
  mode,
}: Pick<ScheduleSettings, "kind" | "mode">): number | undefined {
  return mode === "live" ? findKind(kind)?.refreshEveryMs : undefined;
}

// In words.

export function formatModeName(mode: ScheduleMode): string {
  return capitalize(modes[mode]);
}

/** `every Monday at 18:00 (Europe/Berlin)`. */
export function describeWhen(
  { rule, zone }: Pick<ScheduleSettings, "rule" | "zone">,
  style: DateStyle,
): string {
  return `${describeTimes({ rule }, style)} (${zone})`;
}

/** The same without the zone. */
export function describeTimes({ rule }: Pick<ScheduleSettings, "rule">, style: DateStyle): string {
  // The asterisks of a cron rule would format text.
  return rule.kind === "cron" ? `by the cron rule ${inlineCode(rule.expression)}` : describeRule(rule, style);
}

function describeMode(plan: ScheduleSettings): string {
  const everyMs = findRefreshEveryMs(plan);
  const name = formatModeName(plan.mode);
  return everyMs === undefined ? name : `${name}, checked ${formatEvery(everyMs)}`;
}

/** A schedule's settings, one per line, most important first. */
export function formatSettingLines(
  plan: ScheduleSettings,
  style: DateStyle,
  pausedCause?: PauseCause,
): readonly string[] {
  const { kind, channelId } = plan;
  return [
    `**${describeKind(kind)}** ${describeInChannel(channelId, pausedCause)}`,
    hasNoSetTimes(plan) ? "" : capitalize(describeWhen(plan, style)),
    describeHow(plan, describeMode(plan)),
    shortenOptions(describeOptions(plan)),
  ].filter((line) => line !== "");
}

/** What and when, for a title: `Standings: every Sunday at 20:00`. */
export function formatScheduleTitle(plan: ScheduleSettings, style: DateStyle): string {
  const when = hasNoSetTimes(plan)
    ? `live, checked ${formatEvery(findRefreshEveryMs(plan) ?? 0)}`
    : describeTimes(plan, style);
  return `${describeKindBriefly(plan.kind)}: ${when}`;
}

/** The rest below that title, one per line: where first. */
export function formatLinesUnderTitle(plan: ScheduleSettings): readonly string[] {
  const isLive = hasNoSetTimes(plan);
  return [
    joinParts([`<#${plan.channelId}>`, !isLive && plan.zone]),
    // The title says how a board without set times is posted.
    describeHow(plan, isLive ? "" : describeMode(plan)),
    shortenOptions(describeOptions(plan)),
  ].filter((line) => line !== "");
}

/** A new message each time goes without saying. */
function describeHow(plan: ScheduleSettings, modeText: string): string {
  const { mode, mentionRoleId } = plan;
  return joinParts([
    mode !== "new" && modeText,
    ...switches.map(({ id, mark }) => plan[id] && mark),
    mentionRoleId !== undefined && `🔔 mentions <@&${mentionRoleId}>`,
  ]);
}

/** The options of its kind: `Shows next week`. */
function describeOptions({ kind, options }: ScheduleSettings): string {
  return joinParts(
    Object.entries(findKind(kind)?.options ?? {}).map(([key, option]) => option.describe(options[key])),
  );
}

/** On a line of their own; the audit log has all of them. */
const shortenOptions = (options: string) => truncate(options, 240);

interface SettingWords {
  readonly name: string;
  readonly value: string;
  /** In the audit log, where it has no name; its value if that's enough. */
  readonly logged?: string;
  /** It goes without saying. */
  readonly isUsual?: boolean;
}

function listWords(plan: ScheduleSettings, style: DateStyle): readonly SettingWords[] {
  const { kind, channelId, rule, zone, mode, mentionRoleId } = plan;
  const role = mentionRoleId === undefined ? undefined : `<@&${mentionRoleId}>`;
  const options = describeOptions(plan);
  return [
    { name: "What", value: describeKind(kind) },
    { name: "Where", value: `<#${channelId}>`, logged: `in <#${channelId}>` },
    hasNoSetTimes(plan)
      ? { name: "When", value: "no set times", isUsual: true }
      : {
          name: "When",
          value: describeWhen(plan, style),
          logged: `${describeRule(rule, usualDateStyle)} (${zone})`,
        },
    { name: "How", value: describeMode(plan), logged: modes[mode] },
    ...switches.map(({ id, name, on, off }) =>
      plan[id] ? { name, ...on } : { name, ...off, isUsual: true },
    ),
    role === undefined
      ? { name: "Mentions", value: "nobody", logged: "mentions nobody", isUsual: true }
      : { name: "Mentions", value: role, logged: `mentions ${role}` },
    options === ""
      ? { name: "Options", value: "none", logged: "with the usual options", isUsual: true }
      : { name: "Options", value: shortenOptions(options), logged: options },
  ];
}

/** In words, for the audit log: what differs from another plan; of a single plan, all but what goes without saying. */
export function describeChanges(plan: ScheduleSettings, other?: ScheduleSettings): string {
  const say = ({ value, logged = value }: SettingWords) => logged;
  const others = other && listWords(other, usualDateStyle).map(say);
  return joinParts(
    listWords(plan, usualDateStyle).map((words, index) => {
      const isSaid = others === undefined ? words.isUsual !== true : say(words) !== others[index];
      return isSaid && say(words);
    }),
  );
}

const Planned = z.object({ plan: ScheduleSettings });

/** The settings of the plan in an entry's details, but for what is posted where. */
export function describePlanned(detail: unknown): string | undefined {
  const { plan } = Planned.safeParse(detail).data ?? {};
  if (plan === undefined) return undefined;
  const [_what, _where, ...rest] = listWords(plan, usualDateStyle);
  return joinParts(rest.map(({ value, logged = value, isUsual = false }) => !isUsual && logged));
}

/** What changed, one line for each setting: `When: every Monday at 9:00 → every Tuesday at 9:00`. */
export function formatChangeLines(
  before: ScheduleSettings | undefined,
  after: ScheduleSettings,
  style: DateStyle,
): readonly string[] {
  const old = before === undefined ? [] : listWords(before, style);
  const present = listWords(after, style);
  return old.flatMap(({ name, value }, index) => {
    const now = present[index]?.value ?? "";
    return value === now ? [] : [`**${name}:** ${value} → ${now}`];
  });
}
