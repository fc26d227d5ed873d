import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { banOption, readBanId } from "./ban-id.ts";
import { commentsPageButton, showComments } from "./comments-page.ts";
import { deleteButton } from "./delete-button.ts";
import { deletion } from "./deletion.ts";
import { readButton } from "./read-button.ts";

export const comments = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("comments")
    .setDescription("Read what was written about a ban")
    .addStringOption(banOption),
  access: "manager",
  needs: "link",
  ack: "ephemeral",
  operations: ["listBanComments", "deleteBanComment"],
  controls: [commentsPageButton, readButton, deleteButton, ...deletion.controls],
  run: async ({ options }, ctx) => showComments(readBanId(options.getString("ban", true)), 0, ctx),
});
