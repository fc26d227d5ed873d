import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { UserError } from "../../src/errors.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { type GuildWorkspaces, workspacesOf } from "./guild-workspaces.ts";
import { countStopping, removal } from "./removal.ts";
import { renderRemovalQuestion } from "./render-remove.ts";
import { findWorkspace, namesOf, suggestWorkspaces, workspaceOption } from "./workspace-option.ts";

export const remove = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("remove")
    .setDescription("Remove the link to a workspace and its key")
    .addStringOption(workspaceOption("Which one, when there are several", false))
    .addBooleanOption((option) =>
      option
        .setName("everything")
        .setDescription("Remove all links, and delete all else that is kept of this server, at once"),
    ),
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  controls: removal.controls,
  suggest: { workspace: suggestWorkspaces },
  async run(interaction, ctx) {
    const everything = interaction.options.getBoolean("everything") ?? false;
    const workspaces = await workspacesOf(ctx);
    const typed = interaction.options.getString("workspace") ?? undefined;
    const links = everything ? allOf(workspaces, typed) : [oneOf(workspaces, typed)];
    const payload = {
      everything,
      before: links.map(({ name }) => name).join(", "),
      links: links.map(({ linkKey, workspaceId, linkedAt }) => ({ linkKey, workspaceId, linkedAt })),
    };
    const schedules = await countStopping(everything ? undefined : links, ctx);
    return removal.ask(payload, renderRemovalQuestion({ links, everything, workspaces, schedules }), ctx);
  },
});

function allOf({ links }: GuildWorkspaces, typed: string | undefined): readonly GuildLink[] {
  if (typed === undefined) return links;
  throw new UserError(
    "*everything* removes all workspaces, so it goes with no single one. Nothing was removed. Choose either `workspace` or `everything`.",
  );
}

function oneOf(workspaces: GuildWorkspaces, typed: string | undefined): GuildLink {
  const [only, second] = workspaces.links;
  if (only === undefined)
    throw new UserError(
      "This server is not linked to a workspace, so there was nothing to remove. To delete all that is kept of this server, run this again with *everything*.",
    );
  if (typed !== undefined) return findWorkspace(typed, workspaces);
  if (second === undefined) return only;
  throw new UserError(
    `This server has several workspaces: ${namesOf(workspaces.links)}. Nothing was removed. Run this again and choose one in \`workspace\`.`,
  );
}
