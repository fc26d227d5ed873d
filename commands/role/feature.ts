import { defineFeature } from "../../src/feature.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { NewRole, type Role } from "../../src/api/contract/workspace.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { type Names, readNames } from "../../src/ui/people.ts";
import { defineDraftForm } from "../kit/form.ts";
import { renderRolePreview, renderRoleReceipt } from "./render.ts";
import {
  readMembersIn,
  readRoleForm,
  readRoleText,
  createRoleModal,
  RoleText,
  toRoleText,
  maxRoleNameLength,
  completePermissions,
} from "./input.ts";
import { defineSubcommand, defineCommandGroup } from "../../src/interactions/define.ts";
import type { Choice } from "../../src/interactions/handler.ts";
import { text } from "../kit/options.ts";
import { readPreviewNames } from "../kit/service-person.ts";
import type { AuditActions } from "../../src/interactions/audit-action.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { formatBoldName } from "../kit/audit-words.ts";

const roleAudit = {
  "role.create": {
    label: "Create a role in the workspace",
    done: "Created a role in the workspace",
    say: (is) => [
      "created",
      "create",
      joinParts(["the role", formatBoldName(is("name")), "in the workspace"], " "),
    ],
    brief: (is) => joinParts(["the role", formatBoldName(is("name"))], " "),
  },
} as const satisfies AuditActions;

/** The kind of its drafts and audit entries. */
const createRoleKind = "role.create";

interface MadeRole {
  readonly role: Role;
  readonly names: Names;
}

const createRoleConfirmation = defineConfirmation<NewRole, MadeRole, "write">({
  kind: createRoleKind,
  access: "admin",
  needs: "write",
  payload: NewRole,
  people: ({ manual_users: people = [] }) => people,
  confirm: { label: "Create role", destructive: false },
  cancel: { label: "Not now", sentence: "This role wasn't created. Nothing was sent." },
  unknownOutcomeText:
    "I asked the workspace to create the role but got no clear answer, so I don't know whether it exists. Check the roles in the workspace before you try again.",
  async execute(body, ctx) {
    const role = await ctx.api.createRole({ params: { workspaceId: ctx.workspaceId }, body });
    const people = [...(body.manual_users ?? []), ...(role.manual_users ?? [])];
    // Names are optional: the role is created without them too.
    return { role, names: await readNames(people, ctx).catch((): Names => new Map()) };
  },
  outcome: {
    target: ({ role }) => role._id,
    duplicateText: () => "This role was already created. Nothing was sent twice.",
  },
  receipt: ({ role, names }, sent, ctx) => renderRoleReceipt(role, sent, renderContext(ctx, names)),
});

const roleForm = defineDraftForm<RoleText, NewRole, "write">({
  name: "role",
  command: "role create",
  access: "admin",
  needs: "write",
  typed: RoleText,
  modal: async (typed, ctx) => createRoleModal(typed, await readMembersIn(typed, ctx)),
  read: readRoleForm,
  parse: readRoleText,
  async respond(role, ctx, more) {
    const names = await readPreviewNames(role.manual_users ?? [], ctx);
    const preview = renderRolePreview(role, renderContext(ctx, names));
    return createRoleConfirmation.prompt(role, preview, ctx, more);
  },
  change: { kind: createRoleKind, payload: NewRole, toTyped: toRoleText, subject: "The role" },
});

const create = defineSubcommand({
  name: "create",
  description: "Create a role, with a preview before anything is sent",
  options: {
    name: text("The role's name").max(maxRoleNameLength),
    permissions: text(
      "What it grants, separated by commas, for example create_report, assign_host",
    ).autocomplete(async (typed) => suggestPermissions(typed)),
  },
  access: "admin",
  needs: "write",
  ack: "modal-or-ephemeral",
  operations: ["createRole", "getUser"],
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

const role = defineCommandGroup({
  name: "role",
  description: "Create roles in the workspace",
  subcommands: [create],
});

export const roleFeature = defineFeature({ commands: [role], audit: roleAudit });
