import {
  type Breaker,
  type BreakerOptions,
  type BreakerStatus,
  createBreaker,
  type Pass,
} from "./breaker.ts";

/** One circuit breaker for each workspace, and one for the service that all of them share. */
export interface Breakers {
  /** How long nothing of that workspace will be sent, or 0 when something may. */
  blockedForMs(workspaceId: string): number;
  enter(workspaceId: string): Pass | undefined;
  /** Of the way to one workspace: its own trouble, else that of the service as a whole. */
  status(workspaceId: string): BreakerStatus;
}

export interface BreakersOptions extends Omit<BreakerOptions, "onChange" | "sources"> {
  /** `workspaceId`: `undefined` for the service as a whole. */
  readonly onChange?: ((status: BreakerStatus, workspaceId: string | undefined) => void) | undefined;
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
  const whole = createBreaker({
    ...options,
    sources: minSources,
    onChange: (status) => onChange?.(status, undefined),
  });
  /** In the order of their last use. */
  const byWorkspace = new Map<string, Breaker>();

  function ownOf(workspaceId: string): Breaker {
    const known = byWorkspace.get(workspaceId);
    const own = known ?? createBreaker({ ...options, onChange: (status) => onChange?.(status, workspaceId) });
    byWorkspace.delete(workspaceId);
    byWorkspace.set(workspaceId, own);
    const [longestUnused] = byWorkspace.keys();
    if (byWorkspace.size > maxWorkspaces && longestUnused !== undefined) byWorkspace.delete(longestUnused);
    return own;
  }

  return {
    blockedForMs: (workspaceId) =>
      Math.max(byWorkspace.get(workspaceId)?.closedForMs() ?? 0, whole.closedForMs()),

    enter(workspaceId) {
      if (whole.closedForMs() > 0) return undefined;
      const own = ownOf(workspaceId).enter();
      if (own === undefined) return undefined;
      const shared = whole.enter(workspaceId);
      if (shared === undefined) {
        own.unused();
        return undefined;
      }
      return {
        up() {
          own.up();
          shared.up();
        },
        down(reason) {
          own.down(reason);
          if (reason === "unavailable") shared.up();
          else shared.down(reason);
        },
        unused() {
          own.unused();
          shared.unused();
        },
      };
    },

    status(workspaceId) {
      const own = byWorkspace.get(workspaceId)?.status();
      return own === undefined || own.state === "closed" ? whole.status() : own;
    },
  };
}
