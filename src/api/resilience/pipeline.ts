import { randomUUID } from "node:crypto";
import {
  asUsual,
  createMonotonicClock,
  minuteMs,
  raceTimeout,
  startSystemTimer,
  type Stretch,
  type Timer,
} from "../../time.ts";
import { createResponseCache } from "./response-cache.ts";
import {
  type CircuitBreakerStatus,
  createBreakers,
  type RequestSource,
  type ScopedCircuitStatus,
} from "./circuit-breaker.ts";
import { defaultRateLimits, type RateLimits, createRateLimiter, type Usage } from "./rate-limiter.ts";
import {
  getCacheTag,
  createSessions,
  type LinkAccess,
  defineApi,
  operations,
  type ApiCall,
  type SharedCredential,
  type WorkspaceReadName,
  getCacheKey,
} from "./sessions.ts";
import { type CallOptions, defaultTimeoutMs, type WorkspaceApi } from "../client.ts";
import { contract, type OperationName, type WorkspaceContract } from "../contract/index.ts";
import { type LeftOut, findLeftOut } from "../contract/records.ts";
import type { Endpoint, Input, Output } from "../endpoint.ts";
import {
  createInFlightRequests,
  createCachedReads,
  createResponseAges,
  type ResponseAge,
  usualTtlMs,
  type CachedReads,
} from "./cached-reads.ts";
import { createAdmittedCall, type SendOptions, createKeyLimits } from "./admission.ts";
import type { SharedQuota } from "./shared-quota.ts";
import type { TransportOptions } from "../transport.ts";
import { LruMap } from "../../lru-map.ts";

/**
 * Returns what is known, and revalidates it in the background for the next time. If nothing is known yet, returns the
 * first response if it comes in time. Never rejects.
 */
type ReadStale = (asked: ApiCall, withinMs: number) => Promise<unknown>;

const refreshTimeoutMs = 10_000;
/** A person typing asks several times a second; a failed question isn't repeated at that rate. */
const minRevalidateMs = 5_000;
const maxTracked = 1_000;

interface Revalidation {
  readonly askedAt: number;
  /** Never rejects: `undefined` if it failed. */
  readonly response: Promise<unknown>;
}

function createStaleWhileRevalidate(
  reading: CachedReads,
  { now, timer }: StaleWhileRevalidateOptions,
): ReadStale {
  /** Questions in progress or recently failed, the oldest first. */
  const revalidations = new LruMap<string, Revalidation>({ maxSize: maxTracked });

  function refresh(asked: ApiCall): Promise<unknown> {
    const key = getCacheKey(asked);
    const last = revalidations.peek(key);
    if (last !== undefined && Math.abs(now() - last.askedAt) < minRevalidateMs) return last.response;
    const revalidation = { askedAt: now(), response: ask(asked, key) };
    revalidations.set(key, revalidation);
    return revalidation.response;
  }

  async function ask(asked: ApiCall, key: string): Promise<unknown> {
    try {
      const data = await reading.read(asked, {
        priority: "background",
        noCache: false,
        maxAgeMs: 0,
        ttlMs: usualTtlMs,
        staleOnError: true,
        timeoutMs: refreshTimeoutMs,
      });
      // From here on it is cached, or a write intervened and it must be asked again.
      revalidations.delete(key);
      return data;
    } catch {
      // The next command meets the same failure and reports it.
      return undefined;
    }
  }

  return async (asked, withinMs) => {
    const cached = reading.peek(asked);
    if (cached !== undefined) {
      const { cacheMs = 0, swrMs = cacheMs } = asked.endpoint;
      if (now() - cached.at >= swrMs) void refresh(asked);
      return cached.response?.data;
    }
    return raceTimeout(refresh(asked), withinMs, () => undefined, timer);
  };
}

interface StaleWhileRevalidateOptions {
  readonly now: () => number;
  readonly timer: Timer;
}

