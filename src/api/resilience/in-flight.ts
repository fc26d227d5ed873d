import type { CacheTag } from "./response-cache.ts";
import type { Priority } from "./permit.ts";

/** A read in flight. */
export interface InFlightRequest {
  readonly tag: CacheTag;
  readonly priority: Priority;
  /** When its time is over, in epoch milliseconds. */
  readonly deadline: number;
  response: Promise<unknown>;
  /** It has its turn and is out. */
  sent: boolean;
  /** For how long its answer is kept for others. */
  ttlMs: number;
  /** A write came between: its answer may be older than that write. */
  invalidated: boolean;
}

export interface InFlightRequests {
  /** One that began after the last write, so new callers may share it. */
  get(key: string): InFlightRequest | undefined;
  /** It replaces another one with that key, which continues for its callers. */
  add(key: string, inFlight: InFlightRequest): void;
  remove(key: string, inFlight: InFlightRequest): void;
  invalidate(tag: CacheTag): void;
}

const forgotten = Promise.resolve();

/** The reads in flight, so that callers of the same read share one. */
export function createInFlightRequests(): InFlightRequests {
  const newest = new Map<string, InFlightRequest>();
  const all = new Map<CacheTag, Set<InFlightRequest>>();
  return {
    get(key) {
      const inFlight = newest.get(key);
      return inFlight?.invalidated === true ? undefined : inFlight;
    },

    add(key, inFlight) {
      newest.set(key, inFlight);
      const tag = all.get(inFlight.tag);
      if (tag === undefined) all.set(inFlight.tag, new Set([inFlight]));
      else tag.add(inFlight);
    },

    remove(key, inFlight) {
      // A map that moved to a larger or smaller table leaves an old one behind, and with it what was in there: the
      // garbage collector would take all answers for living until it looks at the whole heap.
      inFlight.response = forgotten;
      if (newest.get(key) === inFlight) newest.delete(key);
      const tag = all.get(inFlight.tag);
      tag?.delete(inFlight);
      if (tag?.size === 0) all.delete(inFlight.tag);
    },

    invalidate(tag) {
      for (const inFlight of all.get(tag) ?? []) inFlight.invalidated = true;
    },
  };
}
