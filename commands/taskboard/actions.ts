import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { definePageButton } from "./page-button.ts";
import { renderActions } from "./render-actions.ts";

const actionsPage = definePageButton("taskboard.actions", async (page, { api, workspaceId }, encode) =>
  renderActions(await api.listTaskboardActions({ params: { workspaceId } }), page, encode),
);

export const actions = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("actions")
    .setDescription("List what the task board does by itself, and what triggers it"),
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  operations: ["listTaskboardActions"],
  controls: [actionsPage.control],
  run: async (_interaction, { api, workspaceId }) =>
    renderActions(await api.listTaskboardActions({ params: { workspaceId } }), 0, actionsPage.encode),
});
