import { renderContext } from "../../src/ui/render-context.ts";
import type { TaskboardAction } from "../../src/api/contract/taskboard.ts";
import { UserError } from "../../src/errors.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { namesOf } from "../../src/ui/people.ts";
import { definePagedList } from "../kit/paged-list.ts";
import { renderAction, renderActions } from "./render-actions.ts";

export function readActions({ api, workspaceId }: LinkedContext): Promise<readonly TaskboardAction[]> {
  return api.listTaskboardActions({ params: { workspaceId } });
}

const actionList = definePagedList({
  name: "taskboard.actions",
  about: {},
  access: "staff",
  needs: "link",
  show: async ({ page }, ctx, ids) =>
    renderActions({ actions: await readActions(ctx), page, ...ids }, renderContext(ctx)),
  async open(actionId, _asked, ctx) {
    const action = (await readActions(ctx)).find(({ _id }) => _id === actionId);
    if (action === undefined)
      throw new UserError(
        `This action is gone, so there's nothing to show. See the current ones with ${ctx.commandMention("taskboard actions")}.`,
      );
    return renderAction(action, renderContext(ctx, await namesOf([action.created_by], ctx)));
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
