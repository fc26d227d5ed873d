import { randomUUID } from "node:crypto";
import { createMonotonicClock, minuteMs, systemTimer, type Timer } from "../../time.ts";
import { createResponseCache } from "./response-cache.ts";
import { type CircuitBreakerStatus, createBreakers, type WayStatus } from "./circuit-breaker.ts";
import { createRateLimiter, type RateLimits, type Usage } from "./rate-limiter.ts";
import {
  cacheTag,
  createSessions,
  type LinkAccess,
  defineApi,
  operations,
  type ApiCall,
  type Session,
  type WorkspaceReadName,
} from "./sessions.ts";
import { type CallOptions, defaultTimeoutMs, type WorkspaceApi } from "../client.ts";
import { contract, type WorkspaceContract } from "../contract/index.ts";
import { type LeftOut, leftOutOf } from "../contract/records.ts";
import type { Endpoint, Input, Output } from "../endpoint.ts";
import { createInFlightRequests } from "./in-flight.ts";
import { createCachedReads, createResponseAges, type ResponseAge, usualTtlMs } from "./cached-reads.ts";
import { createAdmittedCall, type SendOptions } from "./admission.ts";
import { createKeyLimits } from "./key-limits.ts";
import type { SharedQuota } from "./shared-quota.ts";
import { createStaleWhileRevalidate } from "./stale-while-revalidate.ts";
import type { TransportOptions } from "../transport.ts";

export interface ResiliencePipelineOptions extends Omit<TransportOptions, "sleep"> {
  readonly timer?: Timer;
  readonly newId?: () => string;
  /** Given when replicas share the budget of each workspace. */
  readonly sharedBudget?: SharedQuota | undefined;
  /** `workspaceId`: `undefined` where it is the service as a whole. */
  readonly onBreakerChange?: (status: CircuitBreakerStatus, workspaceId: string | undefined) => void;
  /** Told of each read, and whether its answer came from memory. Must not throw. */
  readonly onRead?: (isFromCache: boolean) => void;
  /** Called when a write made what was read of a workspace out of date. */
  readonly onWrite?: (workspaceId: string, outOfDate: readonly string[]) => void;
  readonly limits?: Partial<ResilienceLimits>;
}

export interface ResilienceLimits extends RateLimits {
  /** Of the texts of all answers that are kept, of all links; in memory they take up to twice as much. */
  readonly cacheBytes: number;
  /** So many failures in a row mean that a workspace, or the service as a whole, is down. */
  readonly failureThreshold: number;
  readonly initialOpenMs: number;
  readonly maxOpenMs: number;
}

/** Everything between the bot and the service: rate limiter, response cache and circuit breaker. */
export interface ResiliencePipeline {
  /** Cheap enough to call for each interaction. */
  connect(access: LinkAccess): WorkspaceApi;
  /**
   * The last known answer at once, at most an hour old; it is renewed in the background when its time is over. Where
   * nothing is known yet, it waits so long for the first answer. Never rejects.
   */
  readStale<Name extends WorkspaceReadName>(
    scope: string,
    operation: Name,
    input: Input<WorkspaceContract[Name]>,
    withinMs: number,
  ): Promise<Output<WorkspaceContract[Name]> | undefined>;
  /** How old an answer is that came from memory; `undefined` for one that was just read. */
  ageOf(data: object): ResponseAge | undefined;
  /** What of an answer could not be read, however old it is. */
  leftOut(data: object): readonly LeftOut[];
  /** Of the way to one workspace: the trouble of the service as a whole, else its own. */
  status(workspaceId: string): WayStatus;
  /** How much of its limit a workspace has used; `undefined` where replicas share it, as nobody sees all of it then. */
  usage(workspaceId: string): Usage | undefined;
  /** Forgets what was read through a link: it was removed, or its key changed. */
  invalidate(scope: string): void;
  /** Another process wrote. @param workspaceId of all workspaces when it is `undefined` */
  invalidateReads(workspaceId?: string, names?: readonly string[]): void;
  /** Rejects everyone waiting. The dispatcher stays open: its creator closes it. */
  close(): void;
}

const defaultLimits: ResilienceLimits = {
  limit: 100,
  windowMs: minuteMs,
  reservedShare: 0.4,
  spareShare: 0.4,
  maxQueue: { interactive: 50, background: 200, spare: 50 },
  cacheBytes: 16 * 1024 * 1024,
  failureThreshold: 5,
  initialOpenMs: 5_000,
  maxOpenMs: minuteMs,
};

function isObject(data: unknown): data is object {
  return typeof data === "object" && data !== null;
}

