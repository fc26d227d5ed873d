import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { actionsPage, showActions } from "./actions-page.ts";

export const actions = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("actions")
    .setDescription("List what the task board does by itself, and what triggers it"),
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  operations: ["listTaskboardActions"],
  controls: [actionsPage.control],
  run: (_interaction, ctx) => showActions(0, ctx, actionsPage.encode),
});
