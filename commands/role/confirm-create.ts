import { NewRole, type Role } from "../../src/api/contract/workspace.ts";
import { defineConfirmation } from "../../src/interactions/confirmation.ts";
import { type Names, namesOf } from "../shared/people.ts";
import { renderReceipt } from "./render-role.ts";

/** Names the question and its entries in the record. */
export const createRoleKind = "role.create";

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
  keep: { label: "Discard", sentence: "The role was discarded. Nothing was sent." },
  unknownSentence:
    "I asked the workspace to make the role but got no clear answer, so I cannot tell whether it exists. Look among the roles in the workspace before you try again.",
  async perform(body, ctx) {
    const role = await ctx.api.createRole({ params: { workspaceId: ctx.workspaceId }, body });
    const people = [...(body.manual_users ?? []), ...(role.manual_users ?? [])];
    // Names are a nicety: the role is made without them too.
    return { role, names: await namesOf(people, ctx).catch((): Names => new Map()) };
  },
  outcome: {
    target: ({ role }) => role._id,
    alreadySentence: () => "This role was already made. Nothing was sent twice.",
  },
  receipt: ({ role, names }, sent, { caller, now }) =>
    renderReceipt(role, sent, {
      names,
      discordUserId: caller.discordUserId,
      at: Temporal.Instant.fromEpochMilliseconds(now()),
    }),
});
