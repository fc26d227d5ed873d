import type { ApiFailure } from "./errors.ts";

/** The ways in which a call fails when the service is down, or the way to it. */
export type DownFailure = Extract<ApiFailure, "unavailable" | "unreachable" | "cut" | "timeout">;

/**
 * - `closed`: all is well, requests pass.
 * - `open`: the service is down, nothing is sent before `retryAt`.
 * - `half-open`: one request is out to see whether it is back.
 */
export type BreakerStatus =
  | { readonly state: "closed" }
  | {
      readonly state: "open" | "half-open";
      /** Epoch milliseconds. */
      readonly since: number;
      readonly reason: DownFailure;
      readonly retryAt: number;
    };

/** The leave to send one request. Only the first word about it counts. */
export interface Pass {
  up(): void;
  down(reason: DownFailure): void;
  /** Nothing was sent, so nothing was learned. */
  unused(): void;
}

export interface Breaker {
  /** How long nothing will be sent, or 0 when something may. */
  closedForMs(): number;
  /** @param source whose request it is, where failures of several are wanted */
  enter(source?: string): Pass | undefined;
  status(): BreakerStatus;
}

export interface BreakerOptions {
  /** So many failures in a row mean that the service is down. */
  readonly failures: number;
  /** Failures of so many sources at least; one when left out. */
  readonly sources?: number;
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  readonly now: () => number;
  readonly random: () => number;
  readonly onChange?: ((status: BreakerStatus) => void) | undefined;
}

/** What whoever meets a probe under way is told to wait. */
const PROBE_MS = 1_000;

/** Spares a service that is down, and those who ask it: after some failures in a row one request at a time tries it. */
export function createBreaker(options: BreakerOptions): Breaker {
  const { now, random, sources: minSources = 1 } = options;
  let status: BreakerStatus = { state: "closed" };
  let inARow = 0;
  /** Who failed in this row. */
  const failed = new Set<string>();
  let pauses = 0;
  /** Requests that were sent before the last change say nothing about the time after it. */
  let era = 0;

  function change(next: BreakerStatus): void {
    status = next;
    era += 1;
    recovered();
    options.onChange?.(next);
  }

  function recovered(): void {
    inARow = 0;
    failed.clear();
  }

  function open(reason: DownFailure, since: number): void {
    const pauseMs = Math.min(options.firstPauseMs * 2 ** pauses, options.longestPauseMs);
    pauses += 1;
    // A little apart, so that replicas do not all try at the same moment.
    change({ state: "open", since, reason, retryAt: now() + Math.round(pauseMs * (0.8 + 0.2 * random())) });
  }

  function close(): void {
    pauses = 0;
    change({ state: "closed" });
  }

  function pass(source: string): Pass {
    const entered = era;
    let over = false;
    const once = (hear: () => void): void => {
      const counts = !over && entered === era;
      over = true;
      if (counts) hear();
    };
    return {
      up: () => once(() => (status.state === "closed" ? recovered() : close())),
      down: (reason) =>
        once(() => {
          if (status.state !== "closed") return open(reason, status.since);
          inARow += 1;
          if (failed.size < minSources) failed.add(source);
          if (inARow >= options.failures && failed.size >= minSources) open(reason, now());
        }),
      unused: () =>
        once(() => {
          if (status.state !== "closed") change({ ...status, state: "open" });
        }),
    };
  }

  return {
    closedForMs() {
      if (status.state === "closed") return 0;
      return status.state === "half-open" ? PROBE_MS : Math.max(0, Math.ceil(status.retryAt - now()));
    },
    enter(source = "") {
      if (status.state === "half-open") return undefined;
      if (status.state === "open") {
        if (now() < status.retryAt) return undefined;
        change({ ...status, state: "half-open" });
      }
      return pass(source);
    },
    status: () => status,
  };
}
