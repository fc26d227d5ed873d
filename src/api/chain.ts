import { randomUUID } from "node:crypto";
import { type Alarm, realAlarm } from "./alarm.ts";
import { createAnswerCache } from "./answer-cache.ts";
import type { BreakerStatus } from "./breaker.ts";
import { createBreakers } from "./breakers.ts";
import type { BudgetLimits, Usage } from "./budget.ts";
import { type Asked, type Connection, familyOf, type WorkspaceReadName } from "./connection.ts";
import type { CallOptions, WorkspaceApi } from "./client.ts";
import { createConnections, type ServiceAccess } from "./connections.ts";
import { contract, type WorkspaceContract } from "./contract/index.ts";
import { type LeftOut, leftOutOf } from "./contract/records.ts";
import type { Endpoint, Input, Output } from "./endpoint.ts";
import { createFlights } from "./flights.ts";
import { type Age, createFreshness } from "./freshness.ts";
import { createGuardedCall, type Sending } from "./guarded-call.ts";
import { createKeyLimits } from "./key-limits.ts";
import { createLimiter } from "./limiter.ts";
import type { SharedBudget } from "./purse.ts";
import { defineOperations, rows } from "./operations.ts";
import { createReading } from "./reading.ts";
import { createRecall } from "./recall.ts";
import type { ServiceOptions } from "./service.ts";
import { createSteadyClock } from "./steady-clock.ts";

export interface ServiceChainOptions extends Omit<ServiceOptions, "sleep"> {
  readonly alarm?: Alarm;
  readonly newId?: () => string;
  /** Given when replicas share the budget of each workspace. */
  readonly sharedBudget?: SharedBudget | undefined;
  /** `workspaceId`: `undefined` where it is the service as a whole. */
  readonly onBreakerChange?: (status: BreakerStatus, workspaceId: string | undefined) => void;
  readonly limits?: Partial<ChainLimits>;
}

export interface ChainLimits extends BudgetLimits {
  /** Of the texts of all answers that are kept, of all links; in memory they take up to twice as much. */
  readonly cacheBytes: number;
  /** So many failures in a row mean that a workspace, or the service as a whole, is down. */
  readonly failures: number;
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
}

/** All that stands between the bot and the service: turns, kept answers, and rest for a service that is down. */
export interface ServiceChain {
  /** Cheap enough to call for each interaction. */
  connect(access: ServiceAccess): WorkspaceApi;
  /**
   * The last known answer at once, at most an hour old; it is renewed in the background when its time is over. Where
   * nothing is known yet, it waits so long for the first answer. Never rejects.
   */
  recall<Name extends WorkspaceReadName>(
    scope: string,
    operation: Name,
    input: Input<WorkspaceContract[Name]>,
    withinMs: number,
  ): Promise<Output<WorkspaceContract[Name]> | undefined>;
  /** How old an answer is that came from memory; `undefined` for one that was just read. */
  freshness(data: object): Age | undefined;
  /** What of an answer could not be read, however old it is. */
  leftOut(data: object): readonly LeftOut[];
  /** Of the way to one workspace: its own trouble, else that of the service as a whole. */
  status(workspaceId: string): BreakerStatus;
  /** How much of its limit a workspace has used; `undefined` where replicas share it, as nobody sees all of it then. */
  usage(workspaceId: string): Usage | undefined;
  /** Forgets what was read through a link: it was removed, or its key changed. */
  forget(scope: string): void;
  /** Refuses all who wait. The dispatcher stays open: whoever made it closes it. */
  close(): void;
}

const defaultLimits: ChainLimits = {
  limit: 100,
  windowMs: 60_000,
  reserve: 0.4,
  longestLine: { people: 50, background: 200 },
  cacheBytes: 8 * 1024 * 1024,
  failures: 5,
  firstPauseMs: 5_000,
  longestPauseMs: 60_000,
};

