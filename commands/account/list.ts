import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { listPageButton, showAccounts } from "./list-page.ts";

export const list = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("list")
    .setDescription("See who is connected to which user of the workspace, and who waits for it"),
  access: "manager",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  controls: [listPageButton],
  run: (_interaction, ctx) => showAccounts(0, ctx),
});
