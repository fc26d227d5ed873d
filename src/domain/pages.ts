export interface Page<T> {
  readonly entries: readonly T[];
  /** From 0; inside the list even when a page beyond its ends was asked for. */
  readonly index: number;
  /** At least 1: an empty list has one empty page. */
  readonly count: number;
  readonly total: number;
}

/** One page of a list that may have shrunk since the page was asked for. */
export function pageOf<T>(all: readonly T[], asked: number, size: number): Page<T> {
  const count = Math.max(1, Math.ceil(all.length / size));
  const index = Math.min(Math.max(0, Math.trunc(asked)), count - 1);
  return { entries: all.slice(index * size, (index + 1) * size), index, count, total: all.length };
}
