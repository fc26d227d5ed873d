import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { UserError } from "../../src/errors.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { removal } from "./removal.ts";
import { renderRemovalQuestion } from "./render-remove.ts";

export const remove = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("remove")
    .setDescription("Remove the link to the workspace and its key")
    .addBooleanOption((option) =>
      option
        .setName("everything")
        .setDescription("Also delete the record of changes, open questions and staff roles, at once"),
    ),
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  controls: removal.controls,
  async run(interaction, ctx) {
    const everything = interaction.options.getBoolean("everything") ?? false;
    const link = await ctx.store.guildLinks.find(ctx.guildId);
    if (link === undefined && !everything)
      throw new UserError(
        "This server is not linked to a workspace, so there was nothing to remove. To delete all that is kept of this server, run this again with *everything*.",
      );
    const payload = { everything, workspaceId: link?.workspaceId, linkedAt: link?.linkedAt };
    return removal.ask(payload, renderRemovalQuestion({ link, everything }), ctx);
  },
});
