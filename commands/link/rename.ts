import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { UserError } from "../../src/errors.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { workspacesOf } from "./guild-workspaces.ts";
import { maxNameLength, problemOfName, readName } from "./parse-input.ts";
import { boldName, renderRenamed } from "./render-change.ts";
import { findWorkspace, suggestWorkspaces, workspaceOption } from "./workspace-option.ts";

export const rename = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("rename")
    .setDescription("Call a workspace otherwise in this server")
    .addStringOption(workspaceOption("Which workspace", true))
    .addStringOption((option) =>
      option
        .setName("name")
        .setDescription("What this server calls it from now on")
        .setRequired(true)
        .setMaxLength(maxNameLength),
    ),
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  autocomplete: { workspace: suggestWorkspaces },
  async run(interaction, ctx) {
    const workspaces = await workspacesOf(ctx);
    const link = findWorkspace(interaction.options.getString("workspace", true), workspaces);
    const name = readName(interaction.options.getString("name", true));
    const problem =
      name === "" ? "There is nothing to see in that name" : problemOfName(name, workspaces.links, link);
    if (problem !== undefined)
      throw new UserError(`${problem}, so nothing was changed. Please choose another name.`);
    if (name === link.name)
      return { content: `${boldName(link)} is called so already. Nothing was changed.` };

    if (!(await ctx.store.guildLinks.rename(ctx.guildId, link.linkKey, name)))
      throw new UserError(
        `The link to ${boldName(link)} was removed in the meantime, so nothing was changed.`,
      );
    const detail = { before: link.name, after: name };
    await recordAudit({ action: "link.rename", outcome: "done", target: link.workspaceId, detail }, ctx);
    return renderRenamed(link, name, ctx);
  },
});
