import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { defineChannelSetting, renderNoRequestsChannel, renderRequestsChannel } from "../settings/index.ts";

export const requestsSetting = defineChannelSetting({
  name: "requests",
  label: "Requests for time",
  rank: 1.2,
  key: "time-requests-channel",
  texts: {
    none: "off, so staff can't ask for time",
    gone: "their channel was deleted, so nobody can ask",
  },
  question: "Where do staff ask for time?",
  describe: (channelId) =>
    channelId === undefined
      ? "Requests for time are off, so staff can't ask for it."
      : `Their requests go to <#${channelId}>.`,
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
