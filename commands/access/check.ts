import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { type MemberRights, resolveTier } from "../../src/interactions/access.ts";
import { defineSelect } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { Command, Subcommand } from "../../src/interactions/handler.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { listCommands } from "../kit/command-list.ts";
import { memberOption } from "../kit/options.ts";
import { getRights } from "./rights.ts";
import { renderCheck } from "./render.ts";

const menuId = defineCustomId("access.check", { discordUserId: z.string().regex(/^\d{1,20}$/) });

/** Judges a member like the router, by the commands' own declarations, which are read on use. */
export function check(commands: () => readonly Command[]): Subcommand {
  async function show(
    { discordUserId, rights, detail }: Checked,
    { store, guildId }: GuildContext,
  ): Promise<Reply> {
    const [mapped, account] = await Promise.all([
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
      entries: listCommands(commands()).flatMap(({ entries }) => entries),
      menuId: menuId.encode({ discordUserId }),
      detail,
    });
  }

  const menu = defineSelect({
    id: menuId,
    access: "admin-or-manage-server",
    needs: "guild",
    ack: "update",
    async run({ discordUserId }, ctx, { values: [detail] }) {
      // Their roles may have changed since.
      const rights = await ctx.memberships.find(ctx.guildId, discordUserId);
      if (rights === undefined) throw new UserError(describeNotHere(discordUserId));
      return show({ discordUserId, rights, detail }, ctx);
    },
  });

  return defineSubcommand({
    name: "check",
    description: "See what a member can and can't do here, and why",
    options: {
      member: memberOption("Who").required(),
    },
    access: "admin-or-manage-server",
    needs: "guild",
    ack: "ephemeral",
    operations: [],
    components: [menu],
    async run({ options }, ctx) {
      const { user, member } = options.member;
      const { id, bot } = user;
      if (bot) throw new UserError(`<@${id}> is an app. Apps can't run commands.`);
      if (member === null) throw new UserError(describeNotHere(id));
      return show({ discordUserId: id, rights: getRights(member), detail: undefined }, ctx);
    },
  });
}

interface Checked {
  readonly discordUserId: string;
  readonly rights: MemberRights;
  /** What was chosen in the menu. */
  readonly detail: string | undefined;
}

function describeNotHere(discordUserId: string): string {
  return `<@${discordUserId}> isn't in this server. Choose someone who is.`;
}
