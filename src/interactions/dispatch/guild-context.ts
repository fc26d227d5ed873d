import { type Interaction, PermissionFlagsBits } from "discord.js";
import type { AppContext } from "../../context.ts";
import { UserError } from "../../errors.ts";
import type { Account } from "../../store/accounts.ts";
import { othersDenialText, type MemberRights, canUseForOthers, resolveTier } from "../access.ts";
import type { Invoker, GuildContext } from "../handler-context.ts";

/** Who is behind an interaction, by what Discord and the database say at this moment. */
export async function createGuildContext(
  interaction: Interaction,
  guildId: string,
  ctx: AppContext,
): Promise<GuildContext> {
  const memberTier = resolveTier(readMemberRights(interaction), await ctx.store.accessRoles.list(guildId));
  const discordUserId = interaction.user.id;
  const invoker: Invoker = { discordUserId, displayName: readDisplayName(interaction), ...memberTier };
  let account: Promise<Account | undefined> | undefined;
  const self = () => (account ??= ctx.store.accounts.ofMember(guildId, discordUserId));
  return {
    ...ctx,
    guildId,
    channelId: interaction.channelId ?? guildId,
    parentChannelId: ctx.threadParent(interaction.id),
    invoker,
    self,
    async admitAbout(userId) {
      if (canUseForOthers(invoker)) return;
      if ((await self())?.userId !== userId) throw new UserError(othersDenialText(invoker));
    },
  };
}

/** What Discord says about an interaction's member. */
function readMemberRights({ member, memberPermissions }: Interaction): MemberRights {
  const roles = member?.roles ?? [];
  return {
    roleIds: Array.isArray(roles) ? roles : [...roles.cache.keys()],
    hasManageServer: memberPermissions?.has(PermissionFlagsBits.ManageGuild) ?? false,
  };
}

function readDisplayName({ member, user }: Interaction): string {
  const nickname = member === null ? null : "nick" in member ? member.nick : null;
  return nickname ?? user.displayName;
}
