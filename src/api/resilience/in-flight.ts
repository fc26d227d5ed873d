import type { CacheTag } from "./response-cache.ts";
import type { Priority } from "./wait-queue.ts";

/** A read in flight. */
export interface InFlightRequest {
  readonly tag: CacheTag;
  readonly priority: Priority;
  /** When it times out, in epoch milliseconds. */
  readonly deadline: number;
  response: Promise<unknown>;
  /** Whether it was sent. */
  sent: boolean;
  /** How long its response is cached for others. */
  ttlMs: number;
  /** A write happened meanwhile: the response may predate it. */
  invalidated: boolean;
}

/** Before it was started, and once it is over. */
export const noResponse: Promise<unknown> = Promise.resolve();

export interface InFlightRequests {
  /** A read begun after the last write, so new callers may share it. */
  get(key: string): InFlightRequest | undefined;
  /** Replaces an earlier read with this key, which continues for its own callers. */
  add(key: string, inFlight: InFlightRequest): void;
  remove(key: string, inFlight: InFlightRequest): void;
  invalidate(tag: CacheTag): void;
}

/** The reads in flight, so that callers of the same read can share one. */
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
      // A map that grew or shrank leaves its old table behind, still referencing its entries: until the next full
      // garbage collection, all their responses would count as in use.
      inFlight.response = noResponse;
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
