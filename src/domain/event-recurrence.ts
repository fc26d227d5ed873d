/** When something recurs. Its weekdays and dates are those in UTC: Discord's rules have no zone. */
export interface Recurrence {
  /** The first occurrence, in epoch milliseconds. */
  readonly startsAt: number;
  /** No occurrence is later; `undefined` if it has no end. */
  readonly endsAt: number | undefined;
  /** `undefined` for unknown frequencies, which count as not recurring. */
  readonly every: "year" | "month" | "week" | "day" | undefined;
  readonly interval: number;
  /** From 1 (Monday) to 7 (Sunday); if empty, the first occurrence's weekday, or every day. */
  readonly weekdays: readonly number[];
  /** An `n` of 2 with weekday 1 is the second Monday of a month. */
  readonly weekdaysOfMonth: readonly { readonly n: number; readonly weekday: number }[];
}

/**
 * Its times in a span, in epoch milliseconds. They are at the same time of day in UTC all year, so an hour off by local
 * clocks once those have changed: that is what people see in Discord (geeksforsocialchange/PlaceCal#2973).
 * @param knownAt any occurrence: the others are at the same time of day
 */
export function listRecurrences(
  rule: Recurrence,
  { startsAt, endsAt }: { readonly startsAt: number; readonly endsAt: number },
  knownAt: number,
): readonly number[] {
  const start = getDateInUtc(rule.startsAt);
  const last = getDateInUtc(endsAt);
  const plainTime = toUtc(knownAt).toPlainTime();
  const found: number[] = [];
  for (let date = getDateInUtc(startsAt); !isAfter(date, last); date = date.add({ days: 1 })) {
    if (isAfter(start, date) || !isOccurrence(rule, date, start)) continue;
    const at = date.toZonedDateTime({ timeZone: "UTC", plainTime }).epochMilliseconds;
    if (at >= startsAt && at < endsAt && at <= (rule.endsAt ?? at)) found.push(at);
  }
  return found;
}

function isAfter(date: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(date, other) > 0;
}

function getDateInUtc(at: number): Temporal.PlainDate {
  return toUtc(at).toPlainDate();
}

function toUtc(at: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO("UTC");
}

function isOccurrence(rule: Recurrence, date: Temporal.PlainDate, start: Temporal.PlainDate): boolean {
  const { every, interval, weekdays, weekdaysOfMonth } = rule;
  switch (every) {
    case "day":
      return weekdays.length > 0
        ? weekdays.includes(date.dayOfWeek)
        : start.until(date, { largestUnit: "day" }).days % interval === 0;
    case "week": {
      const monday = (day: Temporal.PlainDate): Temporal.PlainDate =>
        day.subtract({ days: day.dayOfWeek - 1 });
      const isOn =
        weekdays.length > 0 ? weekdays.includes(date.dayOfWeek) : date.dayOfWeek === start.dayOfWeek;
      return isOn && (monday(start).until(monday(date), { largestUnit: "day" }).days / 7) % interval === 0;
    }
    case "month": {
      const n = Math.ceil(date.day / 7);
      const isOn =
        weekdaysOfMonth.length > 0
          ? weekdaysOfMonth.some((each) => each.n === n && each.weekday === date.dayOfWeek)
          : date.day === start.day;
      const months = (date.year - start.year) * 12 + date.month - start.month;
      return isOn && months % interval === 0;
    }
    case "year":
      return (
        date.month === start.month && date.day === start.day && (date.year - start.year) % interval === 0
      );
    case undefined:
      return false;
    default:
      return every satisfies never;
  }
}
