import { defineSubcommand } from "../../src/interactions/define.ts";
import { renderTaskboard } from "./render-board.ts";

export const show = defineSubcommand({
  name: "show",
  description: "Show the account and the board that the workspace uses",
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  operations: ["getTaskboard"],
  async run(_interaction, { api, workspaceId, commandMention, now }) {
    const config = await api.getTaskboard({ params: { workspaceId } });
    const at = Temporal.Instant.fromEpochMilliseconds(now());
    return renderTaskboard(config, commandMention("taskboard set-board"), at);
  },
});
