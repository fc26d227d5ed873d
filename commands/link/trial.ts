import type { WorkspaceApi } from "../../src/api/client.ts";
import { ApiError, ContractError } from "../../src/api/errors.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";

export interface Trial {
  readonly durationMs: number;
  /** `undefined` when all is well. */
  readonly problem: ApiError | ContractError | undefined;
}

/** People wait for it in front of a form they just sent. */
const budgetMs = 8_000;

/** What else a key may read that may not read the calendar; what is small comes first. */
const otherReads = ["getTaskboard", "listTaskboardBoards", "listPosts", "searchOrders"] as const;
export const trialReads = ["getCalendar", ...otherReads] as const;

export interface NewKeyTrial {
  /** `undefined` when one read at least worked. */
  readonly problem: ApiError | ContractError | undefined;
  readonly mayNotReadCalendar: boolean;
}

/**
 * Tries a key that is not stored yet, until one read works with it: a key that reads nothing need not be this
 * workspace's. Its scope is its own, so no answer to another key counts for it.
 */
export async function tryNewKey(workspaceId: string, token: string, ctx: GuildContext): Promise<NewKeyTrial> {
  const scope = `${ctx.guildId}/trial-${ctx.newId()}`;
  try {
    const api = ctx.connect({ scope, workspaceId, token, isTrial: true });
    const until = ctx.now() + budgetMs;
    const { problem } = await tryKey(api, workspaceId, ctx.now);
    if (!isForbidden(problem)) return { problem, mayNotReadCalendar: false };
    let trouble: Trial["problem"];
    for (const read of otherReads) {
      const leftMs = until - ctx.now();
      if (leftMs <= 0) break;
      const options = { budgetMs: leftMs, fresh: true };
      const other = await problemOf(api[read]({ params: { workspaceId } }, options));
      if (other === undefined) return { problem: undefined, mayNotReadCalendar: true };
      // Without it, the key might have worked.
      if (!isRefusal(other)) trouble ??= other;
    }
    return { problem: trouble ?? problem, mayNotReadCalendar: true };
  } finally {
    ctx.service.forget(scope);
  }
}

/** Tries a key with a small read that changes nothing and shows no secret: the calendar, past what is remembered of it. */
export async function tryKey(api: WorkspaceApi, workspaceId: string, now: () => number): Promise<Trial> {
  const startedAt = now();
  const problem = await problemOf(
    api.getCalendar({ params: { workspaceId }, query: {} }, { budgetMs, fresh: true }),
  );
  return { durationMs: now() - startedAt, problem };
}

function problemOf(read: Promise<unknown>): Promise<Trial["problem"]> {
  return read.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof ApiError || error instanceof ContractError) return error;
      throw error;
    },
  );
}

function isRefusal(problem: ApiError | ContractError): boolean {
  return problem instanceof ApiError && ["forbidden", "not-found", "rejected"].includes(problem.failure);
}

/** The service knows the key and the workspace; it only keeps the calendar from this key. */
export function isForbidden(problem: Trial["problem"]): boolean {
  return problem instanceof ApiError && problem.failure === "forbidden";
}
