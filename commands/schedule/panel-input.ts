import type { ModalSubmitFields } from "discord.js";
import { z } from "zod";
import { foldText } from "../../src/domain/search.ts";
import { findZonesNamed } from "../../src/domain/zones.ts";
import { UserError } from "../../src/errors.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { plainMarks } from "../../src/typed-text.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import type { DateStyle } from "../../src/ui/formats.ts";
import type { Modal } from "../../src/ui/reply.ts";
import {
  createCheckboxField,
  createRoleField,
  createTextField,
  selectField,
  readRole,
  readSelect,
  readText,
} from "../kit/fields.ts";
import { readGuildZone, readTypedZone } from "../kit/zone-option.ts";
import {
  type BoardKind,
  getUsualOptions,
  dayNames,
  describeDays,
  formatRuleTime,
  parseDays,
  parseRuleInput,
  parseTime,
  RuleInput,
  type ScheduleRule,
  type ScheduleMode,
  scheduleModes,
} from "../boards/index.ts";
import { findKind } from "./kinds.ts";
import type { PlanView } from "./preflight.ts";
import {
  assertFitsMode,
  dailyRule,
  formatModeName,
  hasNoSetTimes,
  listRuns,
  ScheduleSettings,
  showsWeekSoFar,
  switches,
} from "./settings.ts";

/** A schedule as far as it is filled in. Days, times and the time zone are as typed, so that they can be fixed. */
export const PanelInput = ScheduleSettings.partial().extend({
  options: ScheduleSettings.shape.options,
  rule: RuleInput,
  zone: z.string().optional(),
});
export type PanelInput = z.output<typeof PanelInput>;

/** One with all that has to be filled in, perhaps still without a time zone. */
export const ScheduleInput = PanelInput.required({ kind: true, channelId: true });
export type ScheduleInput = z.output<typeof ScheduleInput>;

/** The plan in a time zone. @throws UserError naming the part that makes no sense */
export function resolveSettings(
  zone: string,
  { rule, mode, pins, replaces = false, publishes = false, ...typed }: ScheduleInput,
  now: number,
): ScheduleSettings {
  const kind = readKind(typed.kind);
  const typedRule = parseRuleInput(rule, now);
  const chosenMode = mode ?? (typedRule === undefined ? "live" : "new");
  // Live messages are pinned unless someone says otherwise.
  const how = { mode: chosenMode, pins: pins ?? chosenMode === "live", replaces, publishes };
  assertFitsMode(how);
  return { ...typed, ...how, zone, rule: typedRule ?? getRuleWithoutTimes(kind, mode) };
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

/** What a panel is about. */
export const PanelState = z.object({
  input: PanelInput,
  /** The schedule that is changed, and its fingerprint when the panel was opened; left out for a new one. */
  of: z.object({ id: z.string(), seen: z.string() }).optional(),
});
export type PanelState = z.output<typeof PanelState>;

export const emptyInput: PanelInput = { rule: {}, options: {} };

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
  if (kind === undefined)
    throw new UserError("What should I post? Choose it in the list below. Nothing was changed.");
  if (channelId === undefined)
    throw new UserError("Where should I post it? Choose it in the list below. Nothing was changed.");
  return { ...input, kind, channelId, zone: zone === undefined ? undefined : readTypedZone(zone) };
}

/** A typed part that can't be used, as a sentence. What is only missing isn't a problem yet. */
export function findProblemIn({ rule, zone }: PanelInput, now: number): string | undefined {
  const read = attempt(() => {
    if (zone !== undefined) readTypedZone(zone);
    return parseRuleInput({ ...rule, time: rule.time ?? "noon" }, now);
  });
  return read instanceof UserError ? read.message : undefined;
}

