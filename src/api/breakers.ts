import {
  type CircuitBreaker,
  type CircuitBreakerOptions,
  type CircuitBreakerStatus,
  createCircuitBreaker,
  type Permission,
} from "./resilience/circuit-breaker.ts";

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

/** The one that was used the longest ago is forgotten first: it is found out anew by a few failures. */
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
  /** In the order of their last use. */
  const byWorkspace = new Map<string, CircuitBreaker>();

  function ownOf(workspaceId: string): CircuitBreaker {
    const known = byWorkspace.get(workspaceId);
    const own =
      known ?? createCircuitBreaker({ ...options, onChange: (status) => onChange?.(status, workspaceId) });
    byWorkspace.delete(workspaceId);
    byWorkspace.set(workspaceId, own);
    const [longestUnused] = byWorkspace.keys();
    if (byWorkspace.size > maxWorkspaces && longestUnused !== undefined) byWorkspace.delete(longestUnused);
    return own;
  }

  return {
    blockedForMs: (workspaceId) =>
      Math.max(byWorkspace.get(workspaceId)?.blockedForMs() ?? 0, whole.blockedForMs()),

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
      const own = byWorkspace.get(workspaceId)?.status();
      if (shared.state !== "closed") return { ...shared, isWhole: true };
      return own === undefined || own.state === "closed" ? shared : { ...own, isWhole: false };
    },
  };
}
