import { idKinds, readServiceId } from "../../src/domain/service-ids.ts";
import { plain } from "../../src/text/inert.ts";

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
  const name = plain(typed, 1_000);
  return /[^\s\u200d]/.test(name) ? name : "";
}

/** Whether it looks as workspace ids usually do. Others are tried all the same. */
export function looksLikeWorkspaceId(workspaceId: string): boolean {
  return /^[0-9a-f]{24}$/i.test(workspaceId);
}

/** Keys are longer than ids; one that was typed into the id's field must not come back on a screen. */
export function mayBeShown(typedWorkspaceId: string): boolean {
  return typedWorkspaceId.length <= 40;
}

function cleaned(text: string): string {
  return text.replace(/[\p{Cf}\0]/gu, "").trim();
}
