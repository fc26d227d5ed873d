import { type Interaction, PermissionFlagsBits } from "discord.js";
import { type MemberRights, tierOf } from "./access.ts";
import type { AppContext } from "../context.ts";
import type { GuildContext } from "./handler-context.ts";

/** Who stands behind an interaction, judged by what Discord and the database say at this moment. */
export async function inGuild(
  interaction: Interaction,
  guildId: string,
  ctx: AppContext,
): Promise<GuildContext> {
  const tier = tierOf(rightsOf(interaction), await ctx.store.accessRoles.list(guildId));
  const caller = { discordUserId: interaction.user.id, displayName: displayNameOf(interaction), tier };
  return { ...ctx, guildId, caller };
}

function rightsOf({ member, memberPermissions }: Interaction): MemberRights {
  const roles = member?.roles ?? [];
  return {
    roleIds: Array.isArray(roles) ? roles : [...roles.cache.keys()],
    managesServer: memberPermissions?.has(PermissionFlagsBits.ManageGuild) ?? false,
  };
}

function displayNameOf({ member, user }: Interaction): string {
  const nickname = member === null ? null : "nick" in member ? member.nick : null;
  return nickname ?? user.displayName;
}
