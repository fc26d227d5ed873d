import type { Calendar, CalendarDay } from "../../src/api/contract/sessions.ts";
import { parseDate, findDayIndexAt, type GuildWeek } from "../../src/domain/week-boundaries.ts";
import type { Formats } from "../../src/ui/formats.ts";
import type { Reply, Row } from "../../src/ui/reply.ts";
import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import {
  parseInstant,
  formatShortDates,
  describeZone,
  formatWeekOf,
  formatMoment,
} from "../../src/ui/time.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import { hourMs, weekMs } from "../../src/time.ts";

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
  /** Whether a picture shows its days. */
  readonly isDrawn?: boolean;
  /** The time zone of its times, if they are written out. */
  readonly zone?: string | undefined;
  /** Additional notes, one line each. */
  readonly notes?: readonly string[];
  /** In small print, below everything. */
  readonly weekBefore?: string | undefined;
  /** Marked in the strip, and in the picture beside it. */
  readonly today: Temporal.PlainDate | undefined;
  readonly createCustomId: (week: number) => string;
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
export function listAskedDates(
  { calendar, week, ownWeek }: Pick<CalendarView, "calendar" | "week" | "ownWeek">,
  now: Temporal.Instant,
): readonly Temporal.PlainDate[] {
  const days = readDays(calendar);
  const shown = ownWeek === undefined ? getShownWeek(days, week, now) : getShownPart(days, week, ownWeek);
  if (shown !== "asked") return [];
  if (ownWeek !== undefined) return Array.from({ length: 7 }, (_, at) => ownWeek.first.add({ days: at }));
  const dates = days.map(({ day }) => parseDate(day.date)).filter((date) => date !== undefined);
  return dates.filter((date, index) => !dates[index - 1]?.equals(date)).slice(0, 7);
}

/** Today's date in a zone, or by the service's days if nobody said which. */
export function findToday(
  calendar: Calendar,
  zone: string | undefined,
  now: Temporal.Instant,
): Temporal.PlainDate | undefined {
  if (zone !== undefined) return now.toZonedDateTimeISO(zone).toPlainDate();
  const days = readDays(calendar);
  const index = findDayIndexAt(
    days.map(({ start }) => start.epochMilliseconds),
    now.epochMilliseconds,
  );
  return index === undefined ? undefined : parseDate(days[index]?.day.date ?? "");
}

