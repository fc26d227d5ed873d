import { z } from "zod";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import type { Modal, Reply, Row } from "../../src/ui/reply.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { describeWait } from "../../src/ui/time.ts";
import { ContractError } from "../../src/api/errors.ts";
import { UserError } from "../../src/errors.ts";
import { maxLinksPerGuild } from "../../src/interactions/dispatch/workspace.ts";
import { getCacheScope } from "../../src/domain/service-ids.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { takeHourlyTurn } from "../../src/interactions/hourly-limit.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { createTextField, selectField, readSelect, readText } from "../kit/fields.ts";
import { defineDraftForm } from "../kit/form.ts";
import {
  isSafeToEcho,
  type LinkInput,
  maxWorkspaceNameLength,
  readLinkInput,
  toSafeId,
  tooManyLinksText,
  parseName,
  createLinkKey,
} from "./parse-input.ts";
import { Changes } from "./ids.ts";
import { readGuildWorkspaces, findWorkspace, workspaceOption } from "./guild-workspaces.ts";
import { rightReads } from "./key-rights.ts";
import { readRights } from "./status.ts";
import { findKeyExpiry, isRefusal, type NewKeyProblem, sealKey, verifyNewKey } from "./verify-key.ts";
import { renderLinked, describeKeyProblem, renderNotStored } from "./render-set.ts";

const workspaceField = "workspace-id";
const keyField = "key";
const nameField = "name";
const changesField = "changes";
const maxWorkspaceIdLength = 100;
/** Discord's limit for a text field. */
const maxKeyLength = 4_000;

/** As typed or pasted. */
const TypedLink = z.object({
  workspaceId: z.string(),
  key: z.string(),
  name: z.string(),
  /** Nothing chosen: a new link isn't read-only, and another stays as it is. */
  changes: Changes.optional(),
});
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
    storable: ({ workspaceId, name, changes }) => ({
      workspaceId: toSafeId(workspaceId),
      key: "",
      name: isSafeToEcho(name) ? name : "",
      changes,
    }),
    modal: ({ workspaceId, name, changes }) => ({
      title: "Link this server to a workspace",
      components: [
        createTextField({
          id: workspaceField,
          label: "Workspace id",
          description: "Usually 24 characters, only digits and the letters a to f.",
          max: maxWorkspaceIdLength,
          required: true,
          value: workspaceId,
        }),
        createTextField({
          id: keyField,
          label: "Workspace key",
          description:
            "An administrator creates it in the workspace's settings. I'll test it and store it encrypted.",
          max: maxKeyLength,
          required: true,
        }),
        createTextField({
          id: nameField,
          label: "Name",
          description: "The workspace's name in this server. Optional for the first one.",
          max: maxWorkspaceNameLength,
          value: name,
        }),
        selectField({
          id: changesField,
          label: "Changes in the workspace",
          description: "Read-only sends nothing that changes it. You can change this later.",
          placeholder: "Allowed; for a linked workspace, as it is now",
          choices: [
            { name: "Allowed, each after a preview", value: Changes.enum.allowed },
            { name: "Read-only", value: Changes.enum["read-only"] },
          ],
          value: changes,
        }),
      ],
    }),
    read: (fields) => ({
      workspaceId: readText(fields, workspaceField),
      key: readText(fields, keyField),
      name: readText(fields, nameField),
      // An earlier version opened the form without it.
      changes: fields.fields.has(changesField)
        ? readSelect(fields, changesField, Changes.options)
        : undefined,
    }),
    parse: async ({ workspaceId, key, name, changes }) => ({
      ...readLinkInput(workspaceId, key, name),
      changes,
    }),
    fixLabel: "Try again",
    duplicateText:
      "This form was already submitted. Nothing was done twice. Check `/link status` for the result.",
  });
  return {
    components: form.components,
    /** @param chosen the linked workspace whose key is replaced */
    open: (chosen: GuildLink | undefined, ctx: GuildContext): Promise<Modal> =>
      form.open(
        {
          workspaceId: chosen?.workspaceId ?? "",
          key: "",
          name: "",
          // That changes are allowed again is chosen anew, in case it became read-only meanwhile.
          ...(chosen?.isReadOnly === true && { changes: "read-only" }),
        },
        ctx,
      ),
  };
}

