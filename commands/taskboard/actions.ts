import { renderContext } from "../../src/ui/render-context.ts";
import type { TaskboardAction } from "../../src/api/contract/taskboard.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { namesOf } from "../../src/ui/people.ts";
import { definePagedList } from "../kit/paged-list.ts";
import { renderActions } from "./render-actions.ts";

export function readActions({ api, workspaceId }: LinkedContext): Promise<readonly TaskboardAction[]> {
  return api.listTaskboardActions({ params: { workspaceId } });
}

const actionList = definePagedList({
  name: "taskboard.actions",
  about: {},
  access: "staff",
  needs: "link",
  async show({ page }, ctx, { customIdOf }) {
    const found = await readActions(ctx);
    const names = await namesOf(
      found.map(({ created_by: maker }) => maker),
      ctx,
    );
    return renderActions({ actions: found, page, customIdOf }, renderContext(ctx, names));
  },
});

export const actions = defineSubcommand({
  name: "actions",
  description: "List the task board's automatic actions and their triggers",
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  operations: ["listTaskboardActions"],
  components: actionList.components,
  run: (_asked, ctx) => actionList.show({ page: 0 }, ctx),
});
