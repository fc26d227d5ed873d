import { type Interaction, PermissionFlagsBits } from "discord.js";
import type { AppContext } from "../../context.ts";
import { UnfixableError } from "../../errors.ts";
import type { Account } from "../../store/accounts.ts";
import { parseDateStyle } from "../../ui/formats.ts";
import { type MemberRights, canUseForOthers, resolveTier } from "../access.ts";
import { describeOthersDenial } from "../access-text.ts";
import type { Handler } from "../handler.ts";
import type { Invoker, GuildContext } from "../handler-context.ts";
import { findInstalledGuild, resolvePrivateGuild } from "./private-guild.ts";

/**
 * The person behind an interaction, according to Discord and the database at this moment.
 * @throws UserError if it comes from outside any guild and doesn't work there, or refers to no guild
 */
export async function createGuildContext(
  reach: Pick<Handler<never>, "access" | "anywhere" | "findGuildId">,
  interaction: Interaction,
  ctx: AppContext & Pick<GuildContext, "timeliness">,
): Promise<GuildContext> {
  const installed = findInstalledGuild(interaction);
  const outside = installed === undefined ? await resolvePrivateGuild(reach, interaction, ctx) : undefined;
  const guildId = installed ?? outside?.guildId ?? "";
  const rights = outside?.rights ?? readMemberRights(interaction);
  const [roles, settings] = await Promise.all([
    ctx.store.accessRoles.list(guildId),
    ctx.store.guildSettings.all(guildId),
  ]);
  const memberTier = resolveTier(rights, roles);
  const discordUserId = interaction.user.id;
  const displayName = outside?.memberName ?? readDisplayName(interaction);
  const invoker: Invoker = { discordUserId, displayName, ...memberTier };
  let account: Promise<Account | undefined> | undefined;
  const self = () => (account ??= ctx.store.accounts.ofMember(guildId, discordUserId));
  const isPrivate = outside !== undefined;
  return {
    ...ctx,
    guildId,
    isPrivate,
    channelId: isPrivate ? guildId : (interaction.channelId ?? guildId),
    parentChannelId: isPrivate ? undefined : ctx.threadParent(interaction.id),
    // The server's commands can't be clicked elsewhere.
    ...(isPrivate && { commandMention: (path: string) => `\`/${path}\`` }),
    chosen: (channelId) => ctx.chosenChannel(interaction.id, channelId),
    dateStyle: parseDateStyle(settings),
    invoker,
    self,
    async admitAbout(userId) {
      if (canUseForOthers(invoker)) return;
      if ((await self())?.userId !== userId) throw new UnfixableError(describeOthersDenial(invoker));
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
