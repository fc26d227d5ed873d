import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { renderRoles } from "./render.ts";

export const show = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("show")
    .setDescription("Show which roles may do what here"),
  access: "keeper",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  async run(_interaction, ctx) {
    return renderRoles(await ctx.store.accessRoles.list(ctx.guildId), ctx.commandMention);
  },
});
