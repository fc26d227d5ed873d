import type { Calendar, CalendarDay } from "../api/contract/sessions.ts";
import { dateOf, dayIndexAt, type GuildWeek } from "../domain/weeks.ts";
import type { RenderContext } from "./render-context.ts";
import type { Reply, Row } from "./reply.ts";
import { button, buttonRow } from "./buttons.ts";
import { embed } from "./embed.ts";
import { escapeMarkdown } from "./escape.ts";
import { capitalized, formatDate, todayMark, describeWeek, withPassingEnd } from "./permanent-wording.ts";
import { parseInstant, timestamp } from "./time.ts";
import { joinParts, subtext } from "./lines.ts";
import { hourMs, weekMs } from "../time.ts";

/** How far the buttons reach: ten years. */
export const maxWeekOffset = 520;

/** A response with more than two weeks of days isn't a week. */
const maxDays = 14;

export interface CalendarView {
  readonly calendar: Calendar;
  /** The requested week; 0 is this week. */
  readonly week: number;
  /** The requested week as the server counts it, if the service didn't return all of its days. */
  readonly ownWeek: GuildWeek | undefined;
  /** What matters most in it, in place of its dates; left out where they are to be shown. */
  readonly lead?: string;
  /** Its entries, one line each, instead of just the days. */
  readonly details?: readonly string[];
  /** The time zone of its times, if they are written out. */
  readonly zone?: string | undefined;
  /** Additional notes, one line each. */
  readonly notes?: readonly string[];
  readonly customIdOf: (week: number) => string;
  /** The id of the button that reads the week again. */
  readonly reloadId: string;
}

/** Clocks change between weeks, and days begin at midnight somewhere. */
const graceMs = 2 * hourMs;

interface Day {
  readonly day: CalendarDay;
  readonly start: Temporal.Instant;
}

/** The dates of the requested week, at most seven; none if the service returned another one. */
export function askedDates(
  { calendar, week, ownWeek }: Pick<CalendarView, "calendar" | "week" | "ownWeek">,
  now: Temporal.Instant,
): readonly Temporal.PlainDate[] {
  const days = readDays(calendar);
  const shown = ownWeek === undefined ? shownWeek(days, week, now) : shownPart(days, week, ownWeek);
  if (shown !== "asked") return [];
  if (ownWeek !== undefined) return daysOfWeek.map((index) => ownWeek.first.add({ days: index }));
  const dates = days.map(({ day }) => dateOf(day.date)).filter((date) => date !== undefined);
  return dates.filter((date, index) => !dates[index - 1]?.equals(date)).slice(0, daysOfWeek.length);
}

const daysOfWeek = [0, 1, 2, 3, 4, 5, 6] as const;

export function renderCalendar(
  { calendar, week, ownWeek, customIdOf, reloadId, lead, details = [], notes = [], zone }: CalendarView,
  { now }: Pick<RenderContext, "now">,
): Reply {
  const days = readDays(calendar);
  const today = dayIndexAt(
    days.map(({ start }) => start.epochMilliseconds),
    now.epochMilliseconds,
  );
  const shown = ownWeek === undefined ? shownWeek(days, week, now) : shownPart(days, week, ownWeek);
  const moved = shown === "asked";
  const counted = shown === "this" ? ownWeek && weeksBefore(ownWeek, week) : ownWeek;
  return {
    embeds: [
      embed({
        title: titleOf({ shown, week, first: counted?.first ?? firstOf(days) }, now),
        ...(moved ? {} : { tone: "waiting" }),
        description: joinParts(
          [
            weekText(
              { days, today, week, span: spanOf(days, counted, now), lead, details, notes },
              doubtTexts[shown],
            ),
            zone !== undefined && subtext(`Times in ${zone}`),
          ],
          "\n",
        ),
        at: now,
      }),
    ],
    components: weekButtons({ week, customIdOf, reloadId }, moved, calendar.advance_calendar),
    share: {},
  };
}

function readDays({ days }: Calendar): readonly Day[] {
  return days
    .flatMap((day) => {
      const start = parseInstant(day.date);
      return start === undefined ? [] : [{ day, start }];
    })
    .toSorted((a, b) => Temporal.Instant.compare(a.start, b.start))
    .slice(0, maxDays);
}

/** Which week the service returned: the requested one, this week instead, or some other. */
type ShownWeek = "asked" | "this" | "other";

const doubtTexts: Readonly<Record<ShownWeek, string | undefined>> = {
  asked: undefined,
  this: "The workspace returned the current week instead. The person who runs this bot may need to set `WORKSPACE_QUERY_WEEK`.",
  other:
    "The workspace returned a different week than the one requested. The person who runs this bot may need to set `WORKSPACE_QUERY_WEEK`.",
};

function shownWeek([first]: readonly Day[], week: number, now: Temporal.Instant): ShownWeek {
  if (first === undefined) return "asked";
  const sinceFirstMs = now.epochMilliseconds - first.start.epochMilliseconds;
  const isWithin = (ms: number): boolean => ms >= -graceMs && ms < weekMs + graceMs;
  if (isWithin(sinceFirstMs + week * weekMs)) return "asked";
  return isWithin(sinceFirstMs) ? "this" : "other";
}

