import { LruMap } from "../../lru-map.ts";
import type { ApiFailure } from "../errors.ts";

/** The ways in which a call fails when the service is down, or the way to it. */
export type OutageFailure = Extract<
  ApiFailure,
  "unavailable" | "unreachable" | "connection-lost" | "timeout"
>;

/**
 * - `closed`: all is well, requests pass.
 * - `open`: the service is down, nothing is sent before `retryAt`.
 * - `half-open`: one request is out to see whether it is back.
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

/** The leave to send one request. Only the first word about it counts. */
export interface Permission {
  succeed(): void;
  fail(reason: OutageFailure): void;
  /** Nothing was sent, so nothing was learned. */
  release(): void;
}

export interface CircuitBreaker {
  /** How long nothing will be sent, or 0 when something may. */
  blockedForMs(): number;
  /** @param source whose request it is, where failures of several are wanted */
  tryEnter(source?: string): Permission | undefined;
  status(): CircuitBreakerStatus;
}

export interface CircuitBreakerOptions {
  /** So many failures in a row mean that the service is down. */
  readonly failureThreshold: number;
  /** Failures of at least this many sources; one when left out. */
  readonly sources?: number;
  readonly initialOpenMs: number;
  readonly maxOpenMs: number;
  readonly now: () => number;
  readonly random: () => number;
  readonly onChange?: ((status: CircuitBreakerStatus) => void) | undefined;
}

/** How long callers should wait while a probe is in progress. */
const probeMs = 1_000;

/** Spares a service that is down, and those who ask it: after some failures in a row one request at a time tries it. */
export function createCircuitBreaker(options: CircuitBreakerOptions): CircuitBreaker {
  const { now, random, sources: minSources = 1 } = options;
  let status: CircuitBreakerStatus = { state: "closed" };
  let consecutiveFailures = 0;
  /** Who failed in this row. */
  const failed = new Set<string>();
  let openings = 0;
  /** Requests that were sent before the last change say nothing about the time after it. */
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
    // A little apart, so that replicas do not all try at the same moment.
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

/** One circuit breaker for each workspace, and one for the service that all of them share. */
export interface Breakers {
  /** How long nothing of that workspace will be sent, or 0 when something may. */
  blockedForMs(workspaceId: string): number;
  enter(workspaceId: string): Permission | undefined;
  /** Of the way to one workspace: the trouble of the service as a whole, else its own. */
  status(workspaceId: string): WayStatus;
}

type Trouble = Exclude<CircuitBreakerStatus, { readonly state: "closed" }>;

/** `isWhole`: of the service as a whole, not of one workspace. */
export type WayStatus = { readonly state: "closed" } | (Trouble & { readonly isWhole: boolean });

export interface BreakersOptions extends Omit<CircuitBreakerOptions, "onChange" | "sources"> {
  /** `workspaceId`: `undefined` for the service as a whole. */
  readonly onChange?: ((status: CircuitBreakerStatus, workspaceId: string | undefined) => void) | undefined;
}

/** The one that was used the longest ago is dropped first; a few failures tell it again. */
const maxWorkspaces = 2_000;
/** Failures of fewer workspaces than this may be their own trouble. */
const minSources = 3;

/**
 * A workspace in trouble is spared and makes no other one wait. Only where requests of several workspaces get no reply at
 * all it is taken to be the service, or the way to it: whoever replies with a failure of its own is there.
 */
export function createBreakers(options: BreakersOptions): Breakers {
  const { onChange } = options;
  const whole = createCircuitBreaker({
    ...options,
    sources: minSources,
    onChange: (status) => onChange?.(status, undefined),
  });
  const byWorkspace = new LruMap<string, CircuitBreaker>({ maxSize: maxWorkspaces });

  function ownOf(workspaceId: string): CircuitBreaker {
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
      const own = ownOf(workspaceId).tryEnter();
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
      if (shared.state !== "closed") return { ...shared, isWhole: true };
      return own === undefined || own.state === "closed" ? shared : { ...own, isWhole: false };
    },
  };
}
