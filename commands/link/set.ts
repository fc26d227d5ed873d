import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { firstFormId, linkFormLook } from "./form-look.ts";
import { workspacesOf } from "./guild-workspaces.ts";
import { linkForm, linkFormAgain } from "./set-form.ts";
import { trialReads } from "./trial.ts";
import { tryAgain } from "./try-again-button.ts";
import { findWorkspace, suggestWorkspaces, workspaceOption } from "./workspace-option.ts";

export const set = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("set")
    .setDescription("Link this server to a workspace, or give a linked one a new key")
    .addStringOption(workspaceOption("The linked workspace that gets a new key", false)),
  access: "admin",
  needs: "guild",
  ack: "modal",
  operations: trialReads,
  controls: [linkForm, linkFormAgain, tryAgain],
  suggest: { workspace: suggestWorkspaces },
  async run(interaction, ctx) {
    const typed = interaction.options.getString("workspace");
    const present = await workspacesOf(ctx);
    const [only, second] = present.links;
    const chosen = typed === null ? (second === undefined ? only : undefined) : findWorkspace(typed, present);
    const prefilled = { workspaceId: chosen?.workspaceId ?? "", name: "" };
    return linkFormLook(firstFormId.encode({ once: ctx.newId() }), prefilled);
  },
});
