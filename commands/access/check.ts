import { z } from "zod";
import { listLacking } from "../../src/domain/capabilities.ts";
import { UserError } from "../../src/errors.ts";
import { resolveTier } from "../../src/interactions/access.ts";
import { defineSelect, getChosenUser } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { Command, Component } from "../../src/interactions/handler.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { createUserMenuRow } from "../../src/ui/buttons.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { listCommands } from "../kit/command-list.ts";
import { renderCheck } from "./render.ts";

const menuId = defineCustomId("access.check", { discordUserId: z.string().regex(/^\d{1,20}$/) });

const personMenuId = defineCustomId("access.check-person", {});

/** Judges a member like the router, by the commands' own declarations, which are read on use. */
export function defineCheck(commands: () => readonly Command[]): readonly Component[] {
  async function show(discordUserId: string, detail: string | undefined, ctx: GuildContext): Promise<Reply> {
    const { store, guildId, memberships } = ctx;
    const rights = await memberships.find(guildId, discordUserId);
    if (rights === undefined)
      throw new UserError(`<@${discordUserId}> isn't in this server. Choose someone who is.`);
    const [links, mapped, account] = await Promise.all([
      store.guildLinks.list(guildId),
      store.accessRoles.list(guildId),
      store.accounts.ofMember(guildId, discordUserId),
    ]);
    const memberTier = resolveTier(rights, mapped);
    return renderCheck({
      discordUserId,
      memberTier,
      tierRoleIds: mapped
        .filter(({ roleId, tier }) => tier === memberTier.tier && rights.roleIds.includes(roleId))
        .map(({ roleId }) => roleId),
      account,
      entries: listCommands(commands(), listLacking(links)).flatMap(({ entries }) => entries),
      menuId: menuId.encode({ discordUserId }),
      detail,
    });
  }

  const personMenu = defineSelect({
    id: personMenuId,
    access: "admin-or-manage-server",
    needs: "guild",
    ack: "ephemeral",
    async run(_ids, ctx, interaction) {
      const { id, bot } = getChosenUser(interaction);
      if (bot) throw new UserError(`<@${id}> is an app. Apps can't run commands.`);
      return show(id, undefined, ctx);
    },
  });

  const menu = defineSelect({
    id: menuId,
    access: "admin-or-manage-server",
    needs: "guild",
    ack: "update",
    run: ({ discordUserId }, ctx, { values: [detail] }) => show(discordUserId, detail, ctx),
  });

  return [personMenu, menu];
}

/** The menu for one person, below who can do what. */
export const createCheckRow = () => createUserMenuRow(personMenuId.encode({}), "Check a person");
