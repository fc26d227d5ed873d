import { defineSubcommand, defineCommandGroup } from "../../src/interactions/define.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { renderRoles } from "./render.ts";
import type { Command } from "../../src/interactions/handler.ts";
import { createCheckRow, defineCheck } from "./check.ts";
import { set } from "./set.ts";

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