export function renderCalendar(
  {
    calendar,
    week,
    ownWeek,
    today,
    createCustomId,
    reloadId,
    lead,
    details = [],
    isDrawn = false,
    notes = [],
    weekBefore,
    zone,
  }: CalendarView,
  formats: Formats,
): Reply {
  const { now } = formats;
  const days = readDays(calendar);
  const shown = ownWeek === undefined ? getShownWeek(days, week, now) : getShownPart(days, week, ownWeek);
  const moved = shown === "asked";
  const counted = shown === "this" ? ownWeek && getWeeksBefore(ownWeek, week) : ownWeek;
  const span = lead === undefined && !isDrawn && formatSpan(days, counted, formats);
  const small = joinParts([joinParts([span, zone && describeZone(zone)], ", "), weekBefore]);
  return {
    embeds: [
      createEmbed({
        title: formatTitle(shown, week, counted?.first ?? findFirst(days), formats),
        ...(moved ? {} : { tone: "waiting" }),
        description: joinParts(
          [
            formatWeek(
              {
                days,
                today,
                week,
                isDrawn,
                lead,
                details,
                notes,
              },
              doubtTexts[shown],
              formats,
            ),
            small && subtext(small),
          ],
          "\n",
        ),
        at: now,
      }),
    ],
    components: createWeekButtons({ week, createCustomId, reloadId }, moved, calendar.advance_calendar),
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

function getShownWeek([first]: readonly Day[], week: number, now: Temporal.Instant): ShownWeek {
  if (first === undefined) return "asked";
  const sinceFirstMs = now.epochMilliseconds - first.start.epochMilliseconds;
  const isWithin = (ms: number): boolean => ms >= -graceMs && ms < weekMs + graceMs;
  if (isWithin(sinceFirstMs + week * weekMs)) return "asked";
  return isWithin(sinceFirstMs) ? "this" : "other";
}

/** How many weeks after the server's week its days are; 0 if there are none. */
export function countWeeksBetween(calendar: Calendar, ownWeek: GuildWeek): number {
  return countWeeksAfter(readDays(calendar)[0], ownWeek);
}

function countWeeksAfter(first: Day | undefined, ownWeek: GuildWeek): number {
  const date = first && parseDate(first.day.date);
  return date === undefined ? 0 : Math.floor(ownWeek.first.until(date).days / 7);
}

/**
 * If it is unclear on which day the week begins, each day is compared with the week as the server counts it.
 */
function getShownPart([first]: readonly Day[], week: number, ownWeek: GuildWeek): ShownWeek {
  const away = countWeeksAfter(first, ownWeek);
  if (away === 0) return "asked";
  return away === -week ? "this" : "other";
}

type Dates = Pick<GuildWeek, "first" | "last">;

function getWeeksBefore({ first, last }: Dates, weeks: number): Dates {
  return { first: first.subtract({ weeks }), last: last.subtract({ weeks }) };
}

/** `Week of 23 November · next week`. @param first the requested week's first date, or the first one returned */
function formatTitle(
  shown: ShownWeek,
  week: number,
  first: Temporal.PlainDate | undefined,
  formats: Formats,
): string {
  if (shown === "other" || first === undefined) return "Another week";
  const present = shown === "asked" ? week : 0;
  return joinParts([formatWeekOf(first, formats), formats.tense === "now" && describeOffset(present)]);
}

function describeOffset(week: number): string {
  if (week === 0) return "this week";
  if (Math.abs(week) === 1) return week > 0 ? "next week" : "last week";
  return week > 0 ? `in ${week} weeks` : `${-week} weeks ago`;
}

interface WeekStrip {
  readonly days: readonly Day[];
  readonly today: Temporal.PlainDate | undefined;
  readonly week: number;
  readonly isDrawn: boolean;
  readonly lead: string | undefined;
  readonly details: readonly string[];
  readonly notes: readonly string[];
}

function formatWeek(
  { days, today, week, isDrawn, lead, details, notes }: WeekStrip,
  doubt: string | undefined,
  formats: Formats,
): string {
  const marked = formats.tense === "now" ? today : undefined;
  const strip = days.map((day) => describeDay(day, marked, formats)).join("  ");
  const head = lead ?? (details.length === 0 && !isDrawn && (strip || describeEmpty(week)));
  return joinParts([head, joinParts(details, "\n"), joinParts([...notes, doubt], "\n")], "\n\n");
}

/** `16–22 Nov`: a date is the same wherever it is read, so it is written out. */
function formatSpan(days: readonly Day[], dates: Dates | undefined, formats: Formats): string | undefined {
  const first = dates?.first ?? findFirst(days);
  const last = dates?.last ?? parseDate(days.at(-1)?.day.date ?? "");
  return first && last && formatShortDates(first, last, formats);
}

function findFirst([first]: readonly Day[]): Temporal.PlainDate | undefined {
  return first && parseDate(first.day.date);
}

/** The weekday's letter and the day's number; today has a mark and bold text. */
function describeDay({ day, start }: Day, today: Temporal.PlainDate | undefined, formats: Formats): string {
  const date = parseDate(day.date);
  const letter = escapeMarkdown(day.day_of_week_char ?? "", 3) || getWeekdayLetter(date);
  const text = joinParts(
    [letter, date === undefined ? formatMoment(start, "d", formats) : String(date.day)],
    " ",
  );
  return today !== undefined && date?.equals(today) === true ? `▸ **${text}**` : text;
}

function getWeekdayLetter(date: Temporal.PlainDate | undefined): string {
  return date === undefined ? "" : "MTWTFSS".charAt(date.dayOfWeek - 1);
}

function describeEmpty(week: number): string {
  return week === 0
    ? "The workspace's calendar is empty. Its days come from the schedules in the workspace."
    : "The workspace's calendar has no days for that week. Try again later.";
}

function createWeekButtons(
  { week, createCustomId, reloadId }: Pick<CalendarView, "week" | "createCustomId" | "reloadId">,
  moved: boolean,
  advance: boolean | undefined,
): readonly Row[] {
  const reload = createButton({ customId: reloadId, label: "Reload" });
  const back = createButton({ customId: createCustomId(0), label: "This week" });
  if (!moved) return week === 0 ? createButtonRow(reload) : createButtonRow(back, reload);
  const earlier = createButton({
    customId: createCustomId(week - 1),
    label: "Earlier",
    disabled: week <= -maxWeekOffset,
  });
  // Weeks between a past one and now always exist.
  const mayAdvance = week < 0 || advance === true;
  const later = createButton({
    customId: createCustomId(week + 1),
    label: "Later",
    disabled: !mayAdvance || week >= maxWeekOffset,
  });
  return createButtonRow(earlier, later, ...(Math.abs(week) < 2 ? [] : [back]), reload);
}
