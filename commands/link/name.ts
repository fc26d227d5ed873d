import { fold } from "../../src/domain/fold.ts";
import { maxLinks } from "../../src/interactions/link.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { inert } from "../../src/text/inert.ts";

export const maxNameLength = 40;
/** What a server's only workspace is called until somebody gives it a name. */
const firstName = "Workspace";

export const fullSentence = `This server is linked to ${maxLinks} workspaces already, as many as it can have, so nothing was stored. Remove one with \`/link remove\` first, or give one of them a new key by typing its own id.`;

/** Why a workspace cannot be called so here; `undefined` when it can. */
export function problemOfName(
  name: string,
  links: readonly GuildLink[],
  own: GuildLink | undefined,
): string | undefined {
  if (name.length > maxNameLength) return `A name has at most ${maxNameLength} characters`;
  const taken = links.find((link) => fold(link.name) === fold(name) && link.linkKey !== own?.linkKey);
  return taken && `Another workspace of this server is called ${inert(taken.name)}`;
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
