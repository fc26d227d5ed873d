export type WeekMark = "passed" | "failed" | "excused";

export interface MarkedEntry {
  readonly year: number;
  readonly week_number: number;
  readonly passed: boolean;
  readonly timeoff?: boolean | undefined;
}

export interface PastWeek<E> {
  readonly mark: WeekMark;
  readonly entries: readonly E[];
}

export function markOf({ passed, timeoff }: Pick<MarkedEntry, "passed" | "timeoff">): WeekMark {
  if (timeoff === true) return "excused";
  return passed ? "passed" : "failed";
}

/** Whether the week that runs now was marked as time off already. */
export function isTimeOff(
  history: readonly { readonly timeoff?: boolean | undefined; week_start: string; week_end: string }[],
  nowMs: number,
): boolean {
  return history.some(
    ({ timeoff, week_start, week_end }) =>
      timeoff === true && Date.parse(week_start) <= nowMs && nowMs < Date.parse(week_end),
  );
}

/** The last `count` weeks that were marked, oldest first. Excused entries do not count, unless a week has no others. */
export function pastWeeks<E extends MarkedEntry>(
  history: readonly E[],
  count: number,
): readonly PastWeek<E>[] {
  const inOrder = history.toSorted((a, b) => a.year - b.year || a.week_number - b.week_number);
  const weeks = Map.groupBy(inOrder, ({ year, week_number }) => `${year} ${week_number}`);
  return [...weeks.values()]
    .slice(-count)
    .map((entries) => ({ mark: markOfWeek(entries.map(markOf)), entries }));
}

function markOfWeek(marks: readonly WeekMark[]): WeekMark {
  if (marks.includes("failed")) return "failed";
  return marks.includes("passed") ? "passed" : "excused";
}
