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
 * Its time on a date of a zone, in epoch milliseconds; `undefined` if it doesn't occur then.
 * @param knownAt any occurrence: the others are at the same time of day in the zone, even after its clocks changed
 */
export function findRecurrenceOn(
  rule: Recurrence,
  date: Temporal.PlainDate,
  { zone, knownAt }: { readonly zone: string; readonly knownAt: number },
): number | undefined {
  const known = Temporal.Instant.fromEpochMilliseconds(knownAt).toZonedDateTimeISO(zone);
  const { days } = known.toPlainDate().until(getDateInUtc(knownAt), { largestUnit: "day" });
  const [start, dateInUtc] = [getDateInUtc(rule.startsAt), date.add({ days })];
  if (Temporal.PlainDate.compare(dateInUtc, start) < 0 || !isOccurrence(rule, dateInUtc, start))
    return undefined;
  const at = date.toZonedDateTime({ timeZone: zone, plainTime: known.toPlainTime() }).epochMilliseconds;
  return rule.endsAt !== undefined && at > rule.endsAt ? undefined : at;
}

function getDateInUtc(at: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO("UTC").toPlainDate();
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
