import { defineSubcommand } from "../../src/interactions/define.ts";
import type { Choice } from "../../src/interactions/handler.ts";
import { text } from "../kit/options.ts";
import { createRoleConfirmation, roleForm } from "./confirm-create.ts";
import { completePermissions } from "./permissions.ts";
import { maxRoleNameLength } from "./role-input.ts";

export const create = defineSubcommand({
  name: "create",
  description: "Create a role, with a preview before anything is sent",
  options: {
    name: text("The role's name").max(maxRoleNameLength),
    permissions: text(
      "What it grants, separated by commas, for example create_report, assign_host",
    ).autocomplete(async (typed) => suggestPermissions(typed)),
  },
  access: "admin",
  needs: "link",
  ack: "modal-or-ephemeral",
  operations: ["createRole"],
  components: [...createRoleConfirmation.components, ...roleForm.components],
  async run({ options: { name = "", permissions = "" } }, ctx) {
    const roleText = { name, permissions, groupRoles: "", people: "", others: "" };
    return name === "" ? roleForm.open(roleText, ctx) : roleForm.submit(roleText, ctx);
  },
});

function suggestPermissions(typed: string): readonly Choice[] {
  return completePermissions(typed).map(({ permission: { flag, label, isDangerous }, value }) => ({
    name: value === flag ? `${isDangerous ? "⚠️ " : ""}${flag} · ${label}` : value,
    value,
  }));
}