export interface ResiliencePipelineOptions extends Omit<TransportOptions, "sleep"> {
  readonly newId?: () => string;
  /** Set if replicas share each workspace's limit. */
  readonly sharedQuota?: SharedQuota | undefined;
  /** `about`: empty for the whole service, without an operation for a workspace. */
  readonly onBreakerChange?: (status: CircuitBreakerStatus, about: Partial<RequestSource>) => void;
  /** Called for each read with whether it was served from the cache. Must not throw. */
  readonly onRead?: (isFromCache: boolean) => void;
  /** Whether writes by other replicas are noticed; while false, no read is answered from the cache. */
  readonly mayCache?: () => boolean;
  /** Called when a write has invalidated cached reads of a workspace. */
  readonly onWrite?: (workspaceId: string, outOfDate: readonly string[]) => void;
  readonly limits?: Partial<ResilienceLimits>;
  /** For timeouts shorter than a call's usual one, and for the first response of a stale read; as usual by default. */
  readonly stretch?: Stretch | undefined;
}

export interface ResilienceLimits extends RateLimits {
  /** The text size of all cached responses of all links; in memory they take up to twice as much. */
  readonly cacheBytes: number;
  /** This many consecutive failures mean that an operation, a workspace or the whole service is down. */
  readonly failureThreshold: number;
  readonly initialOpenMs: number;
  readonly maxOpenMs: number;
}

/** Everything between the bot and the service: rate limiter, response cache and circuit breaker. */
export interface ResiliencePipeline {
  /** Cheap enough to call for each interaction. */
  connect(access: LinkAccess): WorkspaceApi;
  /**
   * Returns the last known response immediately, at most an hour old, and revalidates it in the background if it has
   * expired. If nothing is known yet, waits up to `withinMs` for the first response. Never rejects.
   */
  readStale<Name extends WorkspaceReadName>(
    scope: string,
    operation: Name,
    input: Input<WorkspaceContract[Name]>,
    withinMs: number,
  ): Promise<Output<WorkspaceContract[Name]> | undefined>;
  /** How old a cached response is; `undefined` for one that was just read. */
  getAge(data: object): ResponseAge | undefined;
  /** The parts of a response that couldn't be read, however old it is. */
  leftOut(data: object): readonly LeftOut[];
  /**
   * What holds requests back: the service's trouble if it has any, otherwise the workspace's own, otherwise the
   * operation's.
   */
  status(workspaceId: string, operation?: OperationName): ScopedCircuitStatus;
  /**
   * How much of its limit a workspace has used; `undefined` if replicas share it, since none of them sees all of it.
   */
  usage(workspaceId: string): Usage | undefined;
  /** Forgets what was read through a link that was removed or got a new key. */
  invalidate(scope: string): void;
  /** Call after another process wrote. @param workspaceId all workspaces if `undefined` */
  invalidateReads(workspaceId?: string, names?: readonly string[]): void;
  /** Rejects everyone waiting. The dispatcher stays open: its creator closes it. */
  close(): void;
}

const defaultLimits: ResilienceLimits = {
  ...defaultRateLimits,
  cacheBytes: 16 * 1024 * 1024,
  failureThreshold: 5,
  initialOpenMs: 5_000,
  maxOpenMs: minuteMs,
};

function isObject(data: unknown): data is object {
  return typeof data === "object" && data !== null;
}

/** Reads whose responses suggestions may use for longer than other reads. */
const swrReads: ReadonlySet<string> = new Set(
  operations.filter(([, { swrMs }]) => swrMs !== undefined).map(([operation]) => operation),
);

