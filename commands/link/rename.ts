import { renderContext } from "../../src/ui/render-context.ts";
import { UserError } from "../../src/errors.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { text } from "../kit/options.ts";
import { workspacesOf } from "./guild-workspaces.ts";
import { maxWorkspaceNameLength, problemOfName, readName } from "./parse-input.ts";
import { boldName, renderRenamed } from "./render-change.ts";
import { findWorkspace, workspaceOption } from "./workspace-option.ts";

export const rename = defineSubcommand({
  name: "rename",
  description: "Rename a workspace in this server",
  options: {
    workspace: workspaceOption("The workspace").required(),
    name: text("The new name in this server").required().max(maxWorkspaceNameLength),
  },
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  async run({ options }, ctx) {
    const workspaces = await workspacesOf(ctx);
    const link = findWorkspace(options.workspace, workspaces);
    const name = readName(options.name);
    const problem =
      name === "" ? "That name has no visible characters" : problemOfName(name, workspaces.links, link);
    if (problem !== undefined)
      throw new UserError(`${problem}, so nothing was changed. Choose another name.`);
    if (name === link.name)
      return { content: `${boldName(link)} already has that name. Nothing was changed.` };

    if (!(await ctx.store.guildLinks.rename(ctx.guildId, link.linkKey, name)))
      throw new UserError(
        `The link to ${boldName(link)} was removed in the meantime, so nothing was changed.`,
      );
    const detail = { before: link.name, after: name };
    await recordAudit({ action: "link.rename", outcome: "done", target: link.workspaceId, detail }, ctx);
    return renderRenamed(link, name, renderContext(ctx));
  },
});
