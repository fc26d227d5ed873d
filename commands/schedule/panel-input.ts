import { z } from "zod";
import { findZonesNamed } from "../../src/domain/zones.ts";
import { UserError } from "../../src/errors.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import {
  type BoardKind,
  getUsualOptions,
  type ScheduleRule,
  dayNames,
  describeDays,
  parseDays,
  parseRuleInput,
  parseTime,
  RuleInput,
} from "../boards/index.ts";
import { findKind } from "./kinds.ts";
import { readGuildZone, readTypedZone } from "../kit/zone-option.ts";
import type { AddView } from "./render.ts";
import {
  assertNotLive,
  assertPublishable,
  dailyRule,
  hasNoSetTimes,
  listRuns,
  ScheduleSettings,
  showsWeekSoFar,
} from "./settings.ts";

/** A new schedule as filled in, perhaps still without a time zone. */
export const ScheduleInput = z.object({
  ...ScheduleSettings.pick({
    kind: true,
    channelId: true,
    options: true,
    mentionRoleId: true,
    replaces: true,
  }).shape,
  publishes: z.boolean().optional(),
  /** Live messages are pinned unless someone says otherwise. */
  pins: z.boolean().optional(),
  mode: ScheduleSettings.shape.mode.optional(),
  rule: RuleInput,
  zone: z.string().optional(),
});
export type ScheduleInput = z.output<typeof ScheduleInput>;

/** The plan in a time zone. @throws UserError naming the part that makes no sense */
export function resolveSettings(
  zone: string,
  { rule, mode, ...typed }: ScheduleInput,
  now: number,
): ScheduleSettings {
  const kind = readKind(typed.kind);
  const typedRule = parseRuleInput(rule, now);
  const chosenMode = mode ?? (typedRule === undefined ? "live" : "new");
  const { publishes = false } = typed;
  assertNotLive(typed.replaces, chosenMode);
  assertPublishable(publishes, chosenMode);
  return {
    ...typed,
    zone,
    mode: chosenMode,
    pins: typed.pins ?? chosenMode === "live",
    publishes,
    rule: typedRule ?? getRuleWithoutTimes(kind, mode),
  };
}

/** @throws UserError if there is no such kind anymore */
export function readKind(chosen: string): BoardKind {
  const kind = findKind(chosen);
  if (kind !== undefined) return kind;
  throw new UserError("I no longer support this kind of post, so nothing was added. Choose another.");
}

/** A live board needs no set time. */
function getRuleWithoutTimes(kind: BoardKind, mode: ScheduleInput["mode"]): ScheduleRule {
  if (kind.refreshEveryMs !== undefined && (mode === undefined || mode === "live")) return dailyRule;
  throw new UserError(
    "When should I post it? Choose a time, and a day unless it's for every day. Nothing was changed.",
  );
}

/** A schedule as far as it is filled in. Days, times and the time zone are as typed, so that they can be fixed. */
export const PanelInput = ScheduleInput.partial({ kind: true, channelId: true });
export type PanelInput = z.output<typeof PanelInput>;

/** What a panel is about. */
export const PanelState = z.object({
  input: PanelInput,
  /** The schedule that is changed, and its fingerprint when the panel was opened; left out for a new one. */
  of: z.object({ id: z.string(), seen: z.string() }).optional(),
});
export type PanelState = z.output<typeof PanelState>;

export const emptyInput: PanelInput = { rule: {}, options: {}, replaces: false };

/** The panel's input for a schedule as it is. */
export function toPanelInput(settings: ScheduleSettings): PanelInput {
  return { ...settings, rule: hasNoSetTimes(settings) ? {} : toTypedRule(settings.rule) };
}

function toTypedRule(rule: ScheduleSettings["rule"]): RuleInput {
  switch (rule.kind) {
    case "weekly":
      return {
        days: rule.days.length === 7 ? "daily" : rule.days.map((day) => dayNames[day - 1]).join(", "),
        time: rule.time,
      };
    case "monthly":
      return { dayOfMonth: rule.day, time: rule.time };
    case "cron":
      return { cron: rule.expression };
    default:
      return rule satisfies never;
  }
}

export function hasTimes({ rule }: Pick<PanelInput, "rule">): boolean {
  return Object.values(rule).some((part) => part !== undefined);
}

const usualRule = { days: "Monday", time: "09:00" } as const;
const lateRule = { days: "Friday", time: "17:00" } as const;

/** Most posts are weekly; those about the week so far say something only once much of it is over. */
function getUsualRule({ kind, options }: Pick<PanelInput, "kind" | "options">) {
  return kind !== undefined && showsWeekSoFar({ kind, options }) ? lateRule : usualRule;
}

/** Until someone chooses another time; a live board needs none. */
export function withUsualTimes(input: PanelInput): PanelInput {
  return hasTimes(input) || isAlwaysLive(input) ? input : { ...input, rule: getUsualRule(input) };
}

/** @throws UserError naming what is missing or can't be read */
export function completeInput(panel: PanelInput): ScheduleInput {
  const { kind, channelId, zone, ...input } = withUsualTimes(panel);
  if (kind === undefined || channelId === undefined)
    throw new UserError(
      kind === undefined
        ? "What should I post? Choose it in the list below. Nothing was changed."
        : "Where should I post it? Choose it in the list below. Nothing was changed.",
    );
  return {
    ...input,
    kind,
    channelId,
    zone: zone === undefined ? undefined : readTypedZone(zone),
  };
}

