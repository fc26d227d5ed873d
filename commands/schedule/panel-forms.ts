import { ComponentType, type ModalSubmitFields } from "discord.js";
import { UserError } from "../../src/errors.ts";
import { plainMarks } from "../../src/typed-text.ts";
import type { BoardOption } from "./boards/board.ts";
import { findKind } from "./boards/index.ts";
import type { Modal } from "../../src/ui/reply.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { dayNames, parseDays } from "./rule-text.ts";
import { createCheckboxField, createRoleField, selectField, createTextField } from "../kit/fields.ts";
import { readRole, readSelect, readText } from "../kit/read-fields.ts";
import { modeNames } from "./format.ts";
import { getDefaults, parseOption } from "./kind-options.ts";
import { everyoneText, modes } from "./options.ts";
import type { RuleInput } from "./input.ts";
import { isAlwaysLive, type PanelInput, withUsualTimes } from "./panel-input.ts";

export interface ReadPanelForm {
  readonly input: PanelInput;
  /** What can't be used, as a sentence. */
  readonly problem?: string | undefined;
}

type ModalBody = Pick<Modal, "title" | "components">;

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
  const isTimed = Object.values(rule).some((part) => part !== undefined);
  const changed = {
    ...input,
    mode: isTimed && isAlwaysLive(input) ? undefined : input.mode,
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

const switches = [
  { id: "pins", label: "Pin the newest message instead of the previous one" },
  { id: "replaces", label: "Delete the previous message when a new one is posted" },
  { id: "publishes", label: "In an announcement channel: publish to the servers that follow it" },
] as const;
const extrasId = "extras";
/** Besides how it is posted, whom it mentions and what is ticked, a modal has room for this many. */
const maxOptions = 2;

const listBooleans = (kind: string | undefined) =>
  (findKind(kind ?? "")?.options ?? []).filter((option) => option.kind === "boolean").slice(0, 7);
const listOthers = (kind: string | undefined) =>
  (findKind(kind ?? "")?.options ?? []).filter((option) => option.kind !== "boolean").slice(0, maxOptions);

/** Everything else about a schedule. */
export function createOptionsForm(input: PanelInput): ModalBody {
  const { kind, mode = isAlwaysLive(input) ? "live" : "new", mentionRoleId } = input;
  const booleans = listBooleans(kind);
  const ticked = [
    ...switches.filter(({ id }) => input[id] ?? (id === "pins" && mode === "live")).map(({ id }) => id),
    ...booleans.filter((option) => getChosen(input, option) === true).map(({ name }) => name),
  ];
  return {
    title: "How should it be posted?",
    components: [
      selectField({
        id: "mode",
        label: "How to post it",
        required: true,
        choices: modes.map((each) => ({ name: modeNames[each], value: each })),
        value: mode,
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
        values: ticked,
        choices: [
          ...switches.map(({ id, label }) => ({ name: label, value: id })),
          ...booleans.map(({ name, label }) => ({ name: label, value: name })),
        ],
      }),
      ...listOthers(kind).map((option) => createOptionField(option, getChosen(input, option))),
    ],
  };
}

function getChosen({ options }: PanelInput, { name, default: usual }: BoardOption): unknown {
  return options[name] ?? usual;
}

function createOptionField({ name, label, kind, choices = [] }: BoardOption, chosen: unknown) {
  if (kind === "choice")
    return selectField({
      label,
      id: name,
      required: true,
      choices: choices.map((choice) => ({ name: choice.name, value: String(choice.value) })),
      value: String(chosen),
    });
  if (kind === "kinds")
    return createCheckboxField({
      label,
      id: name,
      required: true,
      choices: choices.map((choice) => ({ name: choice.name, value: String(choice.value) })),
      values: Array.isArray(chosen) ? chosen.map(String) : [],
    });
  return createTextField({ label, id: name, required: true, max: 100, value: String(chosen) });
}

export function readOptionsForm(
  fields: ModalSubmitFields,
  before: PanelInput,
  guildId: string,
): ReadPanelForm {
  const { kind } = before;
  const ticked = new Set(fields.getCheckboxGroup(extrasId));
  const options: Record<string, unknown> = { ...before.options };
  for (const { name } of listBooleans(kind)) options[name] = ticked.has(name);
  const problems: string[] = [];
  for (const option of listOthers(kind))
    try {
      const field = fields.fields.get(option.name);
      // One of another kind than when the modal was opened isn't in it.
      if (field === undefined) continue;
      const typed =
        field.type === ComponentType.StringSelect || field.type === ComponentType.CheckboxGroup
          ? field.values.join(", ")
          : readText(fields, option.name);
      options[option.name] = parseOption(option, typed);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      problems.push(error.message);
    }
  const mentionRoleId = readRole(fields, "mention");
  if (mentionRoleId === guildId) problems.push(everyoneText);
  const mode = readSelect(fields, "mode", modes);
  const found = kind === undefined ? undefined : findKind(kind);
  return {
    input: {
      ...before,
      mode,
      pins: ticked.has("pins"),
      replaces: ticked.has("replaces"),
      publishes: ticked.has("publishes"),
      mentionRoleId: mentionRoleId === guildId ? before.mentionRoleId : mentionRoleId,
      options: found === undefined ? options : { ...getDefaults(found), ...options },
    },
    problem: problems[0],
  };
}
