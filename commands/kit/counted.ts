import { pluralize } from "../../src/ui/numbers.ts";

/** `**3 reminders**` */
export function formatCounted(all: readonly unknown[], one: string, many?: string): string {
  return `**${pluralize(all.length, one, many)}**`;
}

/** Newest first; undated ones come last, in their given order. */
export function sortNewestFirst<T>(
  all: readonly T[],
  getAtMs: (entry: T) => number | undefined,
): readonly T[] {
  const moments = all.map((entry) => getAtMs(entry) ?? Number.NEGATIVE_INFINITY);
  // Most lists arrive like this.
  if (moments.every((atMs, index) => index === 0 || atMs <= (moments[index - 1] ?? 0))) return all;
  return all
    .map((entry) => ({ entry, atMs: getAtMs(entry) }))
    .toSorted((a, b) => {
      if (a.atMs === undefined || b.atMs === undefined)
        return Number(a.atMs === undefined) - Number(b.atMs === undefined);
      return b.atMs - a.atMs;
    })
    .map(({ entry }) => entry);
}
