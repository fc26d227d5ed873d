import { hourMs, raceTimeout, type Timer } from "../../time.ts";
import type { CallOptions } from "../client.ts";
import { deepFreeze } from "../long-list.ts";
import { ApiError, type ApiFailure, ContractError, type StaleReason, toStaleReason } from "../errors.ts";
import type { AdmittedCall } from "./admission.ts";
import { toCachedResponse, type CacheEntry, type ResponseCache, type CacheTag } from "./response-cache.ts";
import { priorities, type Priority } from "./wait-queue.ts";
import { getCacheKey, getCacheTag, type ApiCall } from "./sessions.ts";

/** A read in flight. */
interface InFlightRequest {
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
const noResponse: Promise<unknown> = Promise.resolve();

type InFlightRequests = ReturnType<typeof createInFlightRequests>;

/** The reads in flight, so that callers of the same read can share one. */
export function createInFlightRequests() {
  const newest = new Map<string, InFlightRequest>();
  const all = new Map<CacheTag, Set<InFlightRequest>>();
  return {
    /** A read begun after the last write, so new callers may share it. */
    get(key: string): InFlightRequest | undefined {
      const inFlight = newest.get(key);
      return inFlight?.invalidated === true ? undefined : inFlight;
    },

    /** Replaces an earlier read with this key, which continues for its own callers. */
    add(key: string, inFlight: InFlightRequest): void {
      newest.set(key, inFlight);
      const tag = all.get(inFlight.tag);
      if (tag === undefined) all.set(inFlight.tag, new Set([inFlight]));
      else tag.add(inFlight);
    },

    remove(key: string, inFlight: InFlightRequest): void {
      // A map that grew or shrank leaves its old table behind, still referencing its entries: until the next full
      // garbage collection, all their responses would count as in use.
      inFlight.response = noResponse;
      if (newest.get(key) === inFlight) newest.delete(key);
      const tag = all.get(inFlight.tag);
      tag?.delete(inFlight);
      if (tag?.size === 0) all.delete(inFlight.tag);
    },

    invalidate(tag: CacheTag): void {
      for (const inFlight of all.get(tag) ?? []) inFlight.invalidated = true;
    },
  };
}

export interface ResponseAge extends StaleReason {
  /** When the service responded, in epoch milliseconds. */
  readonly at: number;
  /** The service couldn't be asked again, so this may be out of date. */
  readonly isStale: boolean;
}

/** The ages of cached responses, for as long as someone holds them. */
type ResponseAges = ReturnType<typeof createResponseAges>;

export function createResponseAges() {
  const ages = new WeakMap<object, ResponseAge>();
  return {
    set(data: unknown, age: ResponseAge): void {
      if (typeof data === "object" && data !== null) ages.set(data, age);
    },
    /** `undefined` for a response that was just read. */
    get: (data: object): ResponseAge | undefined => ages.get(data),
  };
}

interface CachedReadsParts {
  readonly responseCache: ResponseCache;
  readonly inFlightRequests: InFlightRequests;
  readonly responseAges: ResponseAges;
  readonly call: AdmittedCall;
  readonly now: () => number;
  readonly timer: Timer;
  /** While false, what is cached may have changed unnoticed: it is shown only if the service can't be asked. */
  readonly mayCache: () => boolean;
}

type ReadOptions = Required<Omit<CallOptions, "mayBeSent" | "onResponse">>;

export interface CachedReads {
  /** @throws ApiError, ContractError */
  read(asked: ApiCall, options: ReadOptions): Promise<unknown>;
  /** Returns what is cached, however old or invalidated, without asking the service. */
  peek(asked: ApiCall): CacheEntry | undefined;
}

/** The longest time that responses to people are cached, even if there is room. */
export const usualTtlMs = hourMs;

/** The service said no: the cached response must not be shown any more. */
const definiteFailures: readonly ApiFailure[] = ["unauthorized", "forbidden", "not-found", "rejected"];
/** The service didn't answer the question itself: an older response is better than none. */
const transientFailures: readonly ApiFailure[] = [
  "unavailable",
  "unreachable",
  "timeout",
  "connection-lost",
  "rate-limited",
];
/** Failures that more time might have avoided. */
const timeBoundFailures: readonly ApiFailure[] = ["timeout", "rate-limited", "unreachable"];
/** If a shared request fails, callers with at least this much more time ask again. */
const rejoinAfterMs = 1_000;

/** Reads that share in-flight requests and use the cache, in an outage also older entries. */
export function createCachedReads({
  responseCache,
  inFlightRequests,
  responseAges,
  call,
  now,
  timer,
  mayCache,
}: CachedReadsParts): CachedReads {
  let sequence = 0;

  async function execute(
    asked: ApiCall,
    key: string,
    inFlight: InFlightRequest,
    timeoutMs: number,
  ): Promise<unknown> {
    const requestedSeq = (sequence += 1);
    const onAdmitted = (): void => void (inFlight.sent = true);
    const { endpoint, session } = asked;
    const keep = (what: Pick<CacheEntry, "response" | "notFound" | "bytes">): void => {
      const ttlMs = Math.max(inFlight.ttlMs, responseCache.getStale(key)?.ttlMs ?? 0);
      if (ttlMs > 0 && !inFlight.invalidated && session.credential.sessions > 0)
        responseCache.set(key, { ...what, tag: inFlight.tag, at: now(), ttlMs, requestedSeq });
    };
    try {
      const sending = { priority: inFlight.priority, timeoutMs, onAdmitted };
      const { data, body, bytes } = await call(asked, sending);
      deepFreeze(data);
      keep({ response: toCachedResponse({ data, body }, endpoint), bytes });
      return data;
    } catch (error) {
      if (error instanceof ApiError && definiteFailures.includes(error.failure)) {
        responseCache.drop(key);
        if (error.failure === "not-found") keep({ notFound: error, bytes: 0 });
      }
      throw error;
    } finally {
      inFlightRequests.remove(key, inFlight);
    }
  }

  function start(asked: ApiCall, key: string, { priority, timeoutMs, ttlMs }: ReadOptions): Promise<unknown> {
    const inFlight: InFlightRequest = {
      tag: getCacheTag(asked.session, asked.operation),
      priority,
      deadline: now() + timeoutMs,
      response: noResponse,
      sent: false,
      ttlMs,
      invalidated: false,
    };
    inFlightRequests.add(key, inFlight);
    inFlight.response = execute(asked, key, inFlight, timeoutMs);
    return inFlight.response;
  }

  async function join(inFlight: InFlightRequest, operation: string, timeoutMs: number): Promise<unknown> {
    const late = () => {
      throw new ApiError(operation, "timeout", { retryable: true });
    };
    return raceTimeout(inFlight.response, timeoutMs, late, timer);
  }

  async function readThrough(asked: ApiCall, key: string, options: ReadOptions): Promise<unknown> {
    const { priority, noCache, ttlMs } = options;
    const until = now() + options.timeoutMs;
    for (;;) {
      const timeoutMs = Math.max(1, until - now());
      const inFlight = noCache ? undefined : inFlightRequests.get(key);
      // People don't wait behind background work, nor background work behind spare work.
      const isBehind =
        inFlight !== undefined &&
        !inFlight.sent &&
        priorities.indexOf(priority) < priorities.indexOf(inFlight.priority);
      if (inFlight === undefined || isBehind) return start(asked, key, { ...options, timeoutMs });
      inFlight.ttlMs = Math.max(inFlight.ttlMs, ttlMs);
      try {
        return await join(inFlight, asked.operation, timeoutMs);
      } catch (error) {
        const endedEarly = inFlight.deadline + rejoinAfterMs < until;
        if (!endedEarly || !(error instanceof ApiError) || !timeBoundFailures.includes(error.failure))
          throw error;
      }
    }
  }

  function fromCache({ response, notFound, at }: CacheEntry, staleness: Omit<ResponseAge, "at">): unknown {
    const found = notFound ?? response?.data;
    responseAges.set(found, { at, ...staleness });
    return found;
  }

  return {
    peek(asked) {
      const entry = responseCache.getStale(getCacheKey(asked));
      return entry?.notFound === undefined ? entry : undefined;
    },

    async read(asked, options) {
      const { noCache, maxAgeMs, staleOnError } = options;
      const key = getCacheKey(asked);
      const lifetimeMs = mayCache() ? Math.max(asked.endpoint.cacheMs ?? 0, maxAgeMs) : 0;
      const cached = noCache ? undefined : responseCache.get(key);
      if (cached !== undefined && now() - cached.at < lifetimeMs) {
        if (cached.notFound === undefined) return fromCache(cached, { isStale: false });
        // People expect to see what was just created right away.
        if (maxAgeMs > 0) throw fromCache(cached, { isStale: false });
      }
      try {
        return await readThrough(asked, key, options);
      } catch (error) {
        const mayBeStale = !noCache && staleOnError;
        // Unreadable isn't none: what was known is shown with its age.
        const isAboutNow =
          error instanceof ContractError ||
          (error instanceof ApiError && transientFailures.includes(error.failure));
        if (!isAboutNow || !mayBeStale) throw error;
        const older = responseCache.get(key);
        if (older === undefined || older.notFound !== undefined) throw error;
        const isStale = now() - older.at >= lifetimeMs;
        return fromCache(older, isStale ? { isStale, ...toStaleReason(error, now()) } : { isStale });
      }
    },
  };
}
