import { minuteMs } from "../time.ts";
import { escapeLines } from "./escape.ts";
import { formatDuration, timestamp } from "./time.ts";

/** The maximum length of a reason for a request, and of one for declining. */
export const maxReasonLength = 500;

/** `1 h 30 min`. */
export function formatMinutes(minutes: number): string {
  return formatDuration(minutes * minuteMs);
}

/** `Wednesday 18 November`. */
export function formatLongDay(day: string): string {
  return Temporal.PlainDate.from(day)
    .toLocaleString("en-GB", { weekday: "long", day: "numeric", month: "long" })
    .replace(",", "");
}

/** `Wed 18 Nov`, for lists. */
export function formatShortDay(day: string): string {
  return Temporal.PlainDate.from(day)
    .toLocaleString("en-GB", { weekday: "short", day: "numeric", month: "short" })
    .replace(",", "");
}

/** A request on its own: `1 h 30 min on Wednesday 18 November`. */
export function formatTimeRequest({
  minutes,
  day,
}: {
  readonly minutes: number;
  readonly day: string;
}): string {
  return `**${formatMinutes(minutes)}** on **${formatLongDay(day)}**`;
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
