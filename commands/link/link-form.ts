import { z } from "zod";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import type { Modal, Reply, Row } from "../../src/ui/reply.ts";
import { textField } from "../kit/fields.ts";
import { defineDraftForm } from "../kit/form.ts";
import {
  isSafeToEcho,
  type LinkInput,
  maxWorkspaceNameLength,
  readLinkInput,
  safeId,
} from "./parse-input.ts";

const workspaceField = "workspace-id";
const keyField = "key";
const nameField = "name";
const maxWorkspaceIdLength = 100;
/** Discord's limit for a text field. */
const maxKeyLength = 4_000;

/** As typed or pasted. */
const TypedLink = z.object({ workspaceId: z.string(), key: z.string(), name: z.string() });
type TypedLink = z.output<typeof TypedLink>;

interface LinkFormParts {
  readonly name: string;
  /** The command that opens it. */
  readonly command: string;
  readonly replacesMessage?: boolean;
  /** @throws UserError saying why nothing was saved */
  readonly respond: (input: LinkInput, ctx: GuildContext) => Promise<Reply>;
  readonly refusal: (problem: string, fixButton: readonly Row[]) => Reply;
}

/** The form for a workspace's id and key; the key is tested before it's stored. */
export function defineLinkForm(parts: LinkFormParts) {
  const form = defineDraftForm<TypedLink, LinkInput, "guild">({
    ...parts,
    access: "admin",
    needs: "guild",
    typed: TypedLink,
    // A key is never stored unencrypted, nor shown again, wherever it was typed.
    storable: ({ workspaceId, name }) => ({
      workspaceId: safeId(workspaceId),
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
    fixLabel: "Try again",
    duplicateText:
      "This form was already submitted. Nothing was done twice. Check `/link status` for the result.",
  });
  return {
    components: form.components,
    /** @param chosen the linked workspace whose key is replaced */
    open: (chosen: GuildLink | undefined, ctx: GuildContext): Promise<Modal> =>
      form.open({ workspaceId: chosen?.workspaceId ?? "", key: "", name: "" }, ctx),
  };
}
