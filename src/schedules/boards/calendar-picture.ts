import type { CalendarPicture } from "../../pictures/calendar.ts";
import { plainText } from "../../ui/escape.ts";
import { clockIn } from "../../ui/time.ts";
import { type CalendarEntry, isOn, spanOf, type WeekDates } from "./calendar-entries.ts";

export interface CalendarPictureParts extends WeekDates {
  readonly entries: readonly CalendarEntry[];
  /** From the week before, by weekday from Monday. */
  readonly orders?: readonly number[] | undefined;
  /** Omitted if the picture has to stay correct for days. */
  readonly today?: Temporal.PlainDate | undefined;
}

export function calendarPicture({
  dates,
  zone,
  entries,
  orders,
  today,
}: CalendarPictureParts): CalendarPicture {
  const [first, last] = [dates[0], dates.at(-1)];
  const words = (date: Temporal.PlainDate | undefined, month: boolean): string =>
    date?.toLocaleString("en-GB", { day: "numeric", ...(month && { month: "long" }) }) ?? "";
  const endsAt = spanOf({ dates, zone })?.endsAt ?? 0;
  return {
    kind: "calendar",
    title: `${words(first, first?.month !== last?.month)} to ${words(last, true)}`,
    zone,
    days: dates.map((date) => ({
      weekday: shortWeekday(date),
      date: date.day,
      isWeekend: date.dayOfWeek > 5,
      isToday: today?.equals(date) ?? false,
      items: entries
        // The service may use another time zone, in which the week ends a few hours later.
        .filter(({ kind, at }) => isOn(at, date, zone) || (kind === "due" && at >= endsAt && date === last))
        .map(({ kind, at, label }) => ({
          kind,
          ...(at < endsAt && { time: clockIn(zone, at) }),
          label: plainText(label, 80),
        })),
      orders: orders?.[date.dayOfWeek - 1],
    })),
  };
}

export function shortWeekday(date: Temporal.PlainDate): string {
  return date.toLocaleString("en-GB", { weekday: "short" });
}
