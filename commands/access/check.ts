import { UserError } from "../../src/errors.ts";
import { resolveTier } from "../../src/interactions/access.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { Command, Subcommand } from "../../src/interactions/handler.ts";
import { listCommands } from "../kit/command-list.ts";
import { memberOption } from "../kit/options.ts";
import { rightsOf } from "./member-rights.ts";
import { renderCheck } from "./render.ts";

/** Judges a member like the router, by the commands' own declarations, which are read on use. */
export function check(commands: () => readonly Command[]): Subcommand {
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
    async run({ options }, { store, guildId }) {
      const { user, member } = options.member;
      const { id, bot } = user;
      if (bot) throw new UserError(`<@${id}> is an app. Apps can't run commands.`);
      if (member === null) throw new UserError(`<@${id}> isn't in this server. Choose someone who is.`);
      const [mapped, account] = await Promise.all([
        store.accessRoles.list(guildId),
        store.accounts.ofMember(guildId, id),
      ]);
      const rights = rightsOf(member);
      const memberTier = resolveTier(rights, mapped);
      return renderCheck({
        discordUserId: id,
        memberTier,
        tierRoleIds: mapped
          .filter(({ roleId, tier }) => tier === memberTier.tier && rights.roleIds.includes(roleId))
          .map(({ roleId }) => roleId),
        account,
        entries: listCommands(commands()).flatMap(({ entries }) => entries),
      });
    },
  });
}