/** A typed part that can't be used, as a sentence. What is only missing isn't a problem yet. */
export function findProblemIn({ rule, zone }: PanelInput, now: number): string | undefined {
  try {
    if (zone !== undefined) readTypedZone(zone);
    parseRuleInput({ ...rule, time: rule.time ?? "noon" }, now);
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

/** A live message without set times, as kinds are that can be and have none. */
export function isAlwaysLive({ kind, mode = "live", rule }: PanelInput): boolean {
  return !hasTimes({ rule }) && mode === "live" && canBeLive(kind);
}

export function canBeLive(kind: string | undefined): boolean {
  return kind !== undefined && findKind(kind)?.refreshEveryMs !== undefined;
}

/** The options that another kind has too are kept. */
export function pickKind(input: PanelInput, kind: BoardKind): PanelInput {
  const kept = Object.entries(input.options).filter(([key]) => key in kind.options);
  return {
    ...input,
    kind: kind.name,
    options: { ...getUsualOptions(kind.options), ...Object.fromEntries(kept) },
    mode: isAlwaysLive(input) ? undefined : input.mode,
  };
}

/** The value in the list of days for a live board. */
export const alwaysLive = "live";
const dayChoices = [
  { value: "daily", label: "Every day" },
  { value: "weekdays", label: "Monday to Friday" },
  { value: "weekend", label: "Saturday and Sunday" },
  ...dayNames.map((name) => ({ value: name, label: `Every ${name}` })),
  { value: "1", label: "On the 1st of every month" },
  { value: "31", label: "On the last day of every month" },
] as const;

export function pickDays(input: PanelInput, chosen: string): PanelInput {
  const { time = getUsualRule(input).time } = input.rule;
  if (chosen === alwaysLive) return { ...input, mode: "live", replaces: false, publishes: false, rule: {} };
  const timed = isAlwaysLive(input) ? { ...input, mode: undefined } : input;
  if (!dayChoices.some(({ value }) => value === chosen)) return input;
  return /^\d+$/.test(chosen)
    ? { ...timed, rule: { dayOfMonth: Number(chosen), time } }
    : { ...timed, rule: { days: chosen, time } };
}

export function pickTime(input: PanelInput, chosen: string): PanelInput {
  const time = parseTime(chosen);
  if (time === undefined) return input;
  const { cron: _cron, ...rule } = withUsualTimes(input).rule;
  return { ...input, rule: { ...rule, time } };
}

/** The choices of the list of days; what was typed and isn't among them comes first. */
export function listDaysOffered(input: PanelInput) {
  const { days, dayOfMonth, cron, time } = input.rule;
  const parsed = days === undefined ? undefined : parseDays(days);
  const described = parsed && describeDays(parsed);
  const chosen = isAlwaysLive(input)
    ? alwaysLive
    : dayOfMonth !== undefined
      ? String(dayOfMonth)
      : dayChoices.find(({ value }) => {
          const offered = parseDays(value);
          const usual = days === undefined && time !== undefined ? "day" : undefined;
          return offered !== undefined && describeDays(offered) === (described ?? usual);
        })?.value;
  const other =
    cron !== undefined
      ? "By a cron rule"
      : dayOfMonth !== undefined
        ? `On day ${dayOfMonth} of every month`
        : described && `Every ${described}`;
  const isOffered = chosen === alwaysLive || dayChoices.some(({ value }) => value === chosen);
  return [
    ...(isOffered || other === undefined ? [] : [{ value: "other", label: other, isChosen: true }]),
    ...(canBeLive(input.kind)
      ? [
          {
            value: alwaysLive,
            label: "Live: one message, always up to date",
            isChosen: chosen === alwaysLive,
          },
        ]
      : []),
    ...dayChoices.map((choice) => ({ ...choice, isChosen: cron === undefined && choice.value === chosen })),
  ];
}

const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);

/** The choices of the list of times, at most 25. */
export function listTimesOffered({ rule: { time } }: PanelInput) {
  const chosen = time === undefined ? undefined : parseTime(time);
  const all = chosen === undefined || hours.includes(chosen) ? hours : [chosen, ...hours];
  return all.map((value) => ({ value, label: value, isChosen: value === chosen }));
}

/** The zone of its times, as far as it is known and can be read. */
export async function readZone({ zone }: PanelInput, ctx: GuildContext): Promise<string | undefined> {
  if (zone === undefined) return readGuildZone(ctx);
  const [only, ...others] = findZonesNamed(zone, 2);
  return others.length === 0 ? only : undefined;
}

/** What the input means, once it is complete and can be read; without a time zone nobody knows when. */
export function toScheduleSettings(
  input: PanelInput,
  zone: string | undefined,
  now: number,
): AddView | "needs-zone" | undefined {
  try {
    const typed = completeInput(input);
    const plan = resolveSettings(zone ?? "UTC", typed, now);
    if (zone === undefined && hasTimes(typed)) return "needs-zone";
    return { plan, dues: listRuns(plan, now).slice(0, 1) };
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
