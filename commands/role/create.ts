import { type Choice, defineSubcommand } from "../../src/interactions/define.ts";
import { text } from "../kit/options.ts";
import { createRoleConfirmation, roleForm } from "./confirm-create.ts";
import { completePermissions } from "./permissions.ts";
import { maxNameLength } from "./role-input.ts";

export const create = defineSubcommand({
  name: "create",
  description: "Make a role: by a form, or by what you fill in here; you see it first and confirm it",
  options: {
    name: text("What the role is called").max(maxNameLength),
    permissions: text("What it grants, separated by commas: create_report, assign_host").autocomplete(
      async (typed) => suggestPermissions(typed),
    ),
  },
  access: "admin",
  needs: "link",
  ack: "modal-or-ephemeral",
  operations: ["createRole"],
  components: [...createRoleConfirmation.components, ...roleForm.components],
  async run({ options: { name = "", permissions = "" } }, ctx) {
    const roleText = { name, permissions, groupRoles: "", people: "" };
    return name === "" ? roleForm.open(roleText) : roleForm.submit(roleText, ctx);
  },
});

function suggestPermissions(typed: string): readonly Choice[] {
  return completePermissions(typed).map(({ permission: { flag, words, isDangerous }, value }) => ({
    name: value === flag ? `${isDangerous ? "⚠️ " : ""}${flag} · ${words}` : value,
    value,
  }));
}
