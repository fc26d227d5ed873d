import { z } from "zod";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { textField } from "../kit/fields.ts";
import { defineDraftForm } from "../kit/form.ts";
import { workspacesOf } from "./guild-workspaces.ts";
import { linkWorkspace } from "./link-workspace.ts";
import { isSafeToEcho, type LinkInput, maxWorkspaceNameLength, readLinkInput } from "./parse-input.ts";
import { renderNotStored } from "./render-set.ts";
import { trialReads } from "./verify-key.ts";
import { findWorkspace, workspaceOption } from "./workspace-option.ts";

const workspaceField = "workspace-id";
const keyField = "key";
const nameField = "name";
const maxWorkspaceIdLength = 100;
/** Discord's limit for a text field. */
const maxKeyLength = 4_000;

/** As typed or pasted. */
const TypedLink = z.object({ workspaceId: z.string(), key: z.string(), name: z.string() });
type TypedLink = z.output<typeof TypedLink>;

const linkForm = defineDraftForm<TypedLink, LinkInput, "guild">({
  name: "link",
  command: "link set",
  access: "admin",
  needs: "guild",
  typed: TypedLink,
  // A key is never stored unencrypted, nor shown again, wherever it was typed.
  storable: ({ workspaceId, name }) => ({
    workspaceId: isSafeToEcho(workspaceId) ? workspaceId : "",
    key: "",
    name: isSafeToEcho(name) ? name : "",
  }),
  modal: ({ workspaceId, name }) => ({
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
        max: maxWorkspaceNameLength,
        value: name,
      }),
    ],
  }),
  read: (fields) => ({
    workspaceId: fields.getTextInputValue(workspaceField).trim(),
    key: fields.getTextInputValue(keyField),
    name: fields.getTextInputValue(nameField).trim(),
  }),
  parse: async ({ workspaceId, key, name }) => readLinkInput(workspaceId, key, name),
  respond: linkWorkspace,
  refusal: renderNotStored,
  fixLabel: "Try again",
  duplicateText:
    "This form was already submitted. Nothing was done twice. Check `/link status` for the result.",
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
    return linkForm.open({ workspaceId: chosen?.workspaceId ?? "", key: "", name: "" }, ctx);
  },
});
