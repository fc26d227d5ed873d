import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { UserError } from "../../src/errors.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { recordDone } from "./audit.ts";
import { renderAccess } from "./render-access.ts";

export const access = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("access")
    .setDescription("Name the roles whose members may use the staff commands, or list them")
    .addRoleOption((option) => option.setName("add").setDescription("A role that becomes staff"))
    .addRoleOption((option) => option.setName("remove").setDescription("A role that is no longer staff")),
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  async run({ options }, ctx) {
    const addId = options.getRole("add")?.id;
    const removeId = options.getRole("remove")?.id;
    if (addId === ctx.guildId)
      throw new UserError(
        "Everyone has the role @everyone, so naming it would open the staff commands to all. Nothing was changed. Please name a role that only your staff have.",
      );
    if (addId !== undefined && addId === removeId)
      throw new UserError(
        "One role cannot be added and removed at once, so nothing was changed. Choose one of the two.",
      );

    const added = addId !== undefined && (await add(addId, ctx));
    const removed = removeId !== undefined && (await remove(removeId, ctx));
    const roleIds = await ctx.store.accessRoles.list(ctx.guildId);
    return renderAccess(
      {
        roleIds,
        add: addId === undefined ? undefined : { roleId: addId, changed: added },
        remove: removeId === undefined ? undefined : { roleId: removeId, changed: removed },
      },
      ctx.commandMention("link access"),
    );
  },
});

async function add(roleId: string, ctx: GuildContext): Promise<boolean> {
  if ((await ctx.store.accessRoles.list(ctx.guildId)).includes(roleId)) return false;
  await ctx.store.accessRoles.add(ctx.guildId, roleId);
  await recordDone("link.access", roleId, { added: roleId }, ctx);
  return true;
}

async function remove(roleId: string, ctx: GuildContext): Promise<boolean> {
  if (!(await ctx.store.accessRoles.remove(ctx.guildId, roleId))) return false;
  await recordDone("link.access", roleId, { removed: roleId }, ctx);
  return true;
}