/** What it returns, or why that can't be. */
function attempt<T>(act: () => T): T | UserError {
  try {
    return act();
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
}

/** A live message without set times, as kinds are that can be and have none. */
export function isAlwaysLive({ kind, mode = "live", rule }: PanelInput): boolean {
  return !hasTimes({ rule }) && mode === "live" && canBeLive(kind);
}

function canBeLive(kind: string | undefined): boolean {
  return kind !== undefined && findKind(kind)?.refreshEveryMs !== undefined;
}

/** The options that another kind has too are kept. */
export function pickKind(input: PanelInput, chosen: string): PanelInput {
  const kind = findKind(chosen);
  if (kind === undefined) return input;
  const kept = Object.entries(input.options).filter(([key]) => key in kind.options);
  return {
    ...input,
    kind: kind.name,
    options: { ...getUsualOptions(kind.options), ...Object.fromEntries(kept) },
    mode: isAlwaysLive(input) ? undefined : input.mode,
  };
}

/** The value in the list of days for a live board. */
const alwaysLive = "live";
/** By what is typed for them: days, or a day of the month. */
const dayChoices: readonly { readonly value: string; readonly label: string }[] = [
  { value: "daily", label: "Every day" },
  { value: "weekdays", label: "Monday to Friday" },
  { value: "weekend", label: "Saturday and Sunday" },
  ...dayNames.map((name) => ({ value: name, label: `Every ${name}` })),
  { value: "1", label: "On the 1st of every month" },
  { value: "31", label: "On the last day of every month" },
];

function toDaysOf(choice: string): RuleInput {
  return /^\d+$/.test(choice) ? { dayOfMonth: Number(choice) } : { days: choice };
}

export function pickDays(input: PanelInput, chosen: string): PanelInput {
  const { time = getUsualRule(input).time } = input.rule;
  if (chosen === alwaysLive) return { ...input, mode: "live", replaces: false, publishes: false, rule: {} };
  if (!dayChoices.some(({ value }) => value === chosen)) return input;
  const mode = isAlwaysLive(input) ? undefined : input.mode;
  return { ...input, mode, rule: { ...toDaysOf(chosen), time } };
}

export function pickTime(input: PanelInput, chosen: string): PanelInput {
  const time = parseTime(chosen);
  if (time === undefined) return input;
  const { cron: _cron, ...rule } = withUsualTimes(input).rule;
  return { ...input, rule: { ...rule, time } };
}

/** The choices of the list of days; what was typed and isn't among them comes first. */
export function listDaysOffered(input: PanelInput) {
  const isLive = isAlwaysLive(input);
  const described = isLive ? undefined : describeDaysOf(input.rule);
  const offered = dayChoices.map((choice) => ({
    ...choice,
    isChosen: describeDaysOf(toDaysOf(choice.value)) === described,
  }));
  const live = { value: alwaysLive, label: "Live: one message, always up to date", isChosen: isLive };
  return [
    ...(described === undefined || offered.some(({ isChosen }) => isChosen)
      ? []
      : [{ value: "other", label: described, isChosen: true }]),
    ...(canBeLive(input.kind) ? [live] : []),
    ...offered,
  ];
}

/** `undefined` if there are none yet, or they can't be read. */
function describeDaysOf({ days, dayOfMonth, cron, time }: RuleInput): string | undefined {
  if (cron !== undefined) return "By a cron rule";
  if (dayOfMonth !== undefined) return `On day ${dayOfMonth} of every month`;
  const parsed = parseDays(days ?? (time === undefined ? "" : "daily"));
  return parsed && `Every ${describeDays(parsed)}`;
}

export const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);

/** The choices of the list of times, at most 25. */
export function listTimesOffered({ rule: { time } }: PanelInput, style: DateStyle) {
  const chosen = time === undefined ? undefined : parseTime(time);
  const all = chosen === undefined || hours.includes(chosen) ? hours : [chosen, ...hours];
  return all.map((value) => ({ value, label: formatRuleTime(value, style), isChosen: value === chosen }));
}

/** The zone of its times, as far as it is known and can be read. */
export async function findZone({ zone }: PanelInput, ctx: GuildContext): Promise<string | undefined> {
  if (zone === undefined) return readGuildZone(ctx);
  const [only, ...others] = findZonesNamed(zone, 2);
  return others.length === 0 ? only : undefined;
}

/** What the input means, once it is complete and can be read; without a time zone nobody knows when. */
export function toScheduleSettings(
  input: PanelInput,
  zone: string | undefined,
  now: number,
): PlanView | "needs-zone" | undefined {
  const read = attempt(() => {
    const typed = completeInput(input);
    const plan = resolveSettings(zone ?? "UTC", typed, now);
    return zone === undefined && hasTimes(typed)
      ? "needs-zone"
      : { plan, dues: listRuns(plan, now).slice(0, 1) };
  });
  return read instanceof UserError ? undefined : read;
}