/**
 * Tests the key, and only then encrypts and stores it, as a replacement or for another workspace of this guild.
 * @throws UserError saying why nothing was saved
 */
export async function linkWorkspace(
  { workspaceId, token, name: typedName, changes }: LinkInput,
  ctx: GuildContext,
): Promise<Reply> {
  const { links, defaultLink } = await readGuildWorkspaces(ctx);
  const previous = links.find((link) => link.workspaceId === workspaceId);
  const name = parseName(typedName, links, previous);
  if (previous === undefined && links.length >= maxLinksPerGuild) throw new UserError(tooManyLinksText);

  const problem = await tryKey(workspaceId, token, ctx);
  if (problem !== undefined) {
    const level = problem instanceof ContractError ? "error" : "info";
    ctx.log[level]("a key was tried and not stored", { guildId: ctx.guildId, error: problem });
    throw new UserError(describeKeyProblem(problem, workspaceId));
  }

  const link: GuildLink = {
    guildId: ctx.guildId,
    linkKey: previous?.linkKey ?? createLinkKey(links, ctx),
    workspaceId,
    name,
    sealedToken: sealKey(token, ctx.guildId, workspaceId, ctx),
    linkedByDiscordUserId: ctx.invoker.discordUserId,
    linkedAt: ctx.now(),
    createdAt: previous?.createdAt ?? ctx.now(),
    isReadOnly: changes === undefined ? (previous?.isReadOnly ?? false) : changes === "read-only",
  };
  const saved = await ctx.store.guildLinks.save(
    { ...link, isReadOnly: changes && link.isReadOnly },
    maxLinksPerGuild,
  );
  if (saved === "full") throw new UserError(tooManyLinksText);
  ctx.service.invalidate(getCacheScope(link));
  if (saved === "created" && defaultLink === undefined)
    await ctx.store.guildSettings.set(ctx.guildId, "default-link", link.linkKey);
  const detail = { saved, before: previous?.name, after: link.name, changes };
  await recordAudit({ action: "link.set", outcome: "done", target: workspaceId, detail }, ctx);
  const keyEndsAt = findKeyExpiry(token);
  const rights = await readRights(link, ctx);
  return renderLinked({ link, previous, defaultLink, keyEndsAt, rights }, renderContext(ctx));
}

/** Enough for a few slips, and too few to guess one. */
const maxRefusedAnHour = 10;

/**
 * Tests a key. Refused ones are in the audit log, and few an hour are passed on: otherwise anyone who may link could have the
 * service try keys.
 * @throws UserError if too many were refused in this hour
 */
async function tryKey(workspaceId: string, token: string, ctx: GuildContext): Promise<NewKeyProblem> {
  const turn = await takeHourlyTurn(`refused-key:${ctx.guildId}`, maxRefusedAnHour, ctx);
  if (typeof turn === "number")
    throw new UserError(
      `The workspace refused ${maxRefusedAnHour} keys from this server within an hour, so this one wasn't tried and nothing was saved. Copy the key from the workspace, then try again in ${describeWait(turn)}.`,
    );
  const problem = await verifyNewKey(workspaceId, token, ctx);
  if (problem !== undefined && isRefusal(problem))
    // Whatever was typed as an id may be a key.
    await recordAudit({ action: "link.set", outcome: "refused", target: toSafeId(workspaceId) }, ctx);
  else await turn.giveBack();
  return problem;
}

const linkForm = defineLinkForm({
  name: "link",
  command: "link set",
  respond: linkWorkspace,
  refusal: renderNotStored,
});

export const set = defineSubcommand({
  name: "set",
  description: "Link this server to a workspace, or replace the key of a linked one",
  options: { workspace: workspaceOption("The linked workspace whose key to replace") },
  access: "admin",
  needs: "guild",
  ack: "modal",
  operations: rightReads,
  components: linkForm.components,
  async run({ options: { workspace: typed } }, ctx) {
    const present = await readGuildWorkspaces(ctx);
    const [only, second] = present.links;
    const chosen =
      typed === undefined ? (second === undefined ? only : undefined) : findWorkspace(typed, present);
    return linkForm.open(chosen, ctx);
  },
});
