import type { ActivityEntry } from "../../src/api/contract/activity.ts";
import { type DurationUnit, unitOf } from "../../src/domain/durations.ts";
import { newestFirst } from "../../src/domain/order-filter.ts";
import { readInstant } from "../../src/text/time.ts";

/** Newest first, as far as their starts can be read. */
export function inOrder(entries: readonly ActivityEntry[]): readonly ActivityEntry[] {
  return newestFirst(entries, ({ start }) => readInstant(start)?.epochMilliseconds);
}

export function isRunning({ ended, end }: ActivityEntry): boolean {
  return ended === false && readInstant(end) === undefined;
}

/** The unit of an answer's durations, judged by the tracked stays in it. */
export function unitOfEntries(entries: readonly ActivityEntry[]): DurationUnit | undefined {
  return unitOf(
    entries.map(({ start, end, ended, duration, tracked_idle, gifted_by, manual_punch }) => ({
      startMs: readInstant(start)?.epochMilliseconds,
      endMs: readInstant(end)?.epochMilliseconds,
      ended,
      tracked: gifted_by === undefined && manual_punch !== true,
      duration,
      idle: tracked_idle,
    })),
  );
}
