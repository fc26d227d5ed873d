import { minuteMs } from "../../src/time.ts";
import { escapeLines } from "../../src/ui/escape.ts";
import { formatDuration, timestamp, formatWeekdayAndDate } from "../../src/ui/time.ts";
import type { DateStyle } from "../../src/ui/formats.ts";

/** The maximum length of a reason for a request, and of one for declining. */
export const maxReasonLength = 500;

/** `1 h 30 min`. */
export function formatMinutes(minutes: number): string {
  return formatDuration(minutes * minuteMs);
}

/** `Wednesday 18 November`. */
export function formatLongDay(day: string, style: DateStyle): string {
  return formatWeekdayAndDate(Temporal.PlainDate.from(day), style, { weekday: "long", month: "long" });
}

/** `Wed 18 Nov`, for lists. */
export function formatShortDay(day: string, style: DateStyle): string {
  return formatWeekdayAndDate(Temporal.PlainDate.from(day), style);
}

/** A request on its own: `1 h 30 min on Wednesday 18 November`. */
export function formatTimeRequest(
  { minutes, day }: { readonly minutes: number; readonly day: string },
  style: DateStyle,
): string {
  return `**${formatMinutes(minutes)}** on **${formatLongDay(day, style)}**`;
}

/** About a day whose week hadn't begun in the workspace when time was requested for it. */
export function describeLaterWeek(beginsAt: number): string {
  const at = timestamp(Temporal.Instant.fromEpochMilliseconds(beginsAt));
  return `In the workspace, that week begins ${at}. Time approved before then counts for the week before.`;
}

/** A person's text, as a quotation. */
export function quoteLines(text: string): string {
  return escapeLines(text, maxReasonLength).replaceAll(/^/gm, "> ");
}