const DEFAULT_BUDGET_MS = 10_000;
/** Reads whose answers suggestions are made of for longer than anything else is. */
const suggesting: ReadonlySet<string> = new Set(
  rows.filter(([, { suggestsMs }]) => suggestsMs !== undefined).map(([operation]) => operation),
);

export function createServiceChain(options: ServiceChainOptions): ServiceChain {
  const { random = Math.random, alarm = realAlarm, newId = randomUUID } = options;
  const { now, toWall } = createSteadyClock(options.now ?? Date.now);
  const limits = { ...defaultLimits, ...options.limits };
  const limiter = createLimiter({ ...limits, shared: options.sharedBudget, now, alarm, newId });
  const unprovenLimiter = createLimiter({ ...limits, shared: undefined, now, alarm, newId });
  const breakers = createBreakers({
    ...limits,
    now,
    random,
    onChange: (status, workspaceId) => options.onBreakerChange?.(shown(status), workspaceId),
  });
  const call = createGuardedCall({
    ...options,
    limits: createKeyLimits(limiter, unprovenLimiter),
    breakers,
    now,
    random,
  });
  const cache = createAnswerCache({ maxBytes: limits.cacheBytes, now });
  const flights = createFlights();
  const freshness = createFreshness();
  const reading = createReading({ cache, flights, freshness, call, now, alarm });
  const recall = createRecall(reading, { now, alarm });
  const connections = createConnections({
    makeApi: defineOperations(perform),
    onClose(connection) {
      for (const [operation] of rows) {
        cache.dropFamily(familyOf(connection, operation));
        flights.spoil(familyOf(connection, operation));
      }
    },
  });

  function shown(status: BreakerStatus): BreakerStatus {
    if (status.state === "closed") return status;
    return { ...status, since: toWall(status.since), retryAt: toWall(status.retryAt) };
  }

  function empty(connection: Connection, operations: readonly string[]): void {
    for (const operation of operations) {
      const family = familyOf(connection, operation);
      if (suggesting.has(operation)) cache.outdateFamily(family);
      else cache.dropFamily(family);
      flights.spoil(family);
    }
  }

  async function write(
    { connection, operation, endpoint, input }: Asked,
    sending: Sending,
  ): Promise<unknown> {
    const emptied = endpoint.empties ?? [];
    empty(connection, emptied);
    try {
      const { data } = await call({ operation, endpoint, input, connection }, sending);
      return data;
    } finally {
      // What was read meanwhile may be from before the write took effect.
      empty(connection, emptied);
    }
  }

  function perform(
    asked: Asked,
    {
      lane = "people",
      budgetMs = DEFAULT_BUDGET_MS,
      fresh = false,
      keep = lane === "people",
      mayBeSent,
    }: CallOptions = {},
  ): Promise<unknown> {
    if (asked.endpoint.cacheMs === undefined) return write(asked, { lane, budgetMs, mayBeSent });
    return reading.read(asked, { lane, budgetMs, fresh, keep });
  }

  return {
    connect: (access) => connections.open(access).api,
    async recall<Name extends WorkspaceReadName>(
      scope: string,
      operation: Name,
      input: Input<WorkspaceContract[Name]>,
      withinMs: number,
    ) {
      const connection = connections.get(scope);
      if (connection === undefined) return undefined;
      const endpoint: Endpoint = contract[operation];
      // What is kept under an operation's name came through its row.
      return (await recall({ connection, operation, endpoint, input }, withinMs)) as
        Output<WorkspaceContract[Name]> | undefined;
    },
    freshness(data) {
      const age = freshness.of(data);
      return age && { ...age, at: toWall(age.at) };
    },
    leftOut: leftOutOf,
    status: (workspaceId) => shown(breakers.status(workspaceId)),
    usage: (workspaceId) => (options.sharedBudget === undefined ? limiter.usage(workspaceId) : undefined),
    forget: (scope) => connections.close(scope),
    close() {
      limiter.close();
      unprovenLimiter.close();
    },
  };
}
