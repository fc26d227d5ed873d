import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { describeFailure, UserError } from "../../src/errors.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { openLink } from "../../src/interactions/link.ts";
import { newReference } from "../../src/interactions/reference.ts";
import { type Health, renderNotLinked, renderStatus } from "./render-status.ts";
import { expiryOfSealed } from "./sealed-key.ts";
import { isForbidden, tryKey } from "./trial.ts";

export const status = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("status")
    .setDescription("Show which workspace this server is linked to, and try its key"),
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: ["getCalendar"],
  async run(_interaction, ctx) {
    const link = await ctx.store.guildLinks.find(ctx.guildId);
    const roleIds = await ctx.store.accessRoles.list(ctx.guildId);
    if (link === undefined) return renderNotLinked(ctx.commandMention("link set"));
    const health = await healthOf(ctx);
    return renderStatus({ link, health, keyEndsAt: expiryOfSealed(link, ctx), roleIds }, ctx);
  },
});

async function healthOf(ctx: GuildContext): Promise<Health> {
  try {
    const { api, workspaceId } = await openLink(ctx.guildId, ctx);
    const { durationMs, problem } = await tryKey(api, workspaceId, ctx.now);
    if (problem === undefined) return { state: "works", durationMs };
    if (isForbidden(problem)) return { state: "limited", durationMs };
    const reference = newReference(ctx);
    const { text, level } = describeFailure(problem, reference);
    ctx.log[level]("the link was tried and does not work", {
      reference,
      guildId: ctx.guildId,
      error: problem,
    });
    return { state: "broken", text };
  } catch (error) {
    if (error instanceof UserError) return { state: "broken", text: error.message };
    throw error;
  }
}
