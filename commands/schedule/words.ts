import type { BoardOption } from "../../src/boards/board.ts";
import { findKind, kindWords } from "../../src/boards/index.ts";
import { ruleWords } from "../../src/domain/schedule-words.ts";
import type { Schedule, ScheduleMode } from "../../src/store/schedules.ts";
import { inChannel } from "../../src/text/channel-gone.ts";
import { clip } from "../../src/text/clip.ts";
import { code, inert } from "../../src/text/inert.ts";
import { durationWords } from "../../src/text/time.ts";
import { joined } from "../shared/lines.ts";
import { isAlwaysLive, type Plan, planOf, refreshEveryMs } from "./plan.ts";

const maxOptionsLength = 240;

export const modeNames: Readonly<Record<ScheduleMode, string>> = {
  new: "A new message each time",
  standing: "One message, kept up to date",
  changed: "A new message, only when something changed",
};

/** `every Monday at 18:00 (Europe/Berlin)`. */
export function whenWords({ rule, zone }: Pick<Plan, "rule" | "zone">): string {
  // The stars of a cron rule would turn letters bold.
  const words = rule.kind === "cron" ? `by the cron rule ${code(rule.expression)}` : ruleWords(rule);
  return `${words} (${zone})`;
}

export function modeWords(plan: Plan): string {
  const everyMs = refreshEveryMs(plan);
  return everyMs === undefined
    ? modeNames[plan.mode]
    : `${modeNames[plan.mode]} every ${durationWords(everyMs)}`;
}

/** What a schedule does, a line each, the most wanted first. */
export function planLines(plan: Plan, pausedReason?: string): readonly string[] {
  const { kind, channelId, pins, replaces, mentionRoleId } = plan;
  return [
    `**${kindWords(kind)}** ${inChannel(channelId, pausedReason)}`,
    isAlwaysLive(plan) ? "" : upperFirst(whenWords(plan)),
    joined([
      modeWords(plan),
      pins && "📌 pinned",
      replaces && "deletes the one before",
      mentionRoleId !== undefined && `🔔 mentions <@&${mentionRoleId}>`,
    ]),
    optionWords(plan),
  ].filter((line) => line !== "");
}

/** What was chosen about the kind: `Shows next week`. */
function optionWords({ kind, options }: Plan): string {
  const parts = (findKind(kind)?.options ?? []).map((option) =>
    chosenWords(option, options[option.name] ?? option.default),
  );
  return clip(upperFirst(joined(parts)), maxOptionsLength);
}

function chosenWords({ chosen, choices = [] }: BoardOption, value: unknown): string | undefined {
  if (typeof value === "boolean") return value ? chosen("") : undefined;
  const said = Array.isArray(value)
    ? value.map((name) => kindWords(inert(String(name), 40))).join(", ")
    : (choices.find((choice) => choice.value === value)?.name ?? inert(String(value), 40));
  return chosen(said === "" ? "none" : said);
}

/** The parts in which two plans differ, for the record; of one plan all of them. */
export function differences(plan: Plan, other?: Plan): string {
  const others = other === undefined ? [] : partsOf(other);
  return partsOf(plan)
    .filter((part, index) => part !== others[index])
    .join(", ");
}

function partsOf(plan: Plan): readonly string[] {
  const { kind, rule, zone, channelId, mode, pins, replaces, mentionRoleId, options } = plan;
  return [
    kindWords(kind),
    `${ruleWords(rule)} (${zone})`,
    modeNames[mode].toLowerCase(),
    `channel ${channelId}`,
    pins ? "pinned" : "not pinned",
    replaces ? "the message before deleted" : "the message before kept",
    mentionRoleId === undefined ? "no mention" : `mention of ${mentionRoleId}`,
    ...(Object.keys(options).length === 0 ? [] : [JSON.stringify(options)]),
  ];
}

/** How a schedule is told from others in plain text: `Calendar of the week · #calendar · every Monday at 18:00`. */
export function scheduleLabel(schedule: Schedule, channelNames: ReadonlyMap<string, string>): string {
  const plan = planOf(schedule);
  const channel = channelNames.get(schedule.channelId);
  return joined([
    kindWords(schedule.kind),
    channel !== undefined && `#${channel}`,
    plan && (isAlwaysLive(plan) ? "kept up to date" : ruleWords(plan.rule)),
    schedule.state === "paused" && "paused",
  ]);
}

export function upperFirst(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
