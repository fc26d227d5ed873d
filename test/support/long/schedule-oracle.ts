import type { ScheduleRule } from "../../../commands/boards/rule.ts";

/** A rule, and what it means of a date and of the times of a day, said a second time and without the bot's own code. */
export interface KnownRule {
  readonly rule: ScheduleRule;
  readonly isDay: (date: Temporal.PlainDate) => boolean;
  readonly times: readonly string[];
}

/** Every due moment after one and up to another, by walking through the calendar of a zone. */
export function duesByCalendar(
  { isDay, times }: KnownRule,
  zone: string,
  { after, until }: { readonly after: number; readonly until: number },
): ReadonlySet<number> {
  const dateOf = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
  const last = dateOf(until);
  const dues = new Set<number>();
  for (let date = dateOf(after); Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) {
    if (!isDay(date)) continue;
    for (const time of times) {
      const due = momentOf(date.toPlainDateTime(time), zone);
      if (due > after && due <= until) dues.add(due);
    }
  }
  return dues;
}

/** The first of two, and the end of the gap for a time that the clocks skip. */
function momentOf(wall: Temporal.PlainDateTime, zone: string): number {
  const first = wall.toZonedDateTime(zone, { disambiguation: "earlier" });
  if (first.toPlainDateTime().equals(wall)) return first.epochMilliseconds;
  const change = first.getTimeZoneTransition("next");
  if (change === null) throw new Error("there is no gap here");
  return change.epochMilliseconds;
}
