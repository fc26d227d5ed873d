import type { ApiResult } from "../client.ts";
import { readAgain } from "../response-body.ts";
import { decodeText } from "../../http/request.ts";
import { deepFreeze } from "../long-list.ts";
import type { Endpoint } from "../endpoint.ts";
import { LruMap } from "../../lru-map.ts";
import type { ApiError } from "../errors.ts";
import { minuteMs } from "../../time.ts";

/** A cached response. */
interface CachedResponse {
  /** Frozen. The same object each time. */
  readonly data: unknown;
}

/** Longer responses are kept parsed: parsing them again would block others. */
const maxUnparsedBytes = 64 * 1024;

/**
 * A response kept as its bytes until it is asked for. Most never are: parsed, they would take three times the memory, and
 * the garbage collector would have to trace and move every part. A string it would still move twice.
 */
class UnparsedResponse implements CachedResponse {
  readonly #endpoint: Endpoint;
  #body: Buffer | undefined;
  #data: unknown;

  constructor(endpoint: Endpoint, body: Buffer) {
    this.#endpoint = endpoint;
    this.#body = body;
  }

  get data(): unknown {
    if (this.#body !== undefined) this.#data = deepFreeze(readAgain(this.#endpoint, decodeText(this.#body)));
    this.#body = undefined;
    return this.#data;
  }
}

/** @param response already frozen */
export function toCachedResponse({ data, body }: ApiResult, endpoint: Endpoint): CachedResponse {
  return body === undefined || body.length > maxUnparsedBytes
    ? { data }
    : new UnparsedResponse(endpoint, body);
}

/** The responses of one operation through one session, which are dropped together. */
export type CacheTag = string;

export interface CacheEntry {
  readonly tag: CacheTag;
  readonly response?: CachedResponse;
  /** Instead of a response: the service said that there is no such thing. */
  readonly notFound?: ApiError;
  /** When the response came, in epoch milliseconds. */
  readonly at: number;
  readonly ttlMs: number;
  /** Grows with each read begun: of two responses, the one requested later is kept. */
  readonly requestedSeq: number;
  readonly bytes: number;
  /** Invalidated by a write: only good for suggestions. */
  readonly isStale?: boolean;
}

export interface ResponseCache {
  /** Skips invalidated entries. */
  get(key: string): CacheEntry | undefined;
  /** Includes invalidated entries. */
  getStale(key: string): CacheEntry | undefined;
  set(key: string, entry: CacheEntry): void;
  drop(key: string): void;
  invalidateTag(tag: CacheTag): void;
  markStale(tag: CacheTag): void;
}

export interface ResponseCacheOptions {
  /** For all responses together. */
  readonly maxBytes: number;
  readonly now: () => number;
}

const sweepEveryMs = minuteMs;
/** An entry's overhead besides its response. */
const entryBytes = 500;

/** Responses by key, within a memory limit; the least recently used is evicted first. */
export function createResponseCache({ maxBytes, now }: ResponseCacheOptions): ResponseCache {
  const entries = new LruMap<string, CacheEntry>({
    maxSize: maxBytes,
    getSize: ({ bytes }) => bytes + entryBytes,
    onEvict: untag,
  });
  const keysOf = new Map<CacheTag, Set<string>>();
  let sweptAt = now();

  function untag(key: string, { tag }: CacheEntry): void {
    const keys = keysOf.get(tag);
    keys?.delete(key);
    if (keys?.size === 0) keysOf.delete(tag);
  }

  function drop(key: string): void {
    const entry = entries.peek(key);
    if (entry === undefined) return;
    entries.delete(key);
    untag(key, entry);
  }

  function sweep(): void {
    if (now() - sweptAt < sweepEveryMs) return;
    sweptAt = now();
    for (const [key, entry] of entries) if (isExpired(entry)) drop(key);
  }

  function isExpired({ at, ttlMs }: CacheEntry): boolean {
    return now() - at > ttlMs;
  }

  function getStale(key: string): CacheEntry | undefined {
    const entry = entries.get(key);
    if (entry === undefined || !isExpired(entry)) return entry;
    drop(key);
    return undefined;
  }

  return {
    getStale,

    get(key) {
      const entry = getStale(key);
      return entry?.isStale === true ? undefined : entry;
    },

    set(key, entry) {
      if ((entries.peek(key)?.requestedSeq ?? 0) > entry.requestedSeq) return;
      drop(key);
      sweep();
      if (entry.bytes + entryBytes > maxBytes) return;
      entries.set(key, entry);
      const keys = keysOf.get(entry.tag);
      if (keys === undefined) keysOf.set(entry.tag, new Set([key]));
      else keys.add(key);
    },

    drop,

    invalidateTag(tag) {
      for (const key of keysOf.get(tag) ?? []) drop(key);
    },

    markStale(tag) {
      for (const key of keysOf.get(tag) ?? []) {
        const entry = entries.peek(key);
        if (entry !== undefined) entries.set(key, { ...entry, isStale: true });
      }
    },
  };
}
