import type { Timer } from "../../http/timer.ts";
import type { CallOptions } from "../client.ts";
import { ApiError, type ApiFailure } from "../errors.ts";
import type { AdmittedCall } from "./admission.ts";
import type { InFlightRequest, InFlightRequests } from "./in-flight.ts";
import type { CacheEntry, ResponseCache } from "./response-cache.ts";
import { cacheKey, cacheTag, type ReadRequest } from "./sessions.ts";

/** Makes data unchangeable through and through, so that it may be given to many. Gives back the same object. */
export function deepFreeze<T>(data: T): T {
  if (typeof data !== "object" || data === null || Object.isFrozen(data)) return data;
  if (Array.isArray(data)) for (const part of data) deepFreeze(part);
  // What was parsed has no names from elsewhere, and a list of its values would cost more than all the rest.
  else for (const name in data) if (typeof data[name] === "object") deepFreeze(data[name]);
  return Object.freeze(data);
}

export interface ResponseAge {
  /** When the service gave the answer, in epoch milliseconds. */
  readonly at: number;
  /** The service could not be asked again, so this may no longer be true. */
  readonly isStale: boolean;
  /** When requests are free again, in epoch milliseconds, where it is stale only because they are used up. */
  readonly rateLimitedUntil?: number | undefined;
}

/** How old the answers are that came from memory, for as long as somebody holds them. */
interface ResponseAges {
  set(data: unknown, age: ResponseAge): void;
  /** `undefined` for one that was just read. */
  get(data: object): ResponseAge | undefined;
}

export function createResponseAges(): ResponseAges {
  const ages = new WeakMap<object, ResponseAge>();
  return {
    set(data, age) {
      if (typeof data === "object" && data !== null) ages.set(data, age);
    },
    get: (data) => ages.get(data),
  };
}

interface CachedReadsParts {
  readonly responseCache: ResponseCache;
  readonly inFlightRequests: InFlightRequests;
  readonly freshness: ResponseAges;
  readonly call: AdmittedCall;
  readonly now: () => number;
  readonly timer: Timer;
}

type ReadOptions = Required<Omit<CallOptions, "mayBeSent">>;

export interface CachedReads {
  /** @throws ApiError, ContractError */
  read(asked: ReadRequest, options: ReadOptions): Promise<unknown>;
  /** What is kept, however old or outdated, without asking. */
  peek(asked: ReadRequest): CacheEntry | undefined;
}

/** The service said no: what was kept is no longer to be shown. */
const definiteFailures: readonly ApiFailure[] = ["unauthorized", "forbidden", "not-found", "rejected"];
/** The service said nothing about the question itself: an older answer is better than none. */
const transientFailures: readonly ApiFailure[] = [
  "unavailable",
  "unreachable",
  "timeout",
  "connection-lost",
  "rate-limited",
];
/** Failures that more time may have spared. */
const timeBoundFailures: readonly ApiFailure[] = ["timeout", "rate-limited", "unreachable"];
/** The service gives requests back by then, when it does not say when. */
const minuteMs = 60_000;
/** Whoever has so much more time than those whose request they share asks again when it fails. */
const rejoinAfterMs = 1_000;

/** Reads that share one request, are answered from what is kept, and in an outage from what is older. */
export function createCachedReads({
  responseCache,
  inFlightRequests,
  freshness,
  call,
  now,
  timer,
}: CachedReadsParts): CachedReads {
  let sequence = 0;

  async function execute(
    asked: ReadRequest,
    key: string,
    inFlight: InFlightRequest,
    timeoutMs: number,
  ): Promise<unknown> {
    const requestedSeq = (sequence += 1);
    const onAdmitted = (): void => void (inFlight.sent = true);
    const { operation, endpoint, input, session } = asked;
    try {
      const { data, bytes } = await call(
        { operation, endpoint, input, session },
        { priority: inFlight.priority, timeoutMs, onAdmitted },
      );
      deepFreeze(data);
      const isKept = inFlight.cacheable || responseCache.getStale(key) !== undefined;
      if (isKept && !inFlight.invalidated && session.isActive) {
        responseCache.set(key, { tag: inFlight.tag, data, at: now(), requestedSeq, bytes });
      }
      return data;
    } finally {
      inFlightRequests.remove(key, inFlight);
    }
  }

  function start(
    asked: ReadRequest,
    key: string,
    { priority, timeoutMs, cache }: ReadOptions,
  ): Promise<unknown> {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const inFlight: InFlightRequest = {
      tag: cacheTag(asked.session, asked.operation),
      priority,
      deadline: now() + timeoutMs,
      answer: promise,
      sent: false,
      cacheable: cache,
      invalidated: false,
    };
    inFlightRequests.add(key, inFlight);
    resolve(execute(asked, key, inFlight, timeoutMs));
    return promise;
  }

  async function join(inFlight: InFlightRequest, operation: string, timeoutMs: number): Promise<unknown> {
    const late = Promise.withResolvers<never>();
    const cancelTimer = timer(timeoutMs, () =>
      late.reject(new ApiError(operation, "timeout", { retryable: true })),
    );
    try {
      return await Promise.race([inFlight.answer, late.promise]);
    } finally {
      cancelTimer();
    }
  }

  async function readThrough(asked: ReadRequest, key: string, options: ReadOptions): Promise<unknown> {
    const { priority, noCache, cache } = options;
    const until = now() + options.timeoutMs;
    for (;;) {
      const timeoutMs = Math.max(1, until - now());
      const inFlight = noCache ? undefined : inFlightRequests.get(key);
      // People do not wait behind background work.
      const behind = priority === "interactive" && inFlight?.priority === "background" && !inFlight.sent;
      if (inFlight === undefined || behind) return start(asked, key, { ...options, timeoutMs });
      inFlight.cacheable ||= cache;
      try {
        return await join(inFlight, asked.operation, timeoutMs);
      } catch (error) {
        const endedEarly = inFlight.deadline + rejoinAfterMs < until;
        if (!endedEarly || !(error instanceof ApiError) || !timeBoundFailures.includes(error.failure))
          throw error;
      }
    }
  }

  function fromCache({ data, at }: CacheEntry, staleness: Omit<ResponseAge, "at">): unknown {
    freshness.set(data, { at, ...staleness });
    return data;
  }

  /** Why an answer is older than it should be. */
  function staleReason({ failure, retryAfterMs = minuteMs }: ApiError): Omit<ResponseAge, "at"> {
    return { isStale: true, ...(failure === "rate-limited" && { rateLimitedUntil: now() + retryAfterMs }) };
  }

  return {
    peek: (asked) => responseCache.getStale(cacheKey(asked)),

    async read(asked, options) {
      const key = cacheKey(asked);
      const lifetimeMs = asked.endpoint.cacheMs ?? 0;
      const peek = options.noCache ? undefined : responseCache.get(key);
      if (peek !== undefined && now() - peek.at < lifetimeMs) return fromCache(peek, { isStale: false });
      try {
        return await readThrough(asked, key, options);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (definiteFailures.includes(error.failure)) responseCache.drop(key);
        const older =
          options.noCache || !transientFailures.includes(error.failure) ? undefined : responseCache.get(key);
        if (older === undefined) throw error;
        const isStale = now() - older.at >= lifetimeMs;
        return fromCache(older, isStale ? staleReason(error) : { isStale });
      }
    },
  };
}
