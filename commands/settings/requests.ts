import { renderContext } from "../../src/ui/render-context.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { postChannelOption, tryPostChannel } from "../kit/post-channel.ts";
import { renderNoRequestsChannel, renderRequestsChannel } from "./render-channel.ts";

const key = "time-requests-channel";

export const requests = defineSubcommand({
  name: "requests",
  description: "Choose the channel where staff ask managers for time",
  options: { channel: postChannelOption("The channel; leave empty to turn requests for time off") },
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
        return { content: "Requests for time are already off here, so nothing was changed." };
      await note({ before, after }, ctx);
      return renderNoRequestsChannel(renderContext(ctx));
    }
    const { isPublic } = await tryPostChannel(after, ctx);
    if (after === before)
      return {
        content: `Requests for time already go to <#${after}>, and I can post there. Nothing was changed.`,
      };
    await store.guildSettings.set(guildId, key, after);
    await note({ before, after }, ctx);
    const moved = before === undefined ? 0 : await moveCards(before, ctx);
    return renderRequestsChannel({ channelId: after, isPublic, moved }, renderContext(ctx));
  },
});

/** Cards stay where they are as long as they can be pressed there. @returns how many are posted again */
async function moveCards(
  before: string,
  { store, guildId, messenger, log, now }: GuildContext,
): Promise<number> {
  try {
    if ((await messenger.missingPermissions(guildId, before)) !== "gone") return 0;
  } catch (error) {
    log.warn("couldn't check a channel", { guildId, channelId: before, error });
    return 0;
  }
  return store.timeRequests.loseCards(guildId, before, now());
}

function note(
  detail: { readonly before: string | undefined; readonly after: string | undefined },
  ctx: GuildContext,
): Promise<void> {
  const target = detail.after ?? detail.before;
  return recordAudit({ action: "settings.requests", outcome: "done", target, detail }, ctx);
}
