import { renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { postChannelOption, tryPostChannel } from "../kit/post-channel.ts";
import { renderAuditChannelEnd, renderAuditChannel, renderNoAuditChannel } from "./render.ts";

export const channel = defineSubcommand({
  name: "channel",
  description: "Choose a channel where audit log entries are also posted",
  options: { channel: postChannelOption("The channel; leave empty to stop posting") },
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  async run({ options }, ctx) {
    const after = options.channel?.id;
    const before = await ctx.store.guildSettings.get(ctx.guildId, "audit-channel");
    if (after === undefined) return stop(before, ctx);
    const { isPublic } = await chooseAuditChannel(after, ctx);
    return after === before
      ? {
          content: `The audit log is already posted in <#${after}>, and I can post there. Nothing was changed.`,
        }
      : renderAuditChannel({ channelId: after, isPublic }, renderContext(ctx));
  },
});

/**
 * Tries the channel, then stores it and says in the one before that it ends there.
 * @throws UserError if the bot can't post there, or Discord doesn't say
 */
export async function chooseAuditChannel(
  after: string,
  ctx: GuildContext,
): Promise<{ readonly isPublic: boolean }> {
  const { store, guildId, invoker } = ctx;
  const tried = await tryPostChannel(after, ctx);
  const before = await store.guildSettings.get(guildId, "audit-channel");
  await store.guildSettings.set(guildId, "audit-channel", after);
  await store.guildSettings.set(guildId, "audit-channel-set-by", invoker.discordUserId);
  await store.guildSettings.remove(guildId, "audit-trouble");
  if (after !== before) {
    await note({ before, after }, ctx);
    await announceEnd(before, ctx);
  }
  return tried;
}

async function stop(before: string | undefined, ctx: GuildContext): Promise<Reply> {
  const { store, guildId } = ctx;
  if (!(await store.guildSettings.remove(guildId, "audit-channel")))
    return { content: "The audit log isn't posted to any channel, so nothing was changed." };
  await store.guildSettings.remove(guildId, "audit-channel-set-by");
  await store.guildSettings.remove(guildId, "audit-trouble");
  await note({ before, after: undefined }, ctx);
  await announceEnd(before, ctx);
  return renderNoAuditChannel(renderContext(ctx));
}

function note(
  detail: { readonly before: string | undefined; readonly after: string | undefined },
  ctx: GuildContext,
): Promise<void> {
  const target = detail.after ?? detail.before;
  return recordAudit({ action: "audit.channel", outcome: "done", target, detail }, ctx);
}

/** Readers must not mistake the silence for calm. */
async function announceEnd(channelId: string | undefined, ctx: GuildContext): Promise<void> {
  if (channelId === undefined) return;
  try {
    await ctx.messenger.post(channelId, renderAuditChannelEnd(renderContext(ctx)));
  } catch (error) {
    ctx.log.info("couldn't post the last message to the audit channel", {
      guildId: ctx.guildId,
      channelId,
      error,
    });
  }
}
