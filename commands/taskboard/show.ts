import { renderContext } from "../../src/ui/render-context.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { renderTaskboard } from "./render-board.ts";

export const show = defineSubcommand({
  name: "show",
  description: "See the workspace's task board account and board",
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  operations: ["getTaskboard"],
  async run(_asked, ctx) {
    const { api, workspaceId } = ctx;
    const config = await api.getTaskboard({ params: { workspaceId } });
    return renderTaskboard(config, renderContext(ctx));
  },
});
