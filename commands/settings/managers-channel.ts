import { renderContext } from "../../src/ui/render-context.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { postChannelOption, tryPostChannel } from "../kit/post-channel.ts";
import { renderManagersChannel, renderNoManagersChannel } from "./render-channel.ts";

const key = "managers-channel";

export const managersChannel = defineSubcommand({
  name: "managers-channel",
  description: "Choose the channel where managers get requests",
  options: { channel: postChannelOption("The channel; leave empty to turn requests off") },
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  async run({ options }, ctx) {
    const { store, guildId } = ctx;
    const after = options.channel?.id;
    const before = await store.guildSettings.get(guildId, key);
    if (after === undefined) {
      if (!(await store.guildSettings.remove(guildId, key)))
        return { content: "This server has no managers' channel, so nothing was changed." };
      await note({ before, after }, ctx);
      return renderNoManagersChannel(renderContext(ctx));
    }
    const { isPublic } = await tryPostChannel(after, ctx);
    if (after === before)
      return {
        content: `The managers' channel is already <#${after}>, and I can post there. Nothing was changed.`,
      };
    await store.guildSettings.set(guildId, key, after);
    await note({ before, after }, ctx);
    return renderManagersChannel({ channelId: after, isPublic }, renderContext(ctx));
  },
});

function note(
  detail: { readonly before: string | undefined; readonly after: string | undefined },
  ctx: GuildContext,
): Promise<void> {
  const target = detail.after ?? detail.before;
  return recordAudit({ action: "settings.managers-channel", outcome: "done", target, detail }, ctx);
}
