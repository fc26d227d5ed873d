import { defineSubcommand, defineCommandGroup } from "../../src/interactions/define.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { renderRoles } from "./render.ts";
import type { Command } from "../../src/interactions/handler.ts";
import { check } from "./check.ts";
import { set } from "./set.ts";

const show = defineSubcommand({
  name: "show",
  description: "See which roles can do what here",
  access: "admin-or-manage-server",
  purpose: "see who can do what",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  async run(_asked, ctx) {
    return renderRoles(await ctx.store.accessRoles.list(ctx.guildId), renderContext(ctx));
  },
});

/** @param commands every command there is, to check members against */
export function defineAccessCommand(commands: () => readonly Command[]): Command {
  return defineCommandGroup({
    name: "access",
    description: "Choose which roles can do what",
    subcommands: [set, show, check(commands)],
  });
}
