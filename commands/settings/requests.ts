import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { defineChannelSetting } from "./channel-setting.ts";
import { renderNoRequestsChannel, renderRequestsChannel } from "./render-channel.ts";

export const requests = defineChannelSetting({
  name: "requests",
  description: "Choose the channel where staff ask managers for time",
  channel: "The channel; leave empty to turn requests for time off",
  key: "time-requests-channel",
  alreadyOffText: "Requests for time are already off here, so nothing was changed.",
  alreadySetText: (channelId) =>
    `Requests for time already go to <#${channelId}>, and I can post there. Nothing was changed.`,
  renderOff: renderNoRequestsChannel,
  async showSet({ before, ...set }, ctx) {
    const moved = before === undefined ? 0 : await moveCards(before, ctx);
    return renderRequestsChannel({ ...set, moved }, renderContext(ctx));
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
