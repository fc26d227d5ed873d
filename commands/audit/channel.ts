import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import type { Answer } from "../../src/interactions/answer.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { recordDeed } from "../../src/interactions/recording.ts";
import { postChannelOption, tryPostChannel } from "../shared/post-channel.ts";
import { renderEnded, renderRecordChannel, renderNoRecordChannel } from "./render-channel.ts";

export const channel = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("channel")
    .setDescription("Choose a channel where all that is put on record is posted, too")
    .addChannelOption(postChannelOption("Which channel; leave it out to stop posting")),
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  async run(interaction, ctx) {
    const after = interaction.options.getChannel("channel")?.id;
    const before = await ctx.store.guildSettings.get(ctx.guildId, "audit-channel");
    return after === undefined ? stop(before, ctx) : choose(before, after, ctx);
  },
});

async function choose(before: string | undefined, after: string, ctx: GuildContext): Promise<Answer> {
  const { store, guildId, caller } = ctx;
  const { openToAll } = await tryPostChannel(after, ctx);
  await store.guildSettings.set(guildId, "audit-channel", after);
  await store.guildSettings.set(guildId, "audit-channel-set-by", caller.discordUserId);
  await store.guildSettings.remove(guildId, "audit-trouble");
  if (after === before)
    return { content: `All that is put on record is posted in <#${after}> already, and I can post there.` };
  await note({ before, after }, ctx);
  await sayEnded(before, ctx);
  return renderRecordChannel({ channelId: after, openToAll }, ctx);
}

async function stop(before: string | undefined, ctx: GuildContext): Promise<Answer> {
  const { store, guildId } = ctx;
  if (!(await store.guildSettings.remove(guildId, "audit-channel")))
    return { content: "The record is posted in no channel, so nothing was changed." };
  await store.guildSettings.remove(guildId, "audit-channel-set-by");
  await store.guildSettings.remove(guildId, "audit-trouble");
  await note({ before, after: undefined }, ctx);
  await sayEnded(before, ctx);
  return renderNoRecordChannel(ctx);
}

function note(
  detail: { readonly before: string | undefined; readonly after: string | undefined },
  ctx: GuildContext,
): Promise<void> {
  const target = detail.after ?? detail.before;
  return recordDeed({ action: "audit.channel", outcome: "done", target, detail }, ctx);
}

/** Whoever reads along must not mistake the silence for peace. */
async function sayEnded(channelId: string | undefined, ctx: GuildContext): Promise<void> {
  if (channelId === undefined) return;
  try {
    await ctx.messenger.post(channelId, renderEnded(ctx));
  } catch (error) {
    ctx.log.info("the end of the record could not be posted", { guildId: ctx.guildId, channelId, error });
  }
}
