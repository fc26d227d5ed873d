import { defineFeature } from "../../src/feature.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { canUse } from "../../src/interactions/access.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineSubcommand, defineCommandGroup } from "../../src/interactions/define.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { taskboardAudit } from "./audit.ts";
import { renderTaskboard, showId } from "./render-board.ts";
import { actionComponents, actionList } from "./actions.ts";
import { boardComponents, boardList } from "./boards.ts";
import { format } from "./format.ts";
import { formatActionLine } from "./render-actions.ts";

async function showTaskboard(ctx: LinkedContext): Promise<Reply> {
  const { api, workspaceId } = ctx;
  const params = { workspaceId };
  const config = await api.getTaskboard({ params });
  const isEmpty = config.taskboard === undefined && config.board === undefined;
  const [actionLines, allBoards] = isEmpty
    ? []
    : await Promise.all([
        api.listTaskboardActions({ params }).then(
          (all) => all.map(formatActionLine),
          () => undefined,
        ),
        api.listTaskboardBoards({ params }).catch(() => undefined),
      ]);
  const listIds = {
    actions: actionList.createCustomId({ page: 0 }),
    boards: boardList.createCustomId({ page: 0 }),
  };
  const maySwitch = canUse("manager", ctx.invoker);
  return renderTaskboard({ config, actionLines, boards: allBoards, maySwitch, listIds });
}

/** From its lists. */
const back = defineButton({
  id: showId,
  access: "staff",
  needs: "link",
  ack: "update",
  run: (_ids, ctx) => showTaskboard(ctx),
});

const show = defineSubcommand({
  name: "show",
  description: "See the task board, its boards and its automatic actions",
  access: "staff",
  purpose: "see the task board",
  needs: "link",
  ack: "ephemeral",
  dependsOn: ["getTaskboard"],
  operations: [
    "getTaskboard",
    "listTaskboardActions",
    "listTaskboardBoards",
    "setTaskboardBoard",
    "deleteTaskboardAction",
  ],
  components: [back, ...boardComponents, ...actionComponents],
  run: (_asked, ctx) => showTaskboard(ctx),
});

const taskboard = defineCommandGroup({
  name: "taskboard",
  description: "See and change the workspace's task board",
  subcommands: [show, format],
});

export const taskboardFeature = defineFeature({ commands: [taskboard], audit: taskboardAudit });
