import type { PlannedEvent } from "./discord/index.ts";

const hourMs = 60 * 60_000;
const zone = "Europe/London";

/** What the café's server has planned in Discord: every week on two evenings. @param nowMs epoch milliseconds */
export function cafeEvents(nowMs: number): readonly PlannedEvent[] {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(zone).toPlainDate();
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  return [
    { name: "Barista training", place: "Staff room", weekday: 4, hour: 19, interested: 8 },
    { name: "Lantern evening on the pier", place: "The pier", weekday: 6, hour: 19, interested: 23 },
  ].map(({ weekday, hour, ...event }) => {
    const day = monday.add({ days: weekday - 1 });
    const startsAt = day.toZonedDateTime({ timeZone: zone, plainTime: { hour } }).epochMilliseconds;
    const recurrence = {
      start: new Date(startsAt).toISOString(),
      end: null,
      frequency: 2,
      interval: 1,
      // Discord counts from Monday as 0, and days in UTC.
      by_weekday: [(new Date(startsAt).getUTCDay() + 6) % 7],
      by_n_weekday: null,
      by_month: null,
      by_month_day: null,
      by_year_day: null,
      count: null,
    };
    return { ...event, startsAt, endsAt: startsAt + 2 * hourMs, recurrence };
  });
}
