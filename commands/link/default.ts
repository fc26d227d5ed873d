import { renderContext } from "../../src/ui/render-context.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { workspacesOf } from "./guild-workspaces.ts";
import { boldName, renderNewDefault } from "./render-change.ts";
import { findWorkspace, workspaceOption } from "./workspace-option.ts";

export const setDefault = defineSubcommand({
  name: "default",
  description: "Set the default workspace for channels without one",
  options: { workspace: workspaceOption("The default workspace").required() },
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  async run({ options }, ctx) {
    const workspaces = await workspacesOf(ctx);
    const { defaultLink: before } = workspaces;
    const link = findWorkspace(options.workspace, workspaces);
    if (link === before) return { content: `${boldName(link)} is already the default. Nothing was changed.` };

    await ctx.store.guildSettings.set(ctx.guildId, "default-link", link.linkKey);
    const detail = { before: before?.name, after: link.name };
    await recordAudit({ action: "link.default", outcome: "done", target: link.workspaceId, detail }, ctx);
    return renderNewDefault(before, link, { ...workspaces, defaultLink: link }, renderContext(ctx));
  },
});
