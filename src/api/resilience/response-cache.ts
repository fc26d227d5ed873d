/** Answers of one operation through one connection; they are forgotten together. */
export type CacheTag = string;

export interface CacheEntry {
  readonly tag: CacheTag;
  readonly data: unknown;
  /** When the answer came, in epoch milliseconds. */
  readonly at: number;
  /** Grows with each read that is begun: of two answers the one that was asked for later is kept. */
  readonly requestedSeq: number;
  readonly bytes: number;
  /** A write came after it: it is good for suggestions only. */
  readonly isStale?: boolean;
}

export interface ResponseCache {
  /** Not what is outdated. */
  get(key: string): CacheEntry | undefined;
  /** Also what is outdated. */
  getStale(key: string): CacheEntry | undefined;
  set(key: string, kept: CacheEntry): void;
  drop(key: string): void;
  invalidateTag(tag: CacheTag): void;
  markStale(tag: CacheTag): void;
}

export interface ResponseCacheOptions {
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
export function createResponseCache({ maxBytes, now }: ResponseCacheOptions): ResponseCache {
  /** In the order of their last use. */
  const entries = new Map<string, CacheEntry>();
  const families = new Map<CacheTag, Set<string>>();
  let bytes = 0;
  let sweptAt = now();

  function drop(key: string): void {
    const kept = entries.get(key);
    if (kept === undefined) return;
    entries.delete(key);
    bytes -= kept.bytes + ENTRY_BYTES;
    const tag = families.get(kept.tag);
    tag?.delete(key);
    if (tag?.size === 0) families.delete(kept.tag);
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

  function getStale(key: string): CacheEntry | undefined {
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
    getStale,

    get(key) {
      const kept = getStale(key);
      return kept?.isStale === true ? undefined : kept;
    },

    set(key, kept) {
      if ((entries.get(key)?.requestedSeq ?? 0) > kept.requestedSeq) return;
      drop(key);
      sweep();
      if (kept.bytes + ENTRY_BYTES > maxBytes) return;
      entries.set(key, kept);
      bytes += kept.bytes + ENTRY_BYTES;
      const tag = families.get(kept.tag);
      if (tag === undefined) families.set(kept.tag, new Set([key]));
      else tag.add(key);
      makeRoom();
    },

    drop,

    invalidateTag(tag) {
      for (const key of families.get(tag) ?? []) drop(key);
    },

    markStale(tag) {
      for (const key of families.get(tag) ?? []) {
        const kept = entries.get(key);
        if (kept !== undefined) entries.set(key, { ...kept, isStale: true });
      }
    },
  };
}
