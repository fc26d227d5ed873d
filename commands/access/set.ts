import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import type { APIRole, ChatInputCommandInteraction, Role } from "discord.js";
import { UserError } from "../../src/errors.ts";
import { type Standing, standingOf } from "../../src/interactions/access.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { AccessRole } from "../../src/store/access-roles.ts";
import { roleChange } from "./change.ts";
import { manages, rightsOf } from "./member-rights.ts";
import { changed, type Rank, rankOf, ranks } from "./ranks.ts";
import { renderChangeQuestion } from "./render-change.ts";
import { rankWords } from "./render-words.ts";

export const set = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("set")
    .setDescription("Give a role a tier, or take it away; you see it first and confirm it")
    .addRoleOption((option) =>
      option.setName("role").setDescription("Whose members it is about").setRequired(true),
    )
    .addStringOption((option) =>
      option
        .setName("tier")
        .setDescription("What they may do from now on")
        .setRequired(true)
        .addChoices(
          { name: "Staff: their daily work", value: "staff" },
          { name: "Manager: also other people, and what cannot be undone", value: "manager" },
          { name: "Admin: also links, settings and the record", value: "admin" },
          { name: "None: nothing", value: "none" },
        ),
    ),
  access: "keeper",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  controls: roleChange.controls,
  async run(interaction, ctx) {
    const role = interaction.options.getRole("role", true);
    const after = readRank(interaction);
    const mapped = await ctx.store.accessRoles.list(ctx.guildId);
    const change = { roleId: role.id, before: rankOf(role.id, mapped), after };
    if (change.before === after)
      return { content: `<@&${role.id}> has ${rankWords[after]} already. Nothing was changed.` };
    refuseEveryone(role, after, ctx);

    const standing = standingIn(mapped, interaction, ctx);
    const standingAfter = standingIn(changed(mapped, change), interaction, ctx);
    const preview = renderChangeQuestion({
      change,
      mapped,
      givenByDiscord: role.managed,
      standing,
      standingAfter,
    });
    return roleChange.ask({ ...change, roleManagesServer: manages(bitsOf(role)) }, preview, ctx);
  },
});

function readRank({ options }: ChatInputCommandInteraction): Rank {
  const typed = options.getString("tier", true);
  const rank = ranks.find((each) => each === typed);
  if (rank === undefined)
    throw new UserError("There is no such tier, so nothing was changed. Choose one of those that are shown.");
  return rank;
}

/** The role of everyone has the id of its server. */
function refuseEveryone({ id }: Pick<Role, "id">, after: Rank, { guildId }: GuildContext): void {
  if (id !== guildId || after === "none") return;
  throw new UserError(
    "Everyone in this server has that role, strangers included, so it would open the workspace to all of them. Nothing was changed. Choose a role that only the right people have.",
  );
}

function standingIn(
  mapped: readonly AccessRole[],
  { member }: ChatInputCommandInteraction,
  { caller }: GuildContext,
): Standing {
  return member === null ? caller : standingOf(rightsOf(member), mapped);
}

function bitsOf({ permissions }: Role | APIRole) {
  return typeof permissions === "string" ? BigInt(permissions) : permissions;
}
