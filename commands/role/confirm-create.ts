import { z } from "zod";
import { NewRole, type Role } from "../../src/api/contract/workspace.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { requireOwnDraft, unwrapPayload } from "../../src/interactions/confirmation/drafts.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { button } from "../../src/ui/buttons.ts";
import { type Names, namesOf } from "../../src/ui/people.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { discardPrompt, promptOrFix } from "../kit/form-flow.ts";
import { renderQuestion, renderReceipt } from "./render-role.ts";
import {
  againFormId,
  type ModalDraft,
  modalDrafts,
  readRoleText,
  roleModalFor,
  roleTextOf,
} from "./role-input.ts";

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
  receipt: ({ role, names }, sent, { invoker, now }) =>
    renderReceipt(role, sent, {
      names,
      discordUserId: invoker.discordUserId,
      at: Temporal.Instant.fromEpochMilliseconds(now()),
    }),
});

const id = defineCustomId("role.change", { draftId: z.string().min(1) });

function changeButtonFor(draftId: string) {
  return button({ customId: id.encode({ draftId }), label: "Change" });
}

/** Opens the form with the role that is about to be made; its question is given up when the form is sent. */
export const changeButton = defineButton({
  id,
  access: "admin",
  needs: "link",
  ack: "modal",
  async run({ draftId }, ctx) {
    const draft = await requireOwnDraft(draftId, createRoleKind, ctx);
    const text = roleTextOf(unwrapPayload(draft.payload, NewRole, ctx.workspaceId));
    const formDraftId = await modalDrafts.keep({ text, replaces: draftId }, ctx);
    return roleModalFor(againFormId.encode({ draftId: formDraftId }), text);
  },
});

const fixId = defineCustomId("role.fix", { draftId: z.string().min(1) });

/** Opens the form again as it was typed. */
export const fixButton = defineButton({
  id: fixId,
  access: "admin",
  needs: "link",
  ack: "modal",
  async run({ draftId }, ctx) {
    const { text } = await modalDrafts.find(draftId, ctx);
    return roleModalFor(againFormId.encode({ draftId }), text);
  },
});

/** The question whether to make a role, or what is wrong with it and a button to mend that: nothing typed is lost. */
export function promptRole(draft: ModalDraft, ctx: LinkedContext): Promise<Reply> {
  return promptOrFix(
    () => ask(draft, ctx),
    async () => fixId.encode({ draftId: await modalDrafts.keep(draft, ctx) }),
  );
}

async function ask({ text, replaces }: ModalDraft, ctx: LinkedContext): Promise<Reply> {
  const role = await readRoleText(text, ctx);
  await discardPrompt(replaces, "The role", ctx);
  const question = renderQuestion(role, await namesOf(role.manual_users ?? [], ctx));
  return createRoleConfirmation.prompt(role, question, ctx, (draftId) => [changeButtonFor(draftId)]);
}
