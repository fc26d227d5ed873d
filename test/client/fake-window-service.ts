import type { LeaseRequest, SharedQuota } from "../../src/api/resilience/shared-quota.ts";

/** A service that counts in windows which begin when it likes, as the limiter under test cannot know. */
export interface ModelService {
  /** One request arrives. What the answer says, and the headers it says it with. */
  receive(now: number): { readonly status: number; readonly headers: Readonly<Record<string, string>> };
  readonly refused: number;
}

export interface ModelOptions {
  readonly limit: number;
  readonly windowMs: number;
  /** Windows follow each other from here on; `undefined` for ones that begin with the first request after the last. */
  readonly firstWindowAt: number | undefined;
  readonly tellsReset: boolean;
}

export function modelService({ limit, windowMs, firstWindowAt, tellsReset }: ModelOptions): ModelService {
  let endsAt = firstWindowAt ?? Number.NEGATIVE_INFINITY;
  let used = 0;
  let refused = 0;
  return {
    receive(now) {
      if (now >= endsAt) {
        endsAt =
          firstWindowAt === undefined
            ? now + windowMs
            : endsAt + windowMs * (1 + Math.floor((now - endsAt) / windowMs));
        used = 0;
      }
      used += 1;
      const headers: Record<string, string> = tellsReset
        ? {
            "x-ratelimit-limit": String(limit),
            "x-ratelimit-reset": String(Math.ceil((endsAt - now) / 1_000)),
          }
        : {};
      if (used <= limit) return { status: 200, headers };
      refused += 1;
      return { status: 429, headers };
    },
    get refused() {
      return refused;
    },
  };
}

/** What the database keeps of a shared budget, in memory. */
export function memoryBudget(): SharedQuota & { readonly leases: number } {
  const leases = new Map<string, { readonly workspaceId: string; used: number; endsAt: number }>();
  let asked = 0;
  return {
    async lease({ id, workspaceId, wanted, limit, now, endsAt }: LeaseRequest) {
      asked += 1;
      const counting = [...leases.values()].filter(
        (one) => one.workspaceId === workspaceId && one.endsAt > now,
      );
      const used = counting.reduce((sum, one) => sum + one.used, 0);
      const granted = Math.max(0, Math.min(wanted, limit - used));
      if (granted > 0) leases.set(id, { workspaceId, used: granted, endsAt });
      const ends = counting.map((one) => one.endsAt);
      return { granted, nextEnd: ends.length === 0 ? undefined : Math.min(...ends) };
    },
    async complete(id, used, endsAt) {
      const lease = leases.get(id);
      if (lease !== undefined) Object.assign(lease, { used, endsAt });
    },
    get leases() {
      return asked;
    },
  };
}
