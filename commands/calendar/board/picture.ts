import { isOnDate, toSpan, type WeekDates } from "../../../src/domain/week-boundaries.ts";
import type { CalendarPicture } from "./draw.ts";
import { plainText } from "../../../src/ui/escape.ts";
import { getDateIn, formatDateAs, formatWeekday, formatClockIn, describeZone } from "../../../src/ui/time.ts";
import type { CalendarEntry } from "./entries.ts";
import type { DateStyle } from "../../../src/ui/formats.ts";

export interface CalendarPictureParts extends WeekDates {
  readonly entries: readonly CalendarEntry[];
  readonly dateStyle: DateStyle;
  /** Omitted if the picture has to stay correct for days. */
  readonly today?: Temporal.PlainDate | undefined;
  /** Whether it isn't known yet what is due. */
  readonly isPending?: boolean;
}

export function createCalendarPicture({
  dates,
  zone,
  entries,
  today,
  isPending = false,
  dateStyle,
}: CalendarPictureParts): CalendarPicture {
  const last = dates.at(-1);
  const endsAt = toSpan({ dates, zone })?.endsAt ?? 0;
  return {
    kind: "calendar",
    ...(isPending && { isPending }),
    title: formatTitle(dates[0], last, dateStyle),
    zone: describeZone(zone),
    days: dates.map((date) => ({
      weekday: formatWeekday(date),
      date: date.day,
      isToday: today?.equals(date) ?? false,
      items: entries
        // The service may use another time zone, in which the week ends a few hours later.
        .filter(
          ({ kind, at, isRepeated }) =>
            isRepeated !== true &&
            (isOnDate(at, date, zone) || (kind === "due" && at >= endsAt && date === last)),
        )
        .map(({ kind, at, label }) => {
          const [time, text] = [formatClockIn(zone, at, dateStyle), plainText(label, 80)];
          // On the last day of a week that ends earlier than the service's own.
          return at >= endsAt
            ? { kind, label: `${text} by ${formatWeekday(getDateIn(zone, at))} ${time}` }
            : { kind, time, label: text };
        }),
    })),
  };
}

/** `23 to 29 November`, `30 November to 6 December`; `November 23 to 29` where months come first. */
function formatTitle(
  first: Temporal.PlainDate | undefined,
  last: Temporal.PlainDate | undefined,
  style: DateStyle,
): string {
  if (first === undefined || last === undefined) return "";
  const words = (date: Temporal.PlainDate): string =>
    formatDateAs(date, { day: "numeric", month: "long" }, style);
  if (first.month !== last.month) return `${words(first)} to ${words(last)}`;
  return style.dates === "day-first" ? `${first.day} to ${words(last)}` : `${words(first)} to ${last.day}`;
}
