import { defineSubcommand } from "../../src/interactions/define.ts";
import { workspacesOf } from "./guild-workspaces.ts";
import { defineLinkForm } from "./link-form.ts";
import { linkWorkspace } from "./link-workspace.ts";
import { renderNotStored } from "./render-set.ts";
import { trialReads } from "./verify-key.ts";
import { findWorkspace, workspaceOption } from "./workspace-option.ts";

const linkForm = defineLinkForm({
  name: "link",
  command: "link set",
  respond: linkWorkspace,
  refusal: renderNotStored,
});

export const set = defineSubcommand({
  name: "set",
  description: "Link this server to a workspace, or replace the key of a linked one",
  options: { workspace: workspaceOption("The linked workspace whose key to replace") },
  access: "admin",
  needs: "guild",
  ack: "modal",
  operations: trialReads,
  components: linkForm.components,
  async run({ options: { workspace: typed } }, ctx) {
    const present = await workspacesOf(ctx);
    const [only, second] = present.links;
    const chosen =
      typed === undefined ? (second === undefined ? only : undefined) : findWorkspace(typed, present);
    return linkForm.open(chosen, ctx);
  },
});