// The panel's forms.

export interface Filled {
  readonly input: PanelInput;
  /** What can't be used, as a sentence. */
  readonly problem?: string | undefined;
}

/** A form that a button of the panel opens. */
export interface PanelForm {
  readonly name: "time-form" | "options-form";
  readonly opener: "other-time" | "options";
  readonly label: string;
  create(this: void, input: PanelInput): Pick<Modal, "title" | "components">;
  read(this: void, fields: ModalSubmitFields, before: PanelInput, guildId: string): Filled;
}

const daysField = "days";
const ruleFields = [
  { id: "time", label: "Time", description: "For example 18:30 or 6:30 pm", max: 20 },
  {
    id: "dayOfMonth",
    label: "Day of month, instead of days",
    description: "31 is always the last day",
    max: 20,
  },
  { id: "zone", label: "Time zone", description: "A large city or a country in that time zone", max: 60 },
  {
    id: "cron",
    label: "Cron rule, instead of days and time",
    description: "Five parts, such as 0 18 * * 1; with both day parts, it posts on either",
    max: 80,
  },
] as const;

/** Times that the lists don't have. */
export const timeForm: PanelForm = {
  name: "time-form",
  opener: "other-time",
  label: "Other time…",
  create: createTimeForm,
  read: readTimeForm,
};

function createTimeForm({ rule, zone }: PanelInput) {
  const values: Readonly<Record<string, string | number | undefined>> = { ...rule, zone };
  const days = parseDays(rule.days ?? "") ?? [];
  return {
    title: "When should it be posted?",
    components: [
      createCheckboxField({
        id: daysField,
        label: "Days",
        description: "Every day if you tick none.",
        choices: dayNames.map((name) => ({ name, value: name })),
        values: dayNames.filter((_name, index) => days.includes(index + 1)),
      }),
      ...ruleFields.map((field) => createTextField({ ...field, value: String(values[field.id] ?? "") })),
    ],
  };
}

/** The ticked days as text; with none ticked, text that couldn't be read stays as it was. */
function readDays(fields: ModalSubmitFields, before: string | undefined): string | undefined {
  const ticked = fields.getCheckboxGroup(daysField);
  if (ticked.length > 0) return ticked.join(", ");
  return parseDays(before ?? "") === undefined ? before : undefined;
}

/**
 * What was typed. What the form was opened with and nobody touched gives way to what is typed instead of it; a day of the
 * month that is no number is left out.
 */
function readTimeForm(fields: ModalSubmitFields, input: PanelInput): Filled {
  const typed = (id: string) => readText(fields, id) || undefined;
  const opened = withUsualTimes(input).rule;
  const day = typed("dayOfMonth");
  const dayOfMonth = day === undefined ? undefined : readDayOfMonth(day);
  const { rule, problem } = settleRule(
    { days: readDays(fields, input.rule.days), time: typed("time"), dayOfMonth, cron: typed("cron") },
    opened,
  );
  const changed = {
    ...input,
    mode: hasTimes({ rule }) && isAlwaysLive(input) ? undefined : input.mode,
    zone: typed("zone"),
    rule,
  };
  if (day === undefined || dayOfMonth !== undefined) return { input: changed, problem };
  return {
    input: changed,
    problem: `“${escapeMarkdown(day, 20)}” isn't a day of the month, so it was left out. Type a number from 1 to 31.`,
  };
}

