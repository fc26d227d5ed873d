import type { CallOptions } from "../../src/api/client.ts";
import type { TaskboardAction } from "../../src/api/contract/taskboard.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";

export function readActions(
  { api, workspaceId }: LinkedContext,
  options?: CallOptions,
): Promise<readonly TaskboardAction[]> {
  return api.listTaskboardActions({ params: { workspaceId } }, options);
}

/** The same while somebody types, who does not wait long. */
export function actionsToSuggest(ctx: LinkedContext): Promise<readonly TaskboardAction[]> {
  return readActions(ctx, { budgetMs: 1_500 });
}
