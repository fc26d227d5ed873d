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
  /** @param source whose request it is, if failures of several sources are required */
  tryEnter(source?: string): Permission | undefined;
  status(): CircuitBreakerStatus;
}

export interface CircuitBreakerOptions {
  /** This many consecutive failures mean that the service is down. */
  readonly failureThreshold: number;
  /** How many different sources must have failed; one by default. */
  readonly sources?: number;
  readonly initialOpenMs: number;
  readonly maxOpenMs: number;
  readonly now: () => number;
  readonly random: () => number;
  readonly onChange?: ((status: CircuitBreakerStatus) => void) | undefined;
}

/** How long callers should wait while a probe is in progress. */
const probeMs = 1_000;

/**
 * Protects a service that is down, and its callers: after some consecutive failures, one request at a time tests it.
 */
export function createCircuitBreaker(options: CircuitBreakerOptions): CircuitBreaker {
  const { now, random, sources: minSources = 1 } = options;
  let status: CircuitBreakerStatus = { state: "closed" };
  let consecutiveFailures = 0;
  /** The sources that failed in this run. */
  const failed = new Set<string>();
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
    failed.clear();
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

  function createPermission(source: string): Permission {
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
          if (failed.size < minSources) failed.add(source);
          if (consecutiveFailures >= options.failureThreshold && failed.size >= minSources)
            open(reason, now());
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
    tryEnter(source = "") {
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

/** One circuit breaker per workspace, and one for the service they share. */
export interface Breakers {
  /** How long nothing will be sent to that workspace; 0 if requests may be sent now. */
  blockedForMs(workspaceId: string): number;
  enter(workspaceId: string): Permission | undefined;
  /** A workspace's status: the service's outage if it has one, otherwise the workspace's own. */
  status(workspaceId: string): WorkspaceCircuitStatus;
}

type CircuitOutage = Exclude<CircuitBreakerStatus, { readonly state: "closed" }>;

/** `isServiceWide`: the whole service is down, not one workspace. */
export type WorkspaceCircuitStatus =
  { readonly state: "closed" } | (CircuitOutage & { readonly isServiceWide: boolean });

export interface BreakersOptions extends Omit<CircuitBreakerOptions, "onChange" | "sources"> {
  /** `workspaceId`: `undefined` for the whole service. */
  readonly onChange?: ((status: CircuitBreakerStatus, workspaceId: string | undefined) => void) | undefined;
}

/** The least recently used one is evicted first; a few failures rebuild it. */
const maxWorkspaces = 2_000;
/** Failures of fewer workspaces than this may be their own trouble. */
const minSources = 3;

/**
 * A workspace in trouble is paused without delaying the others. Only if requests of several workspaces get no reply at
 * all does the whole service, or the connection to it, count as down: an error reply shows that it is up.
 */
export function createBreakers(options: BreakersOptions): Breakers {
  const { onChange } = options;
  const whole = createCircuitBreaker({
    ...options,
    sources: minSources,
    onChange: (status) => onChange?.(status, undefined),
  });
  const byWorkspace = new LruMap<string, CircuitBreaker>({ maxSize: maxWorkspaces });

  function findOwn(workspaceId: string): CircuitBreaker {
    const known = byWorkspace.get(workspaceId);
    if (known !== undefined) return known;
    const own = createCircuitBreaker({ ...options, onChange: (status) => onChange?.(status, workspaceId) });
    byWorkspace.set(workspaceId, own);
    return own;
  }

  return {
    blockedForMs: (workspaceId) =>
      Math.max(byWorkspace.peek(workspaceId)?.blockedForMs() ?? 0, whole.blockedForMs()),

    enter(workspaceId) {
      if (whole.blockedForMs() > 0) return undefined;
      const own = findOwn(workspaceId).tryEnter();
      if (own === undefined) return undefined;
      const shared = whole.tryEnter(workspaceId);
      if (shared === undefined) {
        own.release();
        return undefined;
      }
      return {
        succeed() {
          own.succeed();
          shared.succeed();
        },
        fail(reason) {
          own.fail(reason);
          if (reason === "unavailable") shared.succeed();
          else shared.fail(reason);
        },
        release() {
          own.release();
          shared.release();
        },
      };
    },

    status(workspaceId) {
      const shared = whole.status();
      const own = byWorkspace.peek(workspaceId)?.status();
      if (shared.state !== "closed") return { ...shared, isServiceWide: true };
      return own === undefined || own.state === "closed" ? shared : { ...own, isServiceWide: false };
    },
  };
}
