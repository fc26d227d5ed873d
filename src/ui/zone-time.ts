const clock: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

/** `18:05`, as the clocks of a zone show a moment in epoch milliseconds. */
export function clockIn(zone: string, at: number): string {
  return inZone(at, { ...clock, timeZone: zone });
}

/** `Mon 23 November 2026, 18:05`, for those who do not live in the reader's zone. */
export function dayAndClockIn(zone: string, at: number): string {
  const day = inZone(at, {
    weekday: "short",
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: zone,
  });
  return `${day.replace(",", "")}, ${clockIn(zone, at)}`;
}

function inZone(at: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat("en-GB", options).format(at);
}
