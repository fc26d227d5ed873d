import { contract, type OperationName } from "../../src/api/contract/index.ts";
import { Success } from "../../src/api/contract/fields.ts";
import type { Difference } from "./different-reply.ts";

const secondMs = 1_000;

interface Strike {
  /** All operations by default. */
  readonly operation?: OperationName;
  /** Only requests with this workspace's token; all by default. */
  readonly workspaceId?: string;
  /** `after`: the request has taken effect first, and the caller does not learn of it. `before` when left out. */
  readonly when?: "before" | "after";
  /** How many requests it affects; one if neither this nor `forMs` is set. */
  readonly times?: number;
  /**
   * 2 affects the second, fourth and so on, and lets the others through; by default, every request is
   * affected.
   */
  readonly every?: number;
  /** From now on, by the injected clock. */
  readonly forMs?: number;
}

export type Fault = Strike &
  (
    | { readonly kind: "slow"; readonly ms: number }
    /** Answers once this resolves. */
    | { readonly kind: "held"; readonly until: Promise<unknown> }
    | {
        readonly kind: "status";
        readonly status: number;
        readonly message?: string;
        /** Sent as `X-Ratelimit-Reset` in place of the true one; with `forMs`, what is left of that. */
        readonly resetSeconds?: number;
      }
    /** Destroys the connection. */
    | { readonly kind: "cut" }
    /** `wrong-items`: 8 MB of a list of things that are none. */
    | {
        readonly kind: "nonsense";
        readonly form?: "html" | "truncated" | "wrong-shape" | "wrong-items" | "nested";
      }
    /** The first so many records of each list of the answer have fields of another type; one when left out. */
    | { readonly kind: "wrong-records"; readonly count?: number }
    /**
     * Every record is there, written as loosely as JSON services do: dates in other forms that ISO 8601 allows, `""` for
     * no date, numbers for ids, a null among texts, `true` for a ticked checkbox.
     */
    | { readonly kind: "loose-types" }
    /** Leaves the connection open and never answers. */
    | { readonly kind: "silent" }
    /** `{ success: false }` with status 200; strikes only operations that answer whether they worked. */
    | { readonly kind: "unsuccessful" }
    /** `{}` with status 200: no field is promised, so any may be absent. */
    | { readonly kind: "bare" }
    | Difference
  );

export interface FaultControl {
  /** Faults still to occur, oldest first; of two for one operation, the older occurs first. */
  readonly active: readonly Fault[];
  /** The returned function removes this fault. */
  add(fault: Fault): () => void;
  clear(): void;
}

export interface FaultStore extends FaultControl {
  take(operation: OperationName, workspaceId: string): Fault | undefined;
}

interface Loaded {
  readonly fault: Fault;
  left: number;
  met: number;
  readonly untilMs: number;
}

export function createFaults(now: () => number): FaultStore {
  const loaded = new Set<Loaded>();

  function live(): readonly Loaded[] {
    for (const entry of loaded) if (entry.left <= 0 || now() >= entry.untilMs) loaded.delete(entry);
    return [...loaded];
  }

  return {
    get active() {
      return live().map((entry) => entry.fault);
    },
    add(fault) {
      const forever = fault.forMs === undefined ? 1 : Number.POSITIVE_INFINITY;
      const entry = {
        fault,
        left: fault.times ?? forever,
        met: 0,
        untilMs: fault.forMs === undefined ? Number.POSITIVE_INFINITY : now() + fault.forMs,
      };
      loaded.add(entry);
      return () => void loaded.delete(entry);
    },
    clear: () => loaded.clear(),
    take(operation, workspaceId) {
      for (const entry of live()) {
        const { fault } = entry;
        if (!isMeant(fault, operation, workspaceId)) continue;
        entry.met += 1;
        if (entry.met % (fault.every ?? 1) !== 0) continue;
        entry.left -= 1;
        return fault.kind === "status" && fault.resetSeconds !== undefined && fault.forMs !== undefined
          ? { ...fault, resetSeconds: Math.ceil((entry.untilMs - now()) / secondMs) }
          : fault;
      }
      return undefined;
    },
  };
}

function isMeant(fault: Fault, operation: OperationName, workspaceId: string): boolean {
  if (fault.operation !== undefined && fault.operation !== operation) return false;
  if (fault.workspaceId !== undefined && fault.workspaceId !== workspaceId) return false;
  return fault.kind !== "unsuccessful" || contract[operation].response === Success;
}
