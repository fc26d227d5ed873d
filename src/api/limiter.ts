import { Budget, type BudgetOptions, type Usage } from "./budget.ts";
import type { Lane, Refusal, Turn } from "./turn.ts";

export interface Limiter {
  /** Waits for its turn, or says at once that there is none within that time. */
  take(workspaceId: string, lane: Lane, withinMs: number): Promise<Turn | Refusal>;
  /** A turn that is free now, or how long until one is. */
  takeNow(workspaceId: string, lane: Lane): Turn | Refusal;
  usage(workspaceId: string): Usage;
  /** Takes a budget out, to be absorbed elsewhere; who waits in it goes on waiting. */
  release(id: string): Budget | undefined;
  /** What was sent, or is out, under another id counts here from now on. */
  absorb(workspaceId: string, other: Budget): void;
  /** Refuses all who wait. */
  close(): void;
}

export type LimiterOptions = Omit<BudgetOptions, "workspaceId">;

const FIRST_SWEEP_AT = 1_000;

/** Keeps the requests to each workspace within what the service allows it, whichever guild they come from. */
export function createLimiter(options: LimiterOptions): Limiter {
  const budgets = new Map<string, Budget>();
  let sweepAt = FIRST_SWEEP_AT;

  function sweep(): void {
    for (const [workspaceId, budget] of budgets) if (budget.idle) budgets.delete(workspaceId);
    // Twice what is left, so that sweeping costs little however many are in use.
    sweepAt = Math.max(FIRST_SWEEP_AT, budgets.size * 2);
  }

  function budgetOf(workspaceId: string): Budget {
    const known = budgets.get(workspaceId);
    if (known !== undefined) return known;
    if (budgets.size >= sweepAt) sweep();
    const budget = new Budget({ ...options, workspaceId });
    budgets.set(workspaceId, budget);
    return budget;
  }

  return {
    take: (workspaceId, lane, withinMs) => budgetOf(workspaceId).take(lane, withinMs),
    takeNow: (workspaceId, lane) => budgetOf(workspaceId).takeNow(lane),
    usage: (workspaceId) => budgets.get(workspaceId)?.usage ?? { used: 0, limit: options.limit },
    release(id) {
      const budget = budgets.get(id);
      budgets.delete(id);
      return budget;
    },
    absorb: (workspaceId, other) => budgetOf(workspaceId).absorb(other),
    close() {
      for (const budget of budgets.values()) budget.close();
    },
  };
}
