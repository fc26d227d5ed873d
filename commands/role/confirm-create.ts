import { renderContext } from "../../src/ui/render-context.ts";
import { NewRole, type Role } from "../../src/api/contract/workspace.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { type Names, namesOf } from "../../src/ui/people.ts";
import { defineDraftForm } from "../kit/form.ts";
import { renderRolePreview, renderRoleReceipt } from "./render-role.ts";
import { membersIn, readRoleForm, readRoleText, roleModal, RoleText, roleTextOf } from "./role-input.ts";

/** The kind of its drafts and audit entries. */
const createRoleKind = "role.create";

interface MadeRole {
  readonly role: Role;
  readonly names: Names;
}

export const createRoleConfirmation = defineConfirmation<NewRole, MadeRole, "link">({
  kind: createRoleKind,
  access: "admin",
  needs: "link",
  payload: NewRole,
  confirm: { label: "Create role", destructive: false },
  cancel: { label: "Not now", sentence: "This role wasn't created. Nothing was sent." },
  unknownOutcomeText:
    "I asked the workspace to create the role but got no clear answer, so I don't know whether it exists. Check the roles in the workspace before you try again.",
  async execute(body, ctx) {
    const role = await ctx.api.createRole({ params: { workspaceId: ctx.workspaceId }, body });
    const people = [...(body.manual_users ?? []), ...(role.manual_users ?? [])];
    // Names are optional: the role is created without them too.
    return { role, names: await namesOf(people, ctx).catch((): Names => new Map()) };
  },
  outcome: {
    target: ({ role }) => role._id,
    duplicateText: () => "This role was already created. Nothing was sent twice.",
  },
  receipt: ({ role, names }, sent, ctx) => renderRoleReceipt(role, sent, renderContext(ctx, names)),
});

export const roleForm = defineDraftForm<RoleText, NewRole, "link">({
  name: "role",
  command: "role create",
  access: "admin",
  needs: "link",
  typed: RoleText,
  modal: async (text, ctx) => roleModal(text, await membersIn(text, ctx)),
  read: readRoleForm,
  parse: readRoleText,
  async respond(role, ctx, more) {
    const names = await namesOf([], ctx, role.manual_users);
    const preview = renderRolePreview(role, renderContext(ctx, names));
    return createRoleConfirmation.prompt(role, preview, ctx, more);
  },
  change: { kind: createRoleKind, payload: NewRole, typedOf: roleTextOf, subject: "The role" },
});
