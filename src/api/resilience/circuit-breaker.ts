import { LruMap } from "../../lru-map.ts";
import type { ApiFailure } from "../errors.ts";

/** The failures that mean the service or the connection to it is down. */
export type OutageFailure = Extract<
  ApiFailure,
  "unavailable" | "unreachable" | "connection-lost" | "timeout"
>;

/**
 * - `closed`: all is well, requests pass.
 * - `open`: the service is down, nothing is sent before `retryAt`.
 * - `half-open`: one request is testing whether it is back.
 */
export type CircuitBreakerStatus =
  | { readonly state: "closed" }
  | {
      readonly state: "open" | "half-open";
      /** Epoch milliseconds. */
      readonly since: number;
      readonly reason: OutageFailure;
      readonly retryAt: number;
    };

/** Permission to send one request. Only the first call counts. */
export interface Permission {
  succeed(): void;
  fail(reason: OutageFailure): void;
  /** Nothing was sent, so nothing was learned. */
  release(): void;
}

export interface CircuitBreaker {
  /** How long nothing will be sent; 0 if requests may be sent now. */
  blockedForMs(): number;
  /** @param source what the request is for, if failures of different kinds are required */
  tryEnter(source?: RequestSource): Permission | undefined;
  /** Opens it if it is closed: what it guards is known to be down. */
  trip(reason: OutageFailure): void;
  /** Lets the next request test it without a further pause. */
  retryNow(): void;
  status(): CircuitBreakerStatus;
}

/** What a request is for. */
export interface RequestSource {
  readonly workspaceId: string;
  readonly operation: string;
}

export interface CircuitBreakerOptions {
  /** This many consecutive failures mean that the service is down. */
  readonly failureThreshold: number;
  /**
   * How many different workspaces and operations must have failed; one of each by default. Where not even a connection
   * can be made (`unreachable`), one operation is enough.
   */
  readonly minWorkspaces?: number;
  readonly minOperations?: number;
  readonly initialOpenMs: number;
  readonly maxOpenMs: number;
  readonly now: () => number;
  readonly random: () => number;
  readonly onChange?: ((status: CircuitBreakerStatus) => void) | undefined;
}

const anySource: RequestSource = { workspaceId: "", operation: "" };

/** How long callers should wait while a probe is in progress. */
const probeMs = 1_000;

/**
 * Protects a service that is down, and its callers: after some consecutive failures, one request at a time tests it.
 */
export function createCircuitBreaker(options: CircuitBreakerOptions): CircuitBreaker {
  const { now, random, minWorkspaces = 1, minOperations = 1 } = options;
  let status: CircuitBreakerStatus = { state: "closed" };
  let consecutiveFailures = 0;
  /** What failed in this run, as far as it matters. */
  const failedWorkspaces = new Set<string>();
  const failedOperations = new Set<string>();
  let openings = 0;
  /** Requests sent before the last state change say nothing about the new state. */
  let generation = 0;

  function change(next: CircuitBreakerStatus): void {
    status = next;
    generation += 1;
    recovered();
    options.onChange?.(next);
  }

  function recovered(): void {
    consecutiveFailures = 0;
    failedWorkspaces.clear();
    failedOperations.clear();
  }

  function isDown(reason: OutageFailure): boolean {
    return (
      consecutiveFailures >= options.failureThreshold &&
      failedWorkspaces.size >= minWorkspaces &&
      (failedOperations.size >= minOperations || reason === "unreachable")
    );
  }

  function open(reason: OutageFailure, since: number): void {
    const pauseMs = Math.min(options.initialOpenMs * 2 ** openings, options.maxOpenMs);
    openings += 1;
    // Spread out, so that replicas don't all try at once.
    change({ state: "open", since, reason, retryAt: now() + Math.round(pauseMs * (0.8 + 0.2 * random())) });
  }

  function close(): void {
    openings = 0;
    change({ state: "closed" });
  }

  function createPermission({ workspaceId, operation }: RequestSource): Permission {
    const entered = generation;
    let over = false;
    const once = (report: () => void): void => {
      const counts = !over && entered === generation;
      over = true;
      if (counts) report();
    };
    return {
      succeed: () => once(() => (status.state === "closed" ? recovered() : close())),
      fail: (reason) =>
        once(() => {
          if (status.state !== "closed") return open(reason, status.since);
          consecutiveFailures += 1;
          if (failedWorkspaces.size < minWorkspaces) failedWorkspaces.add(workspaceId);
          if (failedOperations.size < minOperations) failedOperations.add(operation);
          if (isDown(reason)) open(reason, now());
        }),
      release: () =>
        once(() => {
          if (status.state !== "closed") change({ ...status, state: "open" });
        }),
    };
  }

  return {
    blockedForMs() {
      if (status.state === "closed") return 0;
      return status.state === "half-open" ? probeMs : Math.max(0, Math.ceil(status.retryAt - now()));
    },
    trip(reason) {
      if (status.state === "closed") open(reason, now());
    },
    retryNow() {
      if (status.state === "open") change({ ...status, retryAt: Math.min(status.retryAt, now()) });
    },
    tryEnter(source = anySource) {
      if (status.state === "half-open") return undefined;
      if (status.state === "open") {
        if (now() < status.retryAt) return undefined;
        change({ ...status, state: "half-open" });
      }
      return createPermission(source);
    },
    status: () => status,
  };
}

/** Circuit breakers for each operation of each workspace, for each workspace, and for the service they share. */
export type Breakers = ReturnType<typeof createBreakers>;

type CircuitOutage = Exclude<CircuitBreakerStatus, { readonly state: "closed" }>;
export type CircuitScope = "service" | "workspace" | "operation";

export type ScopedCircuitStatus =
  { readonly state: "closed" } | (CircuitOutage & { readonly scope: CircuitScope });

