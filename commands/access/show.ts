import { defineSubcommand } from "../../src/interactions/define.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { renderRoles } from "./render.ts";

export const show = defineSubcommand({
  name: "show",
  description: "See which roles can do what here",
  access: "admin-or-manage-server",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  async run(_asked, ctx) {
    return renderRoles(await ctx.store.accessRoles.list(ctx.guildId), renderContext(ctx));
  },
});
