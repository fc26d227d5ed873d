import type { TaskboardAction } from "../../src/api/contract/taskboard.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";

export function readActions({ api, workspaceId }: LinkedContext): Promise<readonly TaskboardAction[]> {
  return api.listTaskboardActions({ params: { workspaceId } });
}
