import { LruMap } from "../lru-map.ts";

const maxKept = 1_000;

/**
 * Which of a job's items failed when they were last tried, so that nobody waits for one that always fails. In memory: after
 * a start each is tried once in its usual place.
 */
export interface FailedItems {
  /** In their order, but behind the others whatever failed last time, the longest ago first. */
  moveBack<Item>(items: readonly Item[], getKey: (item: Item) => string): readonly Item[];
  hasFailed(key: string): boolean;
  /** Runs `attempt` and remembers how it ended. @throws what it throws */
  track<Result>(key: string, now: () => number, attempt: () => Promise<Result>): Promise<Result>;
}

export function createFailedItems(): FailedItems {
  const failedAt = new LruMap<string, number>({ maxSize: maxKept });
  return {
    moveBack(items, getKey) {
      const getFailedAt = (item: (typeof items)[number]): number => failedAt.peek(getKey(item)) ?? 0;
      return items.toSorted((a, b) => getFailedAt(a) - getFailedAt(b));
    },
    hasFailed: (key) => failedAt.peek(key) !== undefined,
    async track(key, now, attempt) {
      try {
        const result = await attempt();
        failedAt.delete(key);
        return result;
      } catch (error) {
        failedAt.set(key, now());
        throw error;
      }
    },
  };
}
