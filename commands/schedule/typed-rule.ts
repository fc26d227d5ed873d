import { z } from "zod";
import { parseDays, parseTime } from "../../src/domain/schedule-input.ts";
import { cronProblem, type CronProblem, type ScheduleRule } from "../../src/domain/schedule-rule.ts";
import { UserError } from "../../src/errors.ts";
import { inert } from "../../src/text/inert.ts";

/** When something is to be posted, as far as a person filled it in. */
export const TypedRule = z.object({
  days: z.string().optional(),
  time: z.string().optional(),
  dayOfMonth: z.number().optional(),
  cron: z.string().optional(),
});
export type TypedRule = z.output<typeof TypedRule>;

export interface RuleSetting {
  readonly zone: string;
  readonly now: number;
  /** Completes what was left out. */
  readonly present: ScheduleRule | undefined;
}

const everyDay: readonly number[] = [1, 2, 3, 4, 5, 6, 7];

/** The rule that was meant; `undefined` when nothing was filled in. @throws UserError when it makes no sense */
export function readTypedRule(typed: TypedRule, setting: RuleSetting): ScheduleRule | undefined {
  const { days, time, dayOfMonth, cron } = typed;
  const isPlain = days !== undefined || time !== undefined || dayOfMonth !== undefined;
  if (cron !== undefined) {
    if (isPlain)
      throw new UserError(
        "`cron` says all by itself, so it goes with no `days`, `time` or `day-of-month`. Nothing was changed. Fill in one or the other.",
      );
    return cronRule(cron, setting);
  }
  if (!isPlain) return undefined;
  if (days !== undefined && dayOfMonth !== undefined)
    throw new UserError(
      "`days` are of the week and `day-of-month` is of the month, so they do not go together. Nothing was changed. Fill in one of them.",
    );
  const { present } = setting;
  const at = time === undefined ? presentTime(present) : readTime(time);
  if (dayOfMonth !== undefined) return { kind: "monthly", day: dayOfMonth, time: at };
  if (days !== undefined) return { kind: "weekly", days: readDays(days), time: at };
  return present === undefined || present.kind === "cron"
    ? { kind: "weekly", days: everyDay, time: at }
    : { ...present, time: at };
}

const maxCronLength = 200;
const cronWords: Readonly<Record<CronProblem, string>> = {
  unreadable:
    "is no cron rule that I can read. It has five parts: minute, hour, day of month, month, day of week, for example `0 18 * * 1` for every Monday at 18:00",
  never: "never comes to pass",
  "too-often": "would post more often than every five minutes, which is more than a channel bears",
};

function cronRule(typed: string, { zone, now }: RuleSetting): ScheduleRule {
  const expression = typed.trim().replace(/\s+/g, " ");
  const isReadable = expression.length <= maxCronLength;
  const problem = isReadable ? cronProblem(expression, zone, now) : "unreadable";
  if (problem === undefined) return { kind: "cron", expression };
  throw new UserError(`“${inert(expression, 60)}” ${cronWords[problem]}. Nothing was changed.`);
}

function readDays(typed: string): readonly number[] {
  const days = parseDays(typed);
  if (days !== undefined) return days;
  throw new UserError(
    `I cannot read “${inert(typed, 60)}” as days, so nothing was changed. Type for example *Monday*, *Mon, Thu*, *Mon to Fri*, *weekdays* or *daily*.`,
  );
}

function readTime(typed: string): string {
  const time = parseTime(typed);
  if (time !== undefined) return time;
  throw new UserError(
    `I cannot read “${inert(typed, 60)}” as a time of day, so nothing was changed. Type for example *18:00*, *6:30 pm* or *noon*.`,
  );
}

function presentTime(present: ScheduleRule | undefined): string {
  if (present !== undefined && present.kind !== "cron") return present.time;
  throw new UserError("At what time of the day? Fill in `time`, for example *18:00*. Nothing was changed.");
}
