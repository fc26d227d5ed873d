// What other features may use of this one.
export { chooseChannel, defineChannelSetting, showChannel } from "./channels.ts";
export { createSettingsButton, formatSetting, renderSettingNote, settingIds } from "./ids.ts";
export { defineListedSetting, putSetting } from "./put.ts";
export {
  describeEndChoice,
  describeKept,
  describeOrderRule,
  renderHistoryChosen,
  renderHistoryPreview,
  renderNoRequestsChannel,
  renderOrderRuleChosen,
  renderRequestsChannel,
} from "./render-change.ts";
export { chooseZone, defineZoneForm } from "./zone.ts";
