import { renderContext } from "../../src/ui/render-context.ts";
import { NewRole, type Role } from "../../src/api/contract/workspace.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { type Names, namesOf } from "../../src/ui/people.ts";
import { defineDraftForm } from "../kit/form.ts";
import { renderQuestion, renderReceipt } from "./render-role.ts";
import { readRoleForm, readRoleText, roleModal, RoleText, roleTextOf } from "./role-input.ts";

/** Names the question and its entries in the record. */
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
  confirm: { label: "Create role", harmful: false },
  cancel: { label: "Discard", sentence: "The role was discarded. Nothing was sent." },
  unknownOutcomeText:
    "I asked the workspace to make the role but got no clear answer, so I cannot tell whether it exists. Look among the roles in the workspace before you try again.",
  async execute(body, ctx) {
    const role = await ctx.api.createRole({ params: { workspaceId: ctx.workspaceId }, body });
    const people = [...(body.manual_users ?? []), ...(role.manual_users ?? [])];
    // Names are a nicety: the role is made without them too.
    return { role, names: await namesOf(people, ctx).catch((): Names => new Map()) };
  },
  outcome: {
    target: ({ role }) => role._id,
    duplicateText: () => "This role was already made. Nothing was sent twice.",
  },
  receipt: ({ role, names }, sent, ctx) => renderReceipt(role, sent, renderContext(ctx, names)),
});

export const roleForm = defineDraftForm<RoleText, NewRole, "link">({
  name: "role",
  command: "role create",
  access: "admin",
  needs: "link",
  typed: RoleText,
  modal: roleModal,
  read: readRoleForm,
  parse: readRoleText,
  async ask(role, ctx, more) {
    const question = renderQuestion(role, await namesOf([], ctx, role.manual_users));
    return createRoleConfirmation.prompt(role, question, ctx, more);
  },
  change: { kind: createRoleKind, payload: NewRole, typedOf: roleTextOf, subject: "The role" },
});
