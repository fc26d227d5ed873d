import type { AppContext } from "../../src/context.ts";
import { foldText } from "../../src/domain/search.ts";
import { idKinds, isLink, readServiceId } from "../../src/domain/service-ids.ts";
import { UserError } from "../../src/errors.ts";
import { cleanTyped } from "../../src/typed-text.ts";
import { maxLinksPerGuild } from "../../src/interactions/dispatch/workspace.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import type { Changes } from "./ids.ts";
import { escapeMarkdown, plainText } from "../../src/ui/escape.ts";

export const maxWorkspaceNameLength = 40;
/** The name of a server's only workspace until someone names it. */
const firstName = "Workspace";

export const tooManyLinksText = `This server is already linked to ${maxLinksPerGuild} workspaces, the most it can have, so nothing was saved. Remove one in \`/link status\` first, or enter a linked workspace's id to replace its key.`;

/** Why a workspace can't have this name here; `undefined` if it can. */
export function describeNameProblem(
  name: string,
  links: readonly GuildLink[],
  own: GuildLink | undefined,
): string | undefined {
  if (name.length > maxWorkspaceNameLength)
    return `Names can have at most ${maxWorkspaceNameLength} characters`;
  const namesake = links.find(
    (link) => foldText(link.name) === foldText(name) && link.linkKey !== own?.linkKey,
  );
  return namesake && `Another workspace in this server is called ${escapeMarkdown(namesake.name)}`;
}

/**
 * A workspace's new name here. Without a typed name, the current one stays.
 * @throws UserError if it can't have that name, or needs one
 */
export function parseName(typed: string, links: readonly GuildLink[], own: GuildLink | undefined): string {
  const name = typed || (own?.name ?? (links.length === 0 ? firstName : ""));
  if (name === "")
    throw new UserError(
      "This server already has a workspace, so the new one needs a name to tell them apart. Nothing was saved.",
    );
  const problem = describeNameProblem(name, links, own);
  if (problem !== undefined) throw new UserError(`${problem}, so nothing was saved. Choose another name.`);
  return name;
}

const length = 4;

/** A link key that isn't in use in the guild. */
export function createLinkKey(links: readonly GuildLink[], ctx: Pick<AppContext, "newId">): string {
  for (;;) {
    const key = ctx
      .newId()
      .replace(/[^A-Za-z0-9]/g, "")
      .slice(0, length);
    if (key.length === length && !links.some(({ linkKey }) => linkKey === key)) return key;
  }
}

export interface LinkInput {
  readonly workspaceId: string;
  readonly token: string;
  /** Empty if none was typed. */
  readonly name: string;
  /** `undefined` if nothing was chosen. */
  readonly changes?: Changes | undefined;
}

/**
 * What was typed or pasted into the link form, without what pasting adds: surrounding blanks, invisible
 * characters, quotes, a leading "Authorization: Bearer". The format of keys isn't documented, so it isn't checked further.
 * @throws UserError if the id or the key can't be used
 */
export function readLinkInput(typedId: string, typedKey: string, typedName: string): LinkInput {
  const workspaceId = readServiceId(cleanTyped(typedId).trim(), idKinds.workspace);
  const token = withoutQuotes(cleanTyped(typedKey))
    .replace(/^authorization\s*[:=]\s*/i, "")
    .replace(/^bearer(\s+|$)/i, "");
  if (looksLikeWorkspaceId(token) && !isSafeToEcho(typedId.trim()) && !isLink(typedId))
    throw new UserError(
      "The id and the key look swapped, so nothing was sent or saved. Ids usually have 24 characters, and keys are longer. Enter each in the other field.",
    );
  if (workspaceId === undefined)
    throw new UserError(
      "That isn't a workspace id, so nothing was saved. Enter the id, which has no spaces or slashes, or paste a link to a page of the workspace.",
    );
  if (token === "") throw new UserError("The key was empty, so nothing was saved.");
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new UserError(
      "That isn't a valid key, so nothing was saved. Copy it again, complete and without anything around it.",
    );
  return { workspaceId, token, name: readName(typedName) };
}

function withoutQuotes(typed: string): string {
  const text = typed.trim();
  return /^(["'`]+)([^"'`]+)\1$/.exec(text)?.[2]?.trim() ?? /^[“‘„]([^“”‘’]+)[”’“]$/.exec(text)?.[1] ?? text;
}

/** A name on one line; empty if it has no visible characters. */
export function readName(typed: string): string {
  const name = plainText(typed, 1_000);
  return /[^\s\u200d]/.test(name) ? name : "";
}

/** Whether it looks like a usual workspace id. Others are tried too. */
export function looksLikeWorkspaceId(workspaceId: string): boolean {
  return /^[0-9a-f]{24}$/i.test(workspaceId);
}

/** Keys are longer than ids; a key typed into the id field must never be shown again. */
export function isSafeToEcho(typedWorkspaceId: string): boolean {
  return typedWorkspaceId.length <= 40;
}

/** What may be shown again of a typed id; of a link, only the id in it. */
export function toSafeId(typed: string): string {
  if (isSafeToEcho(typed)) return typed;
  const linked = isLink(typed) ? (readServiceId(cleanTyped(typed).trim(), idKinds.workspace) ?? "") : "";
  return looksLikeWorkspaceId(linked) ? linked : "";
}
