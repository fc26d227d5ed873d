import type { ModalSubmitFields } from "discord.js";
import { UserError } from "../../src/errors.ts";
import { plainMarks } from "../../src/typed-text.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
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
import { findKind } from "./kinds.ts";
import { modeNames } from "./format.ts";
import { hasTimes, isAlwaysLive, type PanelInput, withUsualTimes } from "./panel-input.ts";
import { dayNames, parseDays, type RuleInput, type ScheduleMode } from "../boards/index.ts";

export interface ReadPanelForm {
  readonly input: PanelInput;
  /** What can't be used, as a sentence. */
  readonly problem?: string | undefined;
}

type ModalBody = Pick<Modal, "title" | "components">;

const modes = ["new", "live", "changed"] as const satisfies readonly ScheduleMode[];

const daysField = "days";
const ruleFields = [
  { id: "time", label: "Time", description: "For example 18:30 or 6:30 pm", max: 20 },
  {
    id: "dayOfMonth",
    label: "Day of month, instead of days",
    description: "31 is always the last day",
    max: 2,
  },
  { id: "zone", label: "Time zone", description: "A large city in that time zone", max: 60 },
  {
    id: "cron",
    label: "Cron rule, instead of days and time",
    description: "Five parts, such as 0 18 * * 1; with both day parts, it posts on either",
    max: 80,
  },
] as const;

/** Times that the lists don't have. */
export function createTimeForm({ rule, zone }: PanelInput): ModalBody {
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
export function readTimeForm(fields: ModalSubmitFields, input: PanelInput): ReadPanelForm {
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

function readDayOfMonth(typed: string): number | undefined {
  const day = plainMarks(typed);
  return /^([1-9]|[12]\d|3[01])$/.test(day) ? Number(day) : undefined;
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
const switches = [
  { id: "pins", label: "Pin the newest message instead of the previous one" },
  { id: "replaces", label: "Delete the previous message when a new one is posted" },
  { id: "publishes", label: "In an announcement channel: publish to the servers that follow it" },
] as const;

/** Everything else about a schedule: a modal has room for two options of its kind that are no switches. */
export function createOptionsForm(input: PanelInput): ModalBody {
  const { mentionRoleId } = input;
  const options = listOptions(input);
  return {
    title: "How should it be posted?",
    components: [
      selectField({
        id: "mode",
        label: "How to post it",
        required: true,
        choices: modes.map((each) => ({ name: modeNames[each], value: each })),
        value: getMode(input),
      }),
      createRoleField({
        id: "mention",
        label: "A role to mention in each new message",
        placeholder: "Nobody",
        roleId: mentionRoleId,
      }),
      createCheckboxField({
        id: extrasId,
        label: "What else",
        values: listTicked(input),
        choices: [
          ...switches.map(({ id, label }) => ({ name: label, value: id })),
          ...options.flatMap(([key, { field, label }]) =>
            field === undefined ? [{ name: label, value: key }] : [],
          ),
        ],
      }),
      ...options.flatMap(([key, { field }]) => field?.create(key, input.options[key]) ?? []),
    ],
  };
}

const listOptions = ({ kind }: PanelInput) => Object.entries(findKind(kind ?? "")?.options ?? {});
const getMode = (input: PanelInput): ScheduleMode => input.mode ?? (isAlwaysLive(input) ? "live" : "new");

/** Live messages are pinned unless someone says otherwise. */
function listTicked(input: PanelInput): readonly string[] {
  return [
    ...switches.filter(({ id }) => input[id] ?? (id === "pins" && getMode(input) === "live")),
    ...listOptions(input).flatMap(([id, { field, read }]) =>
      field === undefined && read(input.options[id]) === true ? [{ id }] : [],
    ),
  ].map(({ id }) => id);
}

const everyoneText =
  "A schedule can't mention *@everyone*, so nothing was changed. Choose a role, or leave it empty.";

/** What was ticked and chosen. What a live message can't have is left out if it was ticked before. */
export function readOptionsForm(
  fields: ModalSubmitFields,
  before: PanelInput,
  guildId: string,
): ReadPanelForm {
  const problems: string[] = [];
  const ticked = new Set(fields.getCheckboxGroup(extrasId));
  const opened = new Set(listTicked(before));
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
  const mode = readSelect(fields, "mode", modes);
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
