import { z } from "zod";
import { defineSubcommand, defineCommandGroup } from "../../src/interactions/define.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { renderRoles, renderCheck } from "./render.ts";
import type { Command, Component } from "../../src/interactions/handler.ts";
import { set } from "./set.ts";
import type { AuditActions } from "../../src/interactions/audit-action.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { describeFromTo, formatBoldName, mentionRole } from "../kit/audit-words.ts";
import { listLacking } from "../../src/domain/capabilities.ts";
import { UserError } from "../../src/errors.ts";
import { resolveTier } from "../../src/interactions/access.ts";
import { defineSelect, getChosenUser } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { createUserMenuRow } from "../../src/ui/buttons.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { listCommands } from "../kit/command-list.ts";
import { askAbout } from "../kit/post-channel.ts";

const menuId = defineCustomId("access.check", { discordUserId: z.string().regex(/^\d{1,20}$/) });

const personMenuId = defineCustomId("access.check-person", {});

/** Judges a member like the router, by the commands' own declarations, which are read on use. */
function defineCheck(commands: () => readonly Command[]): readonly Component[] {
  async function show(discordUserId: string, detail: string | undefined, ctx: GuildContext): Promise<Reply> {
    const { store, guildId, memberships } = ctx;
    const rights = await askAbout(
      { discordUserId },
      memberships.find(guildId, discordUserId),
      `Discord didn't say whether <@${discordUserId}> is in this server and what roles they have. Try again in a minute.`,
      ctx,
    );
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
const createCheckRow = () => createUserMenuRow(personMenuId.encode({}), "Check a person");

/** @param commands every command there is, to check members against */
export function defineAccessCommand(commands: () => readonly Command[]): Command {
  const show = defineSubcommand({
    name: "show",
    description: "See which roles can do what here, and what a person can do",
    access: "admin-or-manage-server",
    purpose: "see who can do what",
    needs: "guild",
    ack: "ephemeral",
    operations: [],
    components: defineCheck(commands),
    async run(_asked, ctx) {
      return {
        ...renderRoles(await ctx.store.accessRoles.list(ctx.guildId), renderContext(ctx)),
        components: createCheckRow(),
      };
    },
  });
  return defineCommandGroup({
    name: "access",
    description: "Choose which roles can do what",
    subcommands: [set, show],
  });
}

export const accessAudit = {
  "access.set": {
    label: "Change what a role may do",
    done: "Changed what a role may do",
    target: "role",
    say: (is, target) => [
      "changed",
      "change",
      joinParts([mentionRole(target ?? is("roleId")), describeFromTo(is, "what it may do")], " "),
    ],
    brief: (is, target) =>
      `${mentionRole(target ?? is("roleId"))} to ${formatBoldName(is("after")) ?? "another tier"}`,
  },
} as const satisfies AuditActions;
