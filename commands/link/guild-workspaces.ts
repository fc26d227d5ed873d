import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { ChannelLink, GuildLink } from "../../src/store/guild-links.ts";
import { findOnly, foldText } from "../../src/domain/search.ts";
import { UserError } from "../../src/errors.ts";
import type { Autocomplete } from "../../src/interactions/handler.ts";
import { escapeMarkdown, plainText } from "../../src/ui/escape.ts";
import { text } from "../kit/options.ts";
import { maxWorkspaceNameLength } from "./parse-input.ts";

/** A guild's workspaces, and which channels use which. */
export interface GuildWorkspaces {
  /** Oldest first. */
  readonly links: readonly GuildLink[];
  /** Used in channels without their own; `undefined` if the guild has no workspace. */
  readonly defaultLink: GuildLink | undefined;
  readonly bindings: readonly ChannelLink[];
}

export async function readGuildWorkspaces({
  store,
  guildId,
}: Pick<GuildContext, "store" | "guildId">): Promise<GuildWorkspaces> {
  const [links, bindings, chosen] = await Promise.all([
    store.guildLinks.list(guildId),
    store.channelLinks.list(guildId),
    store.guildSettings.get(guildId, "default-link"),
  ]);
  return { links, bindings, defaultLink: links.find(({ linkKey }) => linkKey === chosen) ?? links[0] };
}

/** The typed name or id of a linked workspace. */
export const workspaceOption = (description: string) =>
  text(description).max(100).autocomplete(suggestWorkspaces);

/**
 * Finds a workspace of this guild by its name, ignoring case and accents, or by its id.
 * @throws UserError if there is none
 */
export function findWorkspace(typed: string, { links, defaultLink }: GuildWorkspaces): GuildLink {
  const wanted = typed.trim();
  const found =
    links.find((link) => link.workspaceId === wanted || formatSuggestion(link, defaultLink) === wanted) ??
    findOnly(
      links.map((link) => ({ text: link.name, value: "", link })),
      wanted,
    )?.link;
  if (found !== undefined) return found;
  throw new UserError(
    links.length === 0
      ? "This server isn't linked to a workspace yet, so nothing was changed. Link one with `/setup` first."
      : `This server has no workspace called “${escapeMarkdown(wanted, maxWorkspaceNameLength)}”, so nothing was changed. It has ${joinLinkNames(links)}.`,
  );
}

export function joinLinkNames(links: readonly GuildLink[]): string {
  return links.map(({ name }) => `**${escapeMarkdown(name, maxWorkspaceNameLength)}**`).join(", ");
}

const suggestWorkspaces: Autocomplete = async (typed, ctx) => {
  const { links, defaultLink } = await readGuildWorkspaces(ctx);
  return links
    .filter(({ name }) => foldText(name).includes(foldText(typed.trim())))
    .map((link) => ({
      name: formatSuggestion(link, defaultLink),
      value: plainText(link.name, 100),
    }));
};

/** Discord may send this instead of what it stands for. */
function formatSuggestion(link: GuildLink, defaultLink: GuildLink | undefined): string {
  return link === defaultLink ? `${plainText(link.name, 80)} (default)` : plainText(link.name, 100);
}
