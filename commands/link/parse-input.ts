import type { AppContext } from "../../src/context.ts";
import { foldText } from "../../src/domain/search.ts";
import { idKinds, readServiceId } from "../../src/domain/service-ids.ts";
import { maxLinksPerGuild } from "../../src/interactions/dispatch/workspace.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { escapeMarkdown, plainText } from "../../src/ui/escape.ts";

export const maxNameLength = 40;
/** What a server's only workspace is called until somebody gives it a name. */
const firstName = "Workspace";

export const fullSentence = `This server is linked to ${maxLinksPerGuild} workspaces already, as many as it can have, so nothing was stored. Remove one with \`/link remove\` first, or give one of them a new key by typing its own id.`;

/** Why a workspace cannot be called so here; `undefined` when it can. */
export function problemOfName(
  name: string,
  links: readonly GuildLink[],
  own: GuildLink | undefined,
): string | undefined {
  if (name.length > maxNameLength) return `A name has at most ${maxNameLength} characters`;
  const taken = links.find((link) => foldText(link.name) === foldText(name) && link.linkKey !== own?.linkKey);
  return taken && `Another workspace of this server is called ${escapeMarkdown(taken.name)}`;
}

/** What a workspace is called here from now on. With no name typed, the present one stays. */
export function nameFor(
  typed: string,
  links: readonly GuildLink[],
  own: GuildLink | undefined,
): { readonly name: string } | { readonly problem: string } {
  const name = typed || (own?.name ?? (links.length === 0 ? firstName : ""));
  if (name === "")
    return {
      problem:
        "This server has a workspace already, so the new one needs a name to tell them apart. Nothing was tried or stored.",
    };
  const problem = problemOfName(name, links, own);
  return problem === undefined
    ? { name }
    : { problem: `${problem}, so nothing was tried or stored. Please choose another name.` };
}

const length = 4;

/** A key that no link of the guild has. */
export function newLinkKey(links: readonly GuildLink[], ctx: Pick<AppContext, "newId">): string {
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
  /** Empty when none was typed. */
  readonly name: string;
}

/**
 * What a person typed or pasted into the link form, cleaned of what pasting adds: blanks at the ends, invisible
 * characters, a leading "Bearer". The form of a key is otherwise left alone: nobody documents it.
 */
export function readLinkInput(
  typedId: string,
  typedKey: string,
  typedName: string,
): LinkInput | { readonly problem: string } {
  const workspaceId = readServiceId(cleaned(typedId), idKinds.workspace);
  const token = cleaned(typedKey).replace(/^bearer(\s+|$)/i, "");
  if (workspaceId === undefined)
    return {
      problem:
        "A workspace id is one word without spaces and slashes, or stands in the link to a page of the workspace, so nothing was tried or stored.",
    };
  if (token === "") return { problem: "The key was empty, so nothing was tried or stored." };
  if (!/^[\x21-\x7e]+$/.test(token))
    return {
      problem:
        "A key is one word of plain letters, digits and signs, so nothing was tried or stored. Copy it again, whole and without anything around it.",
    };
  return { workspaceId, token, name: readName(typedName) };
}

/** A name on one line; empty when there is nothing in it to see. */
export function readName(typed: string): string {
  const name = plainText(typed, 1_000);
  return /[^\s\u200d]/.test(name) ? name : "";
}

/** Whether it looks as workspace ids usually do. Others are tried all the same. */
export function looksLikeWorkspaceId(workspaceId: string): boolean {
  return /^[0-9a-f]{24}$/i.test(workspaceId);
}

/** Keys are longer than ids; one that was typed into the id's field must not come back on a screen. */
export function isSafeToEcho(typedWorkspaceId: string): boolean {
  return typedWorkspaceId.length <= 40;
}

function cleaned(text: string): string {
  return text.replace(/[\p{Cf}\0]/gu, "").trim();
}
