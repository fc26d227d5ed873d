import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { firstFormId, linkFormLook } from "./form-look.ts";
import { linkForm, linkFormAgain } from "./set-form.ts";
import { tryAgain } from "./try-again-button.ts";

export const set = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("set")
    .setDescription("Link this server to a workspace, or give it a new key"),
  access: "admin",
  needs: "guild",
  ack: "modal",
  operations: ["getCalendar"],
  controls: [linkForm, linkFormAgain, tryAgain],
  async run(_interaction, ctx) {
    const present = await ctx.store.guildLinks.find(ctx.guildId);
    return linkFormLook(firstFormId.encode({}), present?.workspaceId);
  },
});
