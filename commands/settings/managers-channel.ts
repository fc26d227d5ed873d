import { renderContext } from "../../src/ui/render-context.ts";
import { defineChannelSetting } from "./channel-setting.ts";
import { renderManagersChannel, renderNoManagersChannel } from "./render-channel.ts";

export const managersChannel = defineChannelSetting({
  name: "managers-channel",
  description: "Choose the channel where managers get requests",
  channel: "The channel; leave empty to turn requests off",
  key: "managers-channel",
  alreadyOffText: "This server has no managers' channel, so nothing was changed.",
  alreadySetText: (channelId) =>
    `The managers' channel is already <#${channelId}>, and I can post there. Nothing was changed.`,
  renderOff: renderNoManagersChannel,
  showSet: (set, ctx) => renderManagersChannel(set, renderContext(ctx)),
});
