import type { ModalSubmitInteraction } from "discord.js";
import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { defineButton, defineModal } from "../../src/interactions/components.ts";
import { createDraft, requireOwnDraft } from "../../src/interactions/confirmation/drafts.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { button, buttonRow } from "../../src/ui/buttons.ts";
import type { Modal, Reply, Row } from "../../src/ui/reply.ts";
import { textField } from "../kit/fields.ts";
import { workspacesOf } from "./guild-workspaces.ts";
import { linkWorkspace } from "./link-workspace.ts";
import { isSafeToEcho, maxNameLength, readLinkInput } from "./parse-input.ts";
import { renderNotStored } from "./render-set.ts";
import { trialReads } from "./verify-key.ts";
import { findWorkspace, workspaceOption } from "./workspace-option.ts";

const workspaceField = "workspace-id";
const keyField = "key";
const nameField = "name";
const maxWorkspaceIdLength = 100;
/** Discord's limit for a text field. */
const maxKeyLength = 4_000;

/** `once` differs for each opened form, so that none counts twice. */
const firstFormId = defineCustomId("link.form", { once: z.string().min(1) });
const againFormId = defineCustomId("link.form-again", { once: z.string().min(1) });

/** The key's field is always empty: a typed key is never shown again. */
function linkModalFor(customId: string, { workspaceId, name }: Typed): Modal {
  return {
    custom_id: customId,
    title: "Link this server to a workspace",
    components: [
      textField({
        id: workspaceField,
        label: "Workspace id",
        description: "Usually 24 characters, only digits and the letters a to f.",
        max: maxWorkspaceIdLength,
        required: true,
        value: workspaceId,
      }),
      textField({
        id: keyField,
        label: "Workspace key",
        description:
          "An administrator creates it in the workspace's settings. I'll test it and store it encrypted.",
        max: maxKeyLength,
        required: true,
      }),
      textField({
        id: nameField,
        label: "Name",
        description: "The workspace's name in this server. Optional for the first one.",
        max: maxNameLength,
        value: name,
      }),
    ],
  };
}

const kind = "link.typed";

/** What was typed into the link form, without the key, which isn't kept. */
interface Typed {
  readonly workspaceId: string;
  readonly name: string;
}
const Stored = z.object({ workspaceId: z.string(), name: z.string() });
const nothing: Typed = { workspaceId: "", name: "" };

/** Kept for the button that opens the form again. */
function storeTyped({ workspaceId, name }: Typed, ctx: GuildContext): Promise<string> {
  const payload = {
    workspaceId: isSafeToEcho(workspaceId) ? workspaceId : "",
    name: isSafeToEcho(name) ? name : "",
  };
  return createDraft({ kind, payload }, ctx);
}

/** @throws UserError if it was typed by someone else, or too long ago */
async function findTyped(draftId: string, ctx: GuildContext): Promise<Typed> {
  const { payload } = await requireOwnDraft(draftId, kind, ctx);
  return Stored.safeParse(payload).data ?? nothing;
}

const id = defineCustomId("link.try-again", { draftId: z.string().min(1) });

/** Opens the form again with what was typed, except the key. */
function retryRow(draftId: string): readonly Row[] {
  return buttonRow(button({ customId: id.encode({ draftId }), label: "Try again", style: "main" }));
}

const retryButton = defineButton({
  id,
  access: "admin",
  needs: "guild",
  ack: "modal",
  run: async ({ draftId }, ctx) =>
    linkModalFor(againFormId.encode({ once: ctx.newId() }), await findTyped(draftId, ctx)),
});

const linkModal = defineModal({
  id: firstFormId,
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  run: submit,
});

/** The same form opened from a refusal: the outcome replaces that message. */
const linkModalAgain = defineModal({
  id: againFormId,
  access: "admin",
  needs: "guild",
  ack: "update",
  run: submit,
});

async function submit(
  { once }: { readonly once: string },
  ctx: GuildContext,
  { fields }: ModalSubmitInteraction,
): Promise<Reply> {
  if (!(await ctx.store.idempotencyKeys.claim(`form:${once}`, ctx.now())))
    throw new UserError(
      "This form was already submitted. Nothing was done twice. Check `/link status` for the result.",
    );
  const typedId = fields.getTextInputValue(workspaceField);
  const typedName = fields.getTextInputValue(nameField);
  const input = readLinkInput(typedId, fields.getTextInputValue(keyField), typedName);
  const linking = "problem" in input ? input : await linkWorkspace(input, ctx);
  if ("answer" in linking) return linking.answer;
  const draftId = await storeTyped({ workspaceId: typedId.trim(), name: typedName.trim() }, ctx);
  return renderNotStored(linking.problem, retryRow(draftId));
}

export const set = defineSubcommand({
  name: "set",
  description: "Link this server to a workspace, or replace the key of a linked one",
  options: { workspace: workspaceOption("The linked workspace whose key to replace") },
  access: "admin",
  needs: "guild",
  ack: "modal",
  operations: trialReads,
  components: [linkModal, linkModalAgain, retryButton],
  async run({ options: { workspace: typed } }, ctx) {
    const present = await workspacesOf(ctx);
    const [only, second] = present.links;
    const chosen =
      typed === undefined ? (second === undefined ? only : undefined) : findWorkspace(typed, present);
    const prefilled = { workspaceId: chosen?.workspaceId ?? "", name: "" };
    return linkModalFor(firstFormId.encode({ once: ctx.newId() }), prefilled);
  },
});
