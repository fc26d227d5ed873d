import { type Interaction, PermissionFlagsBits } from "discord.js";
import type { AppContext } from "../context.ts";
import { UserError } from "../errors.ts";
import type { Account } from "../store/accounts.ts";
import { aboutOthersRefusal, type MemberRights, mayUseAboutOthers, standingOf } from "./access.ts";
import type { Caller, GuildContext } from "./handler-context.ts";

/** Who stands behind an interaction, judged by what Discord and the database say at this moment. */
export async function inGuild(
  interaction: Interaction,
  guildId: string,
  ctx: AppContext,
): Promise<GuildContext> {
  const standing = standingOf(rightsOf(interaction), await ctx.store.accessRoles.list(guildId));
  const discordUserId = interaction.user.id;
  const caller: Caller = { discordUserId, displayName: displayNameOf(interaction), ...standing };
  let account: Promise<Account | undefined> | undefined;
  const self = () => (account ??= ctx.store.accounts.ofMember(guildId, discordUserId));
  return {
    ...ctx,
    guildId,
    channelId: interaction.channelId ?? guildId,
    parentChannelId: ctx.threadParent(interaction.id),
    caller,
    self,
    async admitAbout(userId) {
      if (mayUseAboutOthers(caller)) return;
      if ((await self())?.userId !== userId) throw new UserError(aboutOthersRefusal(caller));
    },
  };
}

/** What Discord says with an interaction about the member behind it. */
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
