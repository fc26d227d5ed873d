export interface Ranked<T> {
  readonly entry: T;
  readonly value: number;
  /** From 1. Equal values share a place, and the next place counts all of them: 1, 2, 2, 4. */
  readonly place: number;
}

/** Highest first; equal ones keep their order. Entries with nothing have no place. */
export function rank<T>(
  entries: readonly T[],
  getValue: (entry: T) => number | undefined,
): readonly Ranked<T>[] {
  const valued = entries
    .map((entry) => ({ entry, value: getValue(entry) }))
    .filter((each): each is { entry: T; value: number } => each.value !== undefined && each.value > 0)
    .toSorted((a, b) => b.value - a.value);
  const firstWith = new Map<number, number>();
  for (const [index, { value }] of valued.entries())
    if (!firstWith.has(value)) firstWith.set(value, index + 1);
  return valued.map(({ entry, value }) => ({ entry, value, place: firstWith.get(value) ?? 1 }));
}

const usualPageSizes: ReadonlySet<number> = new Set([
  10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 250, 300, 500, 1_000, 2_000, 5_000, 10_000,
]);

/**
 * Whether a list of this length may be the first page of a longer one: the interface describes no pages, and services
 * cut long lists at round numbers. A wrong yes costs a cautious sentence; a wrong no says that something is gone.
 */
export function mayBeFirstPage(length: number): boolean {
  return usualPageSizes.has(length);
}

export interface Page<T> {
  readonly entries: readonly T[];
  /** From 0; within the list even if a page beyond its ends was requested. */
  readonly index: number;
  /** At least 1: an empty list has one empty page. */
  readonly count: number;
  readonly total: number;
}

/** One page of a list that may have shrunk since the page was requested. */
export function paginate<T>(all: readonly T[], asked: number, size: number): Page<T> {
  const page = findPage(all.length, asked, size);
  return { entries: all.slice(page.index * size, (page.index + 1) * size), ...page };
}

/** The same of a list that is read page by page, without its entries. */
export function findPage(total: number, asked: number, size: number): Omit<Page<never>, "entries"> {
  const count = Math.max(1, Math.ceil(total / size));
  return { index: Math.min(Math.max(0, Math.trunc(asked)), count - 1), count, total };
}