/** How many weeks after the server's week its days are; 0 if there are none. */
export function weeksBetween(calendar: Calendar, ownWeek: GuildWeek): number {
  return weeksAfter(readDays(calendar)[0], ownWeek);
}

function weeksAfter(first: Day | undefined, ownWeek: GuildWeek): number {
  const date = first && dateOf(first.day.date);
  return date === undefined ? 0 : Math.floor(ownWeek.first.until(date).days / 7);
}

/**
 * If it is unclear on which day the week begins, each day is compared with the week as the server counts it.
 */
function shownPart([first]: readonly Day[], week: number, ownWeek: GuildWeek): ShownWeek {
  const away = weeksAfter(first, ownWeek);
  if (away === 0) return "asked";
  return away === -week ? "this" : "other";
}

type Dates = Pick<GuildWeek, "first" | "last">;

function weeksBefore({ first, last }: Dates, weeks: number): Dates {
  return { first: first.subtract({ weeks }), last: last.subtract({ weeks }) };
}

interface TitleFacts {
  readonly shown: ShownWeek;
  /** The requested week. */
  readonly week: number;
  /** The requested week's first date, or the first one returned. */
  readonly first: Temporal.PlainDate | undefined;
}

/** `Week of 23 November · next week`. */
function titleOf({ shown, week, first }: TitleFacts, now: Temporal.Instant): string {
  if (shown === "other" || first === undefined) return "Another week";
  const present = shown === "asked" ? week : 0;
  const title = describeWeek(first.toString(), now.epochMilliseconds);
  return withPassingEnd(capitalized(title), describeOffset(present));
}

function describeOffset(week: number): string {
  if (week === 0) return "this week";
  if (Math.abs(week) === 1) return week > 0 ? "next week" : "last week";
  return week > 0 ? `in ${week} weeks` : `${-week} weeks ago`;
}

interface WeekStrip {
  readonly days: readonly Day[];
  readonly today: number | undefined;
  readonly week: number;
  readonly span: string | undefined;
  readonly lead: string | undefined;
  readonly details: readonly string[];
  readonly notes: readonly string[];
}

function weekText(
  { days, today, week, span, lead, details, notes }: WeekStrip,
  doubt: string | undefined,
): string {
  const strip = days.map((day, index) => describeDay(day, index === today)).join("  ");
  const isBare = details.length === 0 && lead === undefined;
  const head = isBare
    ? joinParts([strip || describeEmpty(week), span && subtext(span)], "\n")
    : (lead ?? (span && subtext(span)));
  return joinParts([head, joinParts([...details, ...notes, doubt], "\n")], "\n\n");
}

/** `16 to 22 November`: a date is the same wherever it is read, so it is written out. */
function spanOf(
  days: readonly Day[],
  dates: Dates | undefined,
  { epochMilliseconds: nowMs }: Temporal.Instant,
): string | undefined {
  const first = dates?.first ?? firstOf(days);
  const last = dates?.last ?? dateOf(days.at(-1)?.day.date ?? "");
  if (first === undefined || last === undefined) return undefined;
  const isOneMonth = first.toPlainYearMonth().equals(last.toPlainYearMonth());
  return `${isOneMonth ? first.day : formatDate(first.toString(), nowMs)} to ${formatDate(last.toString(), nowMs)}`;
}

function firstOf([first]: readonly Day[]): Temporal.PlainDate | undefined {
  return first && dateOf(first.day.date);
}

/** The weekday's letter and the day's number; today has a mark and bold text. */
function describeDay({ day, start }: Day, isToday: boolean): string {
  const date = dateOf(day.date);
  const letter = escapeMarkdown(day.day_of_week_char ?? "", 3) || weekdayLetter(date);
  const text = joinParts([letter, date === undefined ? timestamp(start, "d") : String(date.day)], " ");
  return isToday ? todayMark(text) : text;
}

function weekdayLetter(date: Temporal.PlainDate | undefined): string {
  return date === undefined ? "" : "MTWTFSS".charAt(date.dayOfWeek - 1);
}

function describeEmpty(week: number): string {
  return week === 0
    ? "The workspace's calendar is empty. Its days come from the schedules in the workspace."
    : "The workspace's calendar has no days for that week. Try again later.";
}

function weekButtons(
  { week, customIdOf, reloadId }: Pick<CalendarView, "week" | "customIdOf" | "reloadId">,
  moved: boolean,
  advance: boolean | undefined,
): readonly Row[] {
  const reload = button({ customId: reloadId, label: "Reload" });
  const back = button({ customId: customIdOf(0), label: "This week" });
  if (!moved) return week === 0 ? buttonRow(reload) : buttonRow(back, reload);
  const earlier = button({
    customId: customIdOf(week - 1),
    label: "Earlier",
    disabled: week <= -maxWeekOffset,
  });
  // Weeks between a past one and now always exist.
  const mayAdvance = week < 0 || advance === true;
  const later = button({
    customId: customIdOf(week + 1),
    label: "Later",
    disabled: !mayAdvance || week >= maxWeekOffset,
  });
  return Math.abs(week) < 2 ? buttonRow(earlier, later, reload) : buttonRow(earlier, later, back, reload);
}