/** `15`, `15.`, `the 15th`, `last` or `last day`. */
function readDayOfMonth(typed: string): number | undefined {
  const day = foldText(plainMarks(typed)).trim().replace(/^the /, "");
  if (/^last(?: day)?$/.test(day)) return 31;
  const [, digits] = /^([1-9]|[12]\d|3[01])(?:st|nd|rd|th)?\.?$/.exec(day) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Of parts that exclude each other, those that were changed; of several, the more exact one. */
function settleRule(
  typed: RuleInput,
  opened: RuleInput,
): { readonly rule: RuleInput; readonly problem?: string } {
  const { days, time, dayOfMonth, cron } = typed;
  const isNew = {
    days: days !== undefined && !isSameDays(days, opened.days),
    time: time !== undefined && time !== opened.time,
    dayOfMonth: dayOfMonth !== undefined && dayOfMonth !== opened.dayOfMonth,
    cron: cron !== undefined && cron !== opened.cron,
  };
  const hasNewTimes = isNew.days || isNew.time || isNew.dayOfMonth;
  if (cron !== undefined && (isNew.cron || !hasNewTimes)) {
    const rule = { cron };
    return hasNewTimes
      ? { rule, problem: "A cron rule has its own days and times, so the others were left out." }
      : { rule };
  }
  if (days === undefined || dayOfMonth === undefined) return { rule: { days, time, dayOfMonth } };
  if (!isNew.dayOfMonth) return { rule: { days, time } };
  const rule = { dayOfMonth, time };
  return isNew.days
    ? { rule, problem: "You ticked days and typed a day of the month, so the ticked ones were left out." }
    : { rule };
}

function isSameDays(typed: string, opened: string | undefined): boolean {
  return typed === opened || parseDays(typed)?.join() === parseDays(opened ?? "")?.join();
}

const extrasId = "extras";

/** Everything else about a schedule: a modal has room for two options of its kind that are no switches. */
export const optionsForm: PanelForm = {
  name: "options-form",
  opener: "options",
  label: "More options…",
  create: createOptionsForm,
  read: readOptionsForm,
};

function createOptionsForm(input: PanelInput) {
  const tickable = listTickable(input);
  return {
    title: "How should it be posted?",
    components: [
      selectField({
        id: "mode",
        label: "How to post it",
        required: true,
        choices: scheduleModes.map((each) => ({ name: formatModeName(each), value: each })),
        value: getMode(input),
      }),
      createRoleField({
        id: "mention",
        label: "A role to mention in each new message",
        placeholder: "Nobody",
        roleId: input.mentionRoleId,
      }),
      createCheckboxField({
        id: extrasId,
        label: "What else",
        values: tickable.filter(({ isTicked }) => isTicked).map(({ id }) => id),
        choices: tickable.map(({ id, label }) => ({ name: label, value: id })),
      }),
      ...listOptions(input).flatMap(([key, { field }]) => field?.create(key, input.options[key]) ?? []),
    ],
  };
}

const listOptions = ({ kind }: PanelInput) => Object.entries(findKind(kind ?? "")?.options ?? {});
const getMode = (input: PanelInput): ScheduleMode => input.mode ?? (isAlwaysLive(input) ? "live" : "new");

/** The switches of every schedule, and of its kind. */
function listTickable(input: PanelInput) {
  const isPinned = getMode(input) === "live";
  return [
    ...switches.map(({ id, label }) => ({ id, label, isTicked: input[id] ?? (id === "pins" && isPinned) })),
    ...listOptions(input).flatMap(([id, { field, label, read }]) =>
      field === undefined ? [{ id, label, isTicked: read(input.options[id]) === true }] : [],
    ),
  ];
}

const everyoneText =
  "A schedule can't mention *@everyone*, so nothing was changed. Choose a role, or leave it empty.";

/** What was ticked and chosen. What a live message can't have is left out if it was ticked before. */
function readOptionsForm(fields: ModalSubmitFields, before: PanelInput, guildId: string): Filled {
  const problems: string[] = [];
  const ticked = new Set(fields.getCheckboxGroup(extrasId));
  const opened = new Set(listTickable(before).flatMap(({ id, isTicked }) => (isTicked ? id : [])));
  const options: Record<string, unknown> = { ...before.options };
  for (const [key, { field }] of listOptions(before))
    try {
      if (field === undefined) options[key] = ticked.has(key);
      // One of another kind than when the modal was opened isn't in it.
      else if (fields.fields.has(key)) options[key] = field.read(fields, key);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      problems.push(error.message);
    }
  const role = readRole(fields, "mention");
  if (role === guildId) problems.push(everyoneText);
  const mode = readSelect(fields, "mode", scheduleModes);
  const becomesLive = mode === "live" && getMode(before) !== "live";
  const isStillTicked = (id: "replaces" | "publishes") => ticked.has(id) && !(becomesLive && opened.has(id));
  return {
    input: {
      ...before,
      mode,
      pins: ticked.has("pins") === opened.has("pins") ? before.pins : ticked.has("pins"),
      replaces: isStillTicked("replaces"),
      publishes: isStillTicked("publishes"),
      mentionRoleId: role === guildId ? before.mentionRoleId : role,
      options,
    },
    problem: problems[0],
  };
}
