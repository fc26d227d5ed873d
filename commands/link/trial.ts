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

/** The service as a key sees it that is not stored yet. Its scope is its own, so no answer to another key counts for it. */
export function connectForTrial(workspaceId: string, token: string, ctx: GuildContext): WorkspaceApi {
  return ctx.connect({ scope: `${ctx.guildId}/trial-${ctx.newId()}`, workspaceId, token });
}

/** Tries a key with a small read that changes nothing and shows no secret: the calendar. */
export async function tryKey(api: WorkspaceApi, workspaceId: string, now: () => number): Promise<Trial> {
  const startedAt = now();
  const problem = await api.getCalendar({ params: { workspaceId }, query: {} }, { budgetMs }).then(
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