export function createResiliencePipeline(options: ResiliencePipelineOptions): ResiliencePipeline {
  const { random = Math.random, timer = startSystemTimer, newId = randomUUID, stretch = asUsual } = options;
  const { now, toWallClock } = createMonotonicClock(options.now ?? Date.now);
  // A limit that is set alone is also the most.
  const { limit: maxLimit = defaultLimits.maxLimit } = options.limits ?? {};
  const limits = { ...defaultLimits, maxLimit, ...options.limits };
  const limiter = createRateLimiter({ ...limits, shared: options.sharedQuota, now, timer, newId });
  const unprovenLimiter = createRateLimiter({ ...limits, shared: undefined, now, timer, newId });
  const breakers = createBreakers({
    ...limits,
    now,
    random,
    onChange: (status, about) => options.onBreakerChange?.(toWallClockStatus(status), about),
  });
  const call = createAdmittedCall({
    ...options,
    limits: createKeyLimits(limiter, unprovenLimiter),
    breakers,
    now,
    random,
  });
  const responseCache = createResponseCache({ maxBytes: limits.cacheBytes, now });
  const inFlightRequests = createInFlightRequests();
  const responseAges = createResponseAges();
  const reading = createCachedReads({
    responseCache,
    inFlightRequests,
    responseAges,
    call,
    now,
    timer,
    mayCache: options.mayCache ?? (() => true),
  });
  const staleReads = createStaleWhileRevalidate(reading, { now, timer });
  const sessions = createSessions({
    makeApi: defineApi(dispatch),
    onClose(session) {
      for (const [operation] of operations) {
        responseCache.invalidateTag(getCacheTag(session, operation));
        inFlightRequests.invalidate(getCacheTag(session, operation));
      }
    },
  });

  function toWallClockStatus<Status extends CircuitBreakerStatus>(status: Status): Status {
    if (status.state === "closed") return status;
    return { ...status, since: toWallClock(status.since), retryAt: toWallClock(status.retryAt) };
  }

  function invalidateReads(credential: SharedCredential, names: readonly string[]): void {
    for (const operation of names) {
      const tag = getCacheTag({ credential }, operation);
      if (swrReads.has(operation)) responseCache.markStale(tag);
      else responseCache.invalidateTag(tag);
      inFlightRequests.invalidate(tag);
    }
  }

  /** Also what was read with other keys: they belong to other servers with the same workspace. */
  function invalidateReadsOf(workspaceId: string | undefined, names: readonly string[]): void {
    for (const credential of sessions.credentials(workspaceId)) invalidateReads(credential, names);
  }

  async function write(
    { session, operation, endpoint, input }: ApiCall,
    sending: SendOptions,
  ): Promise<unknown> {
    const invalidated = endpoint.invalidates ?? [];
    invalidateReadsOf(session.workspaceId, invalidated);
    try {
      const { data } = await call({ operation, endpoint, input, session }, sending);
      return data;
    } finally {
      // What was read meanwhile may predate the write.
      invalidateReadsOf(session.workspaceId, invalidated);
      if (invalidated.length > 0) options.onWrite?.(session.workspaceId, invalidated);
    }
  }

  async function dispatch(
    asked: ApiCall,
    {
      priority = "interactive",
      timeoutMs: usualTimeoutMs = defaultTimeoutMs,
      noCache = false,
      maxAgeMs = 0,
      ttlMs = priority === "interactive" ? usualTtlMs : 0,
      staleOnError = true,
      mayBeSent,
      onResponse,
    }: CallOptions = {},
  ): Promise<unknown> {
    // No longer than any call may take: that is also how long it waits for its turn.
    const timeoutMs = Math.max(usualTimeoutMs, Math.min(stretch(usualTimeoutMs), defaultTimeoutMs));
    const data = await (asked.endpoint.cacheMs === undefined
      ? write(asked, { priority, timeoutMs, mayBeSent })
      : reading.read(asked, { priority, timeoutMs, noCache, maxAgeMs, ttlMs, staleOnError }));
    if (asked.endpoint.cacheMs !== undefined)
      options.onRead?.(isObject(data) && responseAges.get(data) !== undefined);
    onResponse?.(data);
    return data;
  }

  return {
    connect: (access) => sessions.open(access).api,
    async readStale<Name extends WorkspaceReadName>(
      scope: string,
      operation: Name,
      input: Input<WorkspaceContract[Name]>,
      withinMs: number,
    ) {
      const session = sessions.get(scope);
      if (session === undefined) return undefined;
      const endpoint: Endpoint = contract[operation];
      // A response cached under an operation's name was parsed by its schema.
      return (await staleReads({ session, operation, endpoint, input }, stretch(withinMs))) as
        Output<WorkspaceContract[Name]> | undefined;
    },
    getAge(data) {
      const age = responseAges.get(data);
      if (age === undefined) return undefined;
      const { at, rateLimitedUntil } = age;
      return {
        ...age,
        at: toWallClock(at),
        ...(rateLimitedUntil !== undefined && { rateLimitedUntil: toWallClock(rateLimitedUntil) }),
      };
    },
    leftOut: findLeftOut,
    status: (workspaceId, operation) => toWallClockStatus(breakers.status(workspaceId, operation)),
    usage: (workspaceId) => (options.sharedQuota === undefined ? limiter.usage(workspaceId) : undefined),
    invalidate: (scope) => sessions.close(scope),
    invalidateReads: (workspaceId, names = operations.map(([operation]) => operation)) =>
      invalidateReadsOf(workspaceId, names),
    close() {
      limiter.close();
      unprovenLimiter.close();
    },
  };
}
