export interface Age {
  /** When the service gave the answer, in epoch milliseconds. */
  readonly at: number;
  /** The service could not be asked again, so this may no longer be true. */
  readonly isStale: boolean;
  /** When requests are free again, in epoch milliseconds, where it is stale only because they are used up. */
  readonly limitedUntil?: number | undefined;
}

/** How old the answers are that came from memory, for as long as somebody holds them. */
export interface Freshness {
  mark(data: unknown, age: Age): void;
  /** `undefined` for one that was just read. */
  of(data: object): Age | undefined;
}

export function createFreshness(): Freshness {
  const ages = new WeakMap<object, Age>();
  return {
    mark(data, age) {
      if (typeof data === "object" && data !== null) ages.set(data, age);
    },
    of: (data) => ages.get(data),
  };
}
