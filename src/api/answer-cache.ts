/** Answers of one operation through one connection; they are forgotten together. */
export type Family = string;

export interface Kept {
  readonly family: Family;
  readonly data: unknown;
  /** When the answer came, in epoch milliseconds. */
  readonly at: number;
  /** Grows with each read that is begun: of two answers the one that was asked for later is kept. */
  readonly order: number;
  readonly bytes: number;
  /** A write came after it: it is good for suggestions only. */
  readonly isOutdated?: boolean;
}

export interface AnswerCache {
  /** Not what is outdated. */
  get(key: string): Kept | undefined;
  /** Also what is outdated. */
  recall(key: string): Kept | undefined;
  set(key: string, kept: Kept): void;
  drop(key: string): void;
  dropFamily(family: Family): void;
  outdateFamily(family: Family): void;
}

export interface AnswerCacheOptions {
  /** Of all answers together. */
  readonly maxBytes: number;
  readonly now: () => number;
}

/** Nothing is kept for longer, however much room there is. */
export const KEPT_FOR_MS = 60 * 60_000;
const SWEEP_EVERY_MS = 5 * 60_000;
/** What an entry takes beside its answer. */
const ENTRY_BYTES = 500;

/** Answers by key, as many as there is room for; what was not asked for the longest goes first. */
export function createAnswerCache({ maxBytes, now }: AnswerCacheOptions): AnswerCache {
  /** In the order of their last use. */
  const entries = new Map<string, Kept>();
  const families = new Map<Family, Set<string>>();
  let bytes = 0;
  let sweptAt = now();

  function drop(key: string): void {
    const kept = entries.get(key);
    if (kept === undefined) return;
    entries.delete(key);
    bytes -= kept.bytes + ENTRY_BYTES;
    const family = families.get(kept.family);
    family?.delete(key);
    if (family?.size === 0) families.delete(kept.family);
  }

  function sweep(): void {
    if (now() - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = now();
    for (const [key, { at }] of entries) if (now() - at > KEPT_FOR_MS) drop(key);
  }

  function makeRoom(): void {
    for (const key of entries.keys()) {
      if (bytes <= maxBytes) return;
      drop(key);
    }
  }

  function recall(key: string): Kept | undefined {
    const kept = entries.get(key);
    if (kept === undefined) return undefined;
    if (now() - kept.at > KEPT_FOR_MS) {
      drop(key);
      return undefined;
    }
    entries.delete(key);
    entries.set(key, kept);
    return kept;
  }

  return {
    recall,

    get(key) {
      const kept = recall(key);
      return kept?.isOutdated === true ? undefined : kept;
    },

    set(key, kept) {
      if ((entries.get(key)?.order ?? 0) > kept.order) return;
      drop(key);
      sweep();
      if (kept.bytes + ENTRY_BYTES > maxBytes) return;
      entries.set(key, kept);
      bytes += kept.bytes + ENTRY_BYTES;
      const family = families.get(kept.family);
      if (family === undefined) families.set(kept.family, new Set([key]));
      else family.add(key);
      makeRoom();
    },

    drop,

    dropFamily(family) {
      for (const key of families.get(family) ?? []) drop(key);
    },

    outdateFamily(family) {
      for (const key of families.get(family) ?? []) {
        const kept = entries.get(key);
        if (kept !== undefined) entries.set(key, { ...kept, isOutdated: true });
      }
    },
  };
}
