import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { workspacesOf } from "./guild-workspaces.ts";
import { boldName, renderNewDefault } from "./render-change.ts";
import { findWorkspace, suggestWorkspaces, workspaceOption } from "./workspace-option.ts";

export const setDefault = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("default")
    .setDescription("Choose the workspace that commands speak of where a channel is tied to none")
    .addStringOption(workspaceOption("What commands shall speak of", true)),
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  autocomplete: { workspace: suggestWorkspaces },
  async run(interaction, ctx) {
    const workspaces = await workspacesOf(ctx);
    const { defaultLink: before } = workspaces;
    const link = findWorkspace(interaction.options.getString("workspace", true), workspaces);
    if (link === before) return { content: `${boldName(link)} is the default already. Nothing was changed.` };

    await ctx.store.guildSettings.set(ctx.guildId, "default-link", link.linkKey);
    const detail = { before: before?.name, after: link.name };
    await recordAudit({ action: "link.default", outcome: "done", target: link.workspaceId, detail }, ctx);
    return renderNewDefault(before, link, { ...workspaces, defaultLink: link }, ctx);
  },
});
