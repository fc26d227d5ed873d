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

/** Tries a key that is not stored yet. Its scope is its own, so no answer to another key counts for it. */
export async function tryNewKey(workspaceId: string, token: string, ctx: GuildContext): Promise<Trial> {
  const scope = `${ctx.guildId}/trial-${ctx.newId()}`;
  try {
    // As long as nobody knows whether the key is the workspace's own, trying it must not use up what its people may ask.
    const api = ctx.connect({ scope, workspaceId: `${ctx.guildId}/trials`, token });
    return await tryKey(api, workspaceId, ctx.now);
  } finally {
    ctx.service.forget(scope);
  }
}

/** Tries a key with a small read that changes nothing and shows no secret: the calendar, past what is remembered of it. */
export async function tryKey(api: WorkspaceApi, workspaceId: string, now: () => number): Promise<Trial> {
  const startedAt = now();
  const problem = await api
    .getCalendar({ params: { workspaceId }, query: {} }, { budgetMs, fresh: true })
    .then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof ApiError || error instanceof ContractError) return error;
        throw error;
      },
    );
  return { durationMs: now() - startedAt, problem };
}

/** The service knows the key and the workspace; it only keeps the calendar from this key. */
export function isForbidden(problem: Trial["problem"]): boolean {
  return problem instanceof ApiError && problem.failure === "forbidden";
}
