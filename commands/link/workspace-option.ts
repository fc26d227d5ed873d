import type { SlashCommandStringOption } from "@discordjs/builders";
import { fold } from "../../src/domain/fold.ts";
import { UserError } from "../../src/errors.ts";
import type { Suggest } from "../../src/interactions/define.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { inert, plain } from "../../src/text/inert.ts";
import { type GuildWorkspaces, workspacesOf } from "./guild-workspaces.ts";
import { maxNameLength } from "./name.ts";

export const workspaceOption =
  (description: string, required: boolean) => (option: SlashCommandStringOption) =>
    option
      .setName("workspace")
      .setDescription(description)
      .setRequired(required)
      .setMaxLength(100)
      .setAutocomplete(true);

/**
 * The workspace of this guild that a text means: by its name, without regard to case and accents, or by its id.
 * @throws UserError when it means none
 */
export function findWorkspace(typed: string, { links }: GuildWorkspaces): GuildLink {
  const text = typed.trim();
  const found =
    links.find(({ workspaceId }) => workspaceId === text) ??
    links.find(({ name }) => fold(name) === fold(text));
  if (found !== undefined) return found;
  throw new UserError(
    links.length === 0
      ? "This server is not linked to a workspace yet, so nothing was changed. Link it with `/link set` first."
      : `No workspace of this server is called “${inert(text, maxNameLength)}”, so nothing was changed. It has ${namesOf(links)}.`,
  );
}

export function namesOf(links: readonly GuildLink[]): string {
  return links.map(({ name }) => `**${inert(name, maxNameLength)}**`).join(", ");
}

export const suggestWorkspaces: Suggest<"guild"> = async (typed, ctx) => {
  const { links, byDefault } = await workspacesOf(ctx);
  return links
    .filter(({ name }) => fold(name).includes(fold(typed.trim())))
    .map((link) => ({
      name: link === byDefault ? `${plain(link.name, 80)} (default)` : plain(link.name, 100),
      value: plain(link.name, 100),
    }));
};