export interface BreakersOptions extends Omit<
  CircuitBreakerOptions,
  "onChange" | "minWorkspaces" | "minOperations"
> {
  /** `about`: empty for the whole service, without an operation for a workspace. */
  readonly onChange?: ((status: CircuitBreakerStatus, about: Partial<RequestSource>) => void) | undefined;
}

/**
 * Of those in trouble, and of all others: the least recently used one is evicted first. In trouble, none gives way to
 * workspaces that are well, however many there are.
 */
const maxTracked = 2_000;
/** Failures of fewer workspaces than this may be their own trouble. */
const minWorkspaces = 3;
/** Failures of one operation may be its own trouble. */
const minOperations = 2;

interface WorkspaceBreakers {
  readonly whole: CircuitBreaker;
  /** Only of those that failed since they last worked. */
  readonly operations: Map<string, CircuitBreaker>;
}

/**
 * An operation that fails is paused without delaying the others, and a workspace in trouble without delaying other
 * workspaces. A workspace counts as down only if different operations fail in a row, and the whole service, or the
 * connection to it, only if requests of several workspaces get no reply at all: an error reply shows that it is up.
 */
export function createBreakers(options: BreakersOptions) {
  const { onChange } = options;
  const service = createCircuitBreaker({
    ...options,
    minWorkspaces,
    minOperations,
    onChange: (status) => onChange?.(status, {}),
  });
  const inTrouble = new LruMap<string, WorkspaceBreakers>({ maxSize: maxTracked });
  const others = new LruMap<string, WorkspaceBreakers>({ maxSize: maxTracked });
  const peekOwn = (workspaceId: string): WorkspaceBreakers | undefined =>
    inTrouble.peek(workspaceId) ?? others.peek(workspaceId);

  /** To be called once a request has ended. */
  function sortIn(workspaceId: string, own: WorkspaceBreakers): void {
    const isInTrouble = own.whole.status().state !== "closed" || own.operations.size > 0;
    const [to, from] = isInTrouble ? [inTrouble, others] : [others, inTrouble];
    if (from.peek(workspaceId) !== own) return;
    from.delete(workspaceId);
    to.set(workspaceId, own);
  }

  function findOwn(workspaceId: string): WorkspaceBreakers {
    const known = inTrouble.get(workspaceId) ?? others.get(workspaceId);
    if (known !== undefined) return known;
    const operations = new Map<string, CircuitBreaker>();
    const whole = createCircuitBreaker({
      ...options,
      minOperations,
      onChange(status) {
        for (const each of operations.values()) {
          if (status.state === "open") each.trip(status.reason);
          else if (status.state === "closed") each.retryNow();
        }
        onChange?.(status, { workspaceId });
      },
    });
    const own = { whole, operations };
    others.set(workspaceId, own);
    return own;
  }

  function findOperation({ operations }: WorkspaceBreakers, source: RequestSource): CircuitBreaker {
    const known = operations.get(source.operation);
    if (known !== undefined) return known;
    const created = createCircuitBreaker({
      ...options,
      onChange: (status) => onChange?.(status, source),
    });
    operations.set(source.operation, created);
    return created;
  }

  return {
    /** How long such a request won't be sent; 0 if it may be sent now. */
    blockedForMs({ workspaceId, operation }: RequestSource): number {
      const own = peekOwn(workspaceId);
      return Math.max(
        own?.operations.get(operation)?.blockedForMs() ?? 0,
        own?.whole.blockedForMs() ?? 0,
        service.blockedForMs(),
      );
    },

    enter(source: RequestSource): Permission | undefined {
      if (service.blockedForMs() > 0) return undefined;
      const own = findOwn(source.workspaceId);
      if (own.whole.blockedForMs() > 0) return undefined;
      const known = own.operations.get(source.operation);
      const isProbe = known !== undefined && known.status().state !== "closed";
      const ofOperation = known?.tryEnter();
      if (known !== undefined && ofOperation === undefined) return undefined;
      const ofWorkspace = own.whole.tryEnter(source);
      const ofService = ofWorkspace && service.tryEnter(source);
      if (ofWorkspace === undefined || ofService === undefined) {
        ofOperation?.release();
        ofWorkspace?.release();
        return undefined;
      }
      return {
        succeed() {
          ofOperation?.succeed();
          if (own.operations.get(source.operation)?.status().state === "closed")
            own.operations.delete(source.operation);
          ofWorkspace.succeed();
          ofService.succeed();
          sortIn(source.workspaceId, own);
        },
        fail(reason) {
          (ofOperation ?? findOperation(own, source).tryEnter())?.fail(reason);
          // That an operation still fails says nothing new about the others.
          if (isProbe) ofWorkspace.release();
          else ofWorkspace.fail(reason);
          if (reason === "unavailable") ofService.succeed();
          else ofService.fail(reason);
          sortIn(source.workspaceId, own);
        },
        release() {
          ofOperation?.release();
          ofWorkspace.release();
          ofService.release();
        },
      };
    },

    /**
     * What holds requests back: the service's outage if it has one, otherwise the workspace's own, otherwise the
     * operation's.
     */
    status(workspaceId: string, operation?: string): ScopedCircuitStatus {
      const shared = service.status();
      if (shared.state !== "closed") return { ...shared, scope: "service" };
      const own = peekOwn(workspaceId);
      const whole = own?.whole.status();
      if (whole !== undefined && whole.state !== "closed") return { ...whole, scope: "workspace" };
      const ofOperation = operation === undefined ? undefined : own?.operations.get(operation)?.status();
      if (ofOperation !== undefined && ofOperation.state !== "closed")
        return { ...ofOperation, scope: "operation" };
      return { state: "closed" };
    },
  };
}
