/** When something recurs, on the wall clock of a zone. */
export interface Recurrence {
  /** Epoch milliseconds: the first one. */
  readonly startsAt: number;
  /** No later one; `undefined` when it has no end. */
  readonly endsAt: number | undefined;
  /** `undefined` for what isn't known: it doesn't recur then. */
  readonly every: "year" | "month" | "week" | "day" | undefined;
  readonly interval: number;
  /** From 1 (Monday) to 7 (Sunday); empty for the weekday of the first one, or every day. */
  readonly weekdays: readonly number[];
  /** `n` of 2 and weekday 1 are the second Monday of a month. */
  readonly weekdaysOfMonth: readonly { readonly n: number; readonly weekday: number }[];
}

/** When it takes place on a date, in epoch milliseconds; `undefined` when it doesn't. */
export function recurrenceOn(rule: Recurrence, date: Temporal.PlainDate, zone: string): number | undefined {
  const first = Temporal.Instant.fromEpochMilliseconds(rule.startsAt).toZonedDateTimeISO(zone);
  const start = first.toPlainDate();
  if (Temporal.PlainDate.compare(date, start) < 0 || !fallsOn(rule, date, start)) return undefined;
  const at = date.toZonedDateTime({ timeZone: zone, plainTime: first.toPlainTime() }).epochMilliseconds;
  return rule.endsAt !== undefined && at > rule.endsAt ? undefined : at;
}

function fallsOn(rule: Recurrence, date: Temporal.PlainDate, start: Temporal.PlainDate): boolean {
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
