import { markOf, type MarkedEntry, type WeekMark } from "./past-weeks.ts";

export interface DatedEntry extends MarkedEntry {
  /** Epoch milliseconds. */
  readonly endMs: number | undefined;
}

/** How one person's last week was marked, beside the week before it. */
export interface WeekResult<E> {
  readonly mark: WeekMark;
  readonly entries: readonly E[];
  readonly before: WeekMark | undefined;
}

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;

/** When the newest week ended that anybody was marked for; `undefined` when that is longer ago than a week. */
export function lastWeekEnd(entries: readonly DatedEntry[], nowMs: number): number | undefined {
  const ends = entries.flatMap(({ endMs }) => (endMs === undefined || endMs > nowMs ? [] : [endMs]));
  const last = Math.max(...ends);
  return ends.length > 0 && nowMs - last < weekMs ? last : undefined;
}

/** The week that ended then; weeks of one workspace end within the same day, whatever the clocks did. */
export function resultOf<E extends DatedEntry>(
  history: readonly E[],
  weekEndMs: number,
): WeekResult<E> | undefined {
  const entries = endedAt(history, weekEndMs);
  const mark = markOfAll(entries);
  return mark && { mark, entries, before: markOfAll(endedAt(history, weekEndMs - weekMs)) };
}

function endedAt<E extends DatedEntry>(history: readonly E[], atMs: number): readonly E[] {
  return history.filter(({ endMs }) => endMs !== undefined && Math.abs(endMs - atMs) < dayMs);
}

function markOfAll(entries: readonly MarkedEntry[]): WeekMark | undefined {
  const marks = entries.map(markOf);
  return (["failed", "passed", "excused"] as const).find((mark) => marks.includes(mark));
}
