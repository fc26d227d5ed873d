import { foldText } from "../../src/domain/search.ts";
import {
  parseTypedDays,
  type TypedCalendar,
  type TypedDays,
  weekdayNames,
} from "../../src/domain/typed-dates.ts";
import { parseTypedDuration } from "../../src/domain/typed-durations.ts";
import { getWeekAt, parseWeekSettings } from "../../src/domain/week-boundaries.ts";
import { UserError } from "../../src/errors.ts";
import type { Autocomplete, Choice } from "../../src/interactions/handler.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import {
  type Dates,
  formatShortDate,
  formatShortDates,
  formatWeekdayAndShortDate,
} from "../../src/ui/time.ts";
import { text } from "./options.ts";

type CalendarContext = Pick<LinkedContext, "store" | "guildId" | "workspaceId" | "now">;

/** Today in the guild's zone, and this week as the service counts it: by the guild's settings only if no week is saved. */
export async function readCalendar({ store, guildId, workspaceId, now }: CalendarContext) {
  const [settings, known] = await Promise.all([
    store.guildSettings.all(guildId),
    store.weeks.known(guildId, workspaceId, 2),
  ]);
  const counting = parseWeekSettings(settings);
  const week = getWeekAt(known, counting, now());
  const today = Temporal.Instant.fromEpochMilliseconds(now()).toZonedDateTimeISO(counting.zone).toPlainDate();
  return { today, week };
}

/** What a typed date depends on. */
export async function readTypedCalendar(ctx: LinkedContext): Promise<TypedCalendar> {
  const { today, week } = await readCalendar(ctx);
  return { today, weekStart: week.first, style: ctx.dateStyle };
}

/** The same for days in the server's zone: its week has today in it, also while the service is in another one. */
async function readDayCalendar(ctx: LinkedContext): Promise<TypedCalendar> {
  const calendar = await readTypedCalendar(ctx);
  const { today, weekStart } = calendar;
  return { ...calendar, weekStart: weekStart.add({ weeks: Math.floor(weekStart.until(today).days / 7) }) };
}

/** What is suggested before anything is typed. */
const usualWords = ["Today", "Yesterday", "This week", "Last week", "7 days ago", "30 days ago"];
/** What is suggested too once its beginning is typed. */
const furtherWords = [
  ...weekdayNames.map((name) => name.replace(/^./, (letter) => letter.toUpperCase())),
  "This month",
  "Last month",
];

/** Days in the server's time zone, and of two that a date may mean, both. */
const suggestDays: Autocomplete<LinkedContext> = async (typed, ctx) => {
  const calendar = await readDayCalendar(ctx);
  const dates = renderContext(ctx);
  const wanted = foldText(typed.trim());
  const found = parseTypedDays(typed, calendar);
  const other = found?.otherwise;
  const named = [...usualWords, ...(wanted === "" ? [] : furtherWords)]
    .filter((words) => foldText(words).includes(wanted))
    .map((words) => ({ words, days: parseTypedDays(words, calendar) }));
  const all = [...named, { days: found }, { days: other && { first: other, last: other } }];
  const choices = all.flatMap(({ days, ...more }) =>
    days === undefined ? [] : toChoice({ days, ...more }, dates),
  );
  // Each once, as it is named first.
  return [...Map.groupBy(choices, ({ value }) => value).values()].flatMap(([first]) => first ?? []);
};

/** `Yesterday · Thu 26 Nov`. */
function toChoice(
  { words, days: { first, last } }: { words?: string; days: TypedDays },
  dates: Dates,
): Choice {
  const isOne = first.equals(last);
  const written = isOne ? formatWeekdayAndShortDate(first, dates) : formatShortDates(first, last, dates);
  return {
    name: joinParts([words, written]),
    value: isOne ? first.toString() : `${first.toString()} to ${last.toString()}`,
  };
}

/** What was typed, and the day that it means; of several the first or the last one. */
export interface TypedDay {
  readonly day: Temporal.PlainDate;
  /** As it was typed, where it could be read in another way. */
  readonly unclear?: string;
}

/** A day as people say it: `yesterday`, `Mon`, `28 Nov`, `28/11`, `last week`. */
export const dayOption = (description: string, edge: "first" | "last") =>
  text(description)
    .max(60)
    .autocomplete(suggestDays)
    .map(async (typed, ctx: LinkedContext): Promise<TypedDay | undefined> => {
      if (!typed) return undefined;
      const calendar = await readDayCalendar(ctx);
      const days = parseTypedDays(typed, calendar);
      if (days === undefined)
        throw new UserError(
          `I don't know the date “${escapeMarkdown(typed, 40)}”. ${suggestToday(calendar, renderContext(ctx))}`,
        );
      return { day: days[edge], ...(days.otherwise && { unclear: typed }) };
    });

/** `Try 27 Nov.`: today, as the server writes it. */
export function suggestToday({ today }: Pick<TypedCalendar, "today">, dates: Dates): string {
  return `Try ${formatShortDate(today, dates)}.`;
}

/** @throws UserError if it is no length of time from a minute to the longest one */
export function readDuration(
  typed: string,
  longest: { readonly minutes: number; readonly text: string },
  notDone: string,
): number {
  const minutes = parseTypedDuration(typed);
  if (minutes === undefined)
    throw new UserError(
      `I don't know how long “${escapeMarkdown(typed, 40)}” is, so ${notDone}. Try *90 min* or *1 h 30 min*.`,
    );
  if (minutes >= 1 && minutes <= longest.minutes) return minutes;
  throw new UserError(
    `Between 1 minute and ${longest.text}, please; you typed “${escapeMarkdown(typed, 40)}”, so ${notDone}.`,
  );
}
