import type { ActivityEntry, ActivityTotals } from "../../src/api/contract/activity.ts";
import type { Sent } from "./state.ts";
import { minuteMs, weekStartMs } from "./time.ts";

type WireEntry = Sent<typeof ActivityEntry>;

/** The sums of this week. Durations are in milliseconds here; a visit that is still running counts up to now. */
export function totalsOf(entries: readonly WireEntry[], nowMs: number): Sent<typeof ActivityTotals> {
  const weekStart = weekStartMs(nowMs);
  const thisWeek = entries.filter((entry) => (momentOf(entry.end ?? entry.start) ?? nowMs) >= weekStart);
  const sumMs = thisWeek.reduce((sum, entry) => sum + lengthMs(entry, nowMs), 0);
  return {
    minutes: Math.floor(sumMs / minuteMs),
    messages: thisWeek.reduce((sum, entry) => sum + (entry.messages_sent ?? 0), 0),
    period: "week",
  };
}

function lengthMs(entry: WireEntry, nowMs: number): number {
  if (entry.duration !== undefined && entry.duration !== null) return entry.duration;
  const start = momentOf(entry.start);
  return entry.ended === false && start !== undefined ? Math.max(0, nowMs - start) : 0;
}

/** `undefined` for text that is no moment, which tests may well put there. */
function momentOf(text: string | null | undefined): number | undefined {
  try {
    return text ? Temporal.Instant.from(text).epochMilliseconds : undefined;
  } catch {
    return undefined;
  }
}
