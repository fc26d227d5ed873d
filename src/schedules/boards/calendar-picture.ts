import { isOnDate, toSpan, type WeekDates } from "../../domain/week-boundaries.ts";
import type { CalendarPicture } from "../../pictures/calendar.ts";
import { plainText } from "../../ui/escape.ts";
import { joinParts } from "../../ui/lines.ts";
import { formatClockIn, getDateIn } from "../../ui/time.ts";
import type { CalendarEntry } from "./calendar-entries.ts";

export interface CalendarPictureParts extends WeekDates {
  readonly entries: readonly CalendarEntry[];
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
}: CalendarPictureParts): CalendarPicture {
  const [first, last] = [dates[0], dates.at(-1)];
  const words = (date: Temporal.PlainDate | undefined, month: boolean): string =>
    date?.toLocaleString("en-GB", { day: "numeric", ...(month && { month: "long" }) }) ?? "";
  const endsAt = toSpan({ dates, zone })?.endsAt ?? 0;
  return {
    kind: "calendar",
    ...(isPending && { isPending }),
    title: `${words(first, first?.month !== last?.month)} to ${words(last, true)}`,
    days: dates.map((date) => ({
      weekday: formatShortWeekday(date),
      date: date.day,
      isToday: today?.equals(date) ?? false,
      items: entries
        // The service may use another time zone, in which the week ends a few hours later.
        .filter(
          ({ kind, at, isRepeated }) =>
            isRepeated !== true &&
            (isOnDate(at, date, zone) || (kind === "due" && at >= endsAt && date === last)),
        )
        .map(({ kind, at, label, goals = [] }) => ({
          kind,
          // On the last day of a week that ends earlier than the service's own.
          time: joinParts(
            [at >= endsAt && `by ${formatShortWeekday(getDateIn(zone, at))}`, formatClockIn(zone, at)],
            " ",
          ),
          // A day is narrow; the message has the whole words.
          label: kind === "due" ? `${goals.length} due` : plainText(label, 80),
        })),
    })),
  };
}

export function formatShortWeekday(date: Temporal.PlainDate): string {
  return date.toLocaleString("en-GB", { weekday: "short" });
}
