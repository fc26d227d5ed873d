import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import type { BoardKind } from "./boards/board.ts";
import { findKind } from "./boards/index.ts";
import { parseDays, parseTime } from "./rule-text.ts";
import { type CronPart, type CronProblem, cronRanges, findCronProblem } from "./cron.ts";
import type { ScheduleRule } from "./rule.ts";
import { plainMarks } from "../../src/typed-text.ts";
import { escapeMarkdown, inlineCode } from "../../src/ui/escape.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { assertNotLive, assertPublishable, dailyRule, ScheduleSettings } from "./settings.ts";

/** When to post, as far as filled in. */
export const RuleInput = z.object({
  days: z.string().optional(),
  time: z.string().optional(),
  dayOfMonth: z.number().optional(),
  cron: z.string().optional(),
});
export type RuleInput = z.output<typeof RuleInput>;

interface RuleSetting {
  readonly zone: string;
  readonly now: number;
  /** Supplies what was left out. */
  readonly present: ScheduleRule | undefined;
}

const everyDay: readonly number[] = [1, 2, 3, 4, 5, 6, 7];

/** The parsed rule; `undefined` if nothing was filled in. @throws UserError if it makes no sense */
export function parseRuleInput(typed: RuleInput, setting: RuleSetting): ScheduleRule | undefined {
  const { days, time, dayOfMonth, cron } = typed;
  const isPlain = days !== undefined || time !== undefined || dayOfMonth !== undefined;
  if (cron !== undefined) {
    if (isPlain)
      throw new UserError(
        "`cron` can't be combined with `days`, `time` or `day-of-month`. Nothing was changed. Use one or the other.",
      );
    return parseCronRule(cron, setting);
  }
  if (!isPlain) return undefined;
  if (days !== undefined && dayOfMonth !== undefined)
    throw new UserError("`days` and `day-of-month` can't be combined. Nothing was changed. Use one of them.");
  const { present } = setting;
  const at = time === undefined ? requireCurrentTime(present) : readTime(time);
  if (dayOfMonth !== undefined) return { kind: "monthly", day: dayOfMonth, time: at };
  if (days !== undefined) return { kind: "weekly", days: readDays(days), time: at };
  return present === undefined || present.kind === "cron"
    ? { kind: "weekly", days: everyDay, time: at }
    : { ...present, time: at };
}

const maxCronLength = 200;

function parseCronRule(typed: string, { now }: RuleSetting): ScheduleRule {
  const expression = plainMarks(typed).trim().replace(/\s+/g, " ");
  if (expression.length > maxCronLength)
    throw new UserError(
      `A cron rule can have ${maxCronLength} characters at most, so nothing was changed. Shorten it.`,
    );
  const problem = findCronProblem(expression, now);
  if (problem === undefined) return { kind: "cron", expression };
  throw new UserError(describeCronProblem(problem, `“${escapeMarkdown(expression, 60)}”`));
}

function describeCronProblem(problem: CronProblem, rule: string): string {
  switch (problem.kind) {
    case "count":
      return `${rule} isn't a cron rule: it has ${pluralize(problem.count, "part")}, and a rule has five, so nothing was changed. They are minute, hour, day of the month, month and day of the week, for example \`0 18 * * 1\` for every Monday at 18:00.`;
    case "part": {
      const { part, text, instead } = problem;
      const read = `I don't understand the ${part} “${escapeMarkdown(text, 30)}” in the cron rule ${rule}, so nothing was changed.`;
      return `${read} ${instead === undefined ? describeCronPart(part) : `Type ${inlineCode(instead)} for that.`}`;
    }
    case "never":
      return `The cron rule ${rule} never occurs, so nothing was changed. Check its day and month.`;
    case "too-often":
      return `The cron rule ${rule} is too often for a channel, so nothing was changed. Every five minutes is the most, for example \`*/5 * * * *\`.`;
    default:
      return problem satisfies never;
  }
}

/** `Type a number from 0 to 23, a list (8,18), a range (9-17), a step (9-17/2), or * for every one.` */
function describeCronPart(part: CronPart): string {
  const { first, last, names } = cronRanges[part];
  const [from, to] = [first + 1, last - 1];
  const words = names.length === 0 ? "" : ` or a name such as ${names[first + 1] ?? ""}`;
  return `Type a number from ${first} to ${last}${words}, a list (\`${from},${to}\`), a range (\`${from}-${to}\`), a step (\`*/2\`), or \`*\` for all.`;
}

function readDays(typed: string): readonly number[] {
  const days = parseDays(typed);
  if (days !== undefined) return days;
  throw new UserError(
    `I don't understand the days “${escapeMarkdown(typed, 60)}”, so nothing was changed. Type for example *Monday*, *Mon, Thu*, *Mon to Fri*, *weekdays* or *daily*.`,
  );
}

function readTime(typed: string): string {
  const time = parseTime(typed);
  if (time !== undefined) return time;
  throw new UserError(
    `I don't understand the time “${escapeMarkdown(typed, 60)}”, so nothing was changed. Type for example *18:00*, *6:30 pm* or *noon*.`,
  );
}

function requireCurrentTime(present: ScheduleRule | undefined): string {
  if (present !== undefined && present.kind !== "cron") return present.time;
  throw new UserError("At what time? Fill in `time`, for example *18:00*. Nothing was changed.");
}

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

export function isTimed({ rule }: ScheduleInput): boolean {
  return Object.values(rule).some((part) => part !== undefined);
}

/** The plan in a time zone. @throws UserError naming the part that makes no sense */
export function resolveSettings(
  zone: string,
  { rule, mode, ...typed }: ScheduleInput,
  now: number,
): ScheduleSettings {
  const kind = readKind(typed.kind);
  const typedRule = parseRuleInput(rule, { zone, now, present: undefined });
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