/** Reads whose answers suggestions are made of for longer than anything else is. */
const swrReads: ReadonlySet<string> = new Set(
  operations.filter(([, { swrMs }]) => swrMs !== undefined).map(([operation]) => operation),
);

export function createResiliencePipeline(options: ResiliencePipelineOptions): ResiliencePipeline {
  const { random = Math.random, timer = systemTimer, newId = randomUUID } = options;
  const { now, toWallClock } = createMonotonicClock(options.now ?? Date.now);
  const limits = { ...defaultLimits, ...options.limits };
  const limiter = createRateLimiter({ ...limits, shared: options.sharedBudget, now, timer, newId });
  const unprovenLimiter = createRateLimiter({ ...limits, shared: undefined, now, timer, newId });
  const breakers = createBreakers({
    ...limits,
    now,
    random,
    onChange: (status, workspaceId) => options.onBreakerChange?.(toWallClockStatus(status), workspaceId),
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
  const reading = createCachedReads({ responseCache, inFlightRequests, responseAges, call, now, timer });
  const staleReads = createStaleWhileRevalidate(reading, { now, timer });
  const connections = createSessions({
    makeApi: defineApi(dispatch),
    onClose(session) {
      for (const [operation] of operations) {
        responseCache.invalidateTag(cacheTag(session, operation));
        inFlightRequests.invalidate(cacheTag(session, operation));
      }
    },
  });

  function toWallClockStatus<Status extends CircuitBreakerStatus>(status: Status): Status {
    if (status.state === "closed") return status;
    return { ...status, since: toWallClock(status.since), retryAt: toWallClock(status.retryAt) };
  }

  function invalidateReads(session: Session, names: readonly string[]): void {
    for (const operation of names) {
      const tag = cacheTag(session, operation);
      if (swrReads.has(operation)) responseCache.markStale(tag);
      else responseCache.invalidateTag(tag);
      inFlightRequests.invalidate(tag);
    }
  }

  async function write(
    { session, operation, endpoint, input }: ApiCall,
    sending: SendOptions,
  ): Promise<unknown> {
    const invalidated = endpoint.invalidates ?? [];
    invalidateReads(session, invalidated);
    try {
      const { data } = await call({ operation, endpoint, input, session }, sending);
      return data;
    } finally {
      // What was read meanwhile may be from before the write took effect.
      invalidateReads(session, invalidated);
      if (invalidated.length > 0) options.onWrite?.(session.workspaceId, invalidated);
    }
  }

  async function dispatch(
    asked: ApiCall,
    {
      priority = "interactive",
      timeoutMs = defaultTimeoutMs,
      noCache = false,
      maxAgeMs = 0,
      ttlMs = priority === "interactive" ? usualTtlMs : 0,
      staleOnError = true,
      mayBeSent,
      onResponse,
    }: CallOptions = {},
  ): Promise<unknown> {
    const data = await (asked.endpoint.cacheMs === undefined
      ? write(asked, { priority, timeoutMs, mayBeSent })
      : reading.read(asked, { priority, timeoutMs, noCache, maxAgeMs, ttlMs, staleOnError }));
    if (asked.endpoint.cacheMs !== undefined)
      options.onRead?.(isObject(data) && responseAges.get(data) !== undefined);
    onResponse?.(data);
    return data;
  }

  return {
    connect: (access) => connections.open(access).api,
    async readStale<Name extends WorkspaceReadName>(
      scope: string,
      operation: Name,
      input: Input<WorkspaceContract[Name]>,
      withinMs: number,
    ) {
      const session = connections.get(scope);
      if (session === undefined) return undefined;
      const endpoint: Endpoint = contract[operation];
      // What is kept under an operation's name came through its row.
      return (await staleReads({ session, operation, endpoint, input }, withinMs)) as
        Output<WorkspaceContract[Name]> | undefined;
    },
    ageOf(data) {
      const age = responseAges.get(data);
      return age && { ...age, at: toWallClock(age.at) };
    },
    leftOut: leftOutOf,
    status: (workspaceId) => toWallClockStatus(breakers.status(workspaceId)),
    usage: (workspaceId) => (options.sharedBudget === undefined ? limiter.usage(workspaceId) : undefined),
    invalidate: (scope) => connections.close(scope),
    invalidateReads(workspaceId, names = operations.map(([operation]) => operation)) {
      for (const session of connections.all())
        if (workspaceId === undefined || session.workspaceId === workspaceId) invalidateReads(session, names);
    },
    close() {
      limiter.close();
      unprovenLimiter.close();
    },
  };
}
