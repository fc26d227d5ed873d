export interface Ranked<T> {
  readonly entry: T;
  readonly value: number;
  /** From 1. Equal values share a place, and the next one is counted behind all of them: 1, 2, 2, 4. */
  readonly place: number;
}

/** Highest first; equal ones stay in the order they came in. Who has no value has no place. */
export function ranking<T>(
  entries: readonly T[],
  valueOf: (entry: T) => number | undefined,
): readonly Ranked<T>[] {
  const valued = entries
    .map((entry) => ({ entry, value: valueOf(entry) }))
    .filter((each): each is { entry: T; value: number } => each.value !== undefined)
    .toSorted((a, b) => b.value - a.value);
  const firstWith = new Map<number, number>();
  for (const [index, { value }] of valued.entries())
    if (!firstWith.has(value)) firstWith.set(value, index + 1);
  return valued.map(({ entry, value }) => ({ entry, value, place: firstWith.get(value) ?? 1 }));
}
