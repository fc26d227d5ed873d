import { z } from "zod";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import type { Reply, Row } from "../../src/ui/reply.ts";

/** What can be changed, in the order in which it's shown. */
export const Setting = z.enum([
  "managers-channel",
  "requests",
  "audit",
  "zone",
  "week-start",
  "clock",
  "history",
  "orders",
  "rewards",
  "pictures",
]);
export type Setting = z.output<typeof Setting>;

export const settingNames: Readonly<Record<Setting, string>> = {
  "managers-channel": "Managers' channel",
  requests: "Requests for time",
  audit: "Audit log channel",
  zone: "Time zone",
  "week-start": "First day of the week",
  clock: "Times and dates",
  history: "Saved weeks",
  orders: "Orders end when",
  rewards: "Rewards",
  pictures: "Pictures",
};

/** Settings that are one of a few values. */
export const Listed = z.enum(["week-start", "clock", "orders", "history", "pictures"]);
export type Listed = z.output<typeof Listed>;
/** Settings that are a channel, or off. */
export const ChannelSetting = z.enum(["managers-channel", "requests"]);
export type ChannelSetting = z.output<typeof ChannelSetting>;
/** What is put in place of what was there; `old-after` is shown with `orders`. */
export const Single = z.enum([...ChannelSetting.options, ...Listed.options, "zone", "old-after"]);
export type Single = z.output<typeof Single>;

/** Of everything on the settings' message. */
export const settingIds = {
  show: defineCustomId("settings.show", {}),
  change: defineCustomId("settings.change", {}),
  open: defineCustomId("settings.open", { setting: Setting }),
  value: defineCustomId("settings.value", { setting: Listed }),
  channel: defineCustomId("settings.channel", { setting: ChannelSetting }),
  zone: defineCustomId("settings.zone", {}),
  findZone: defineCustomId("settings.find-zone", {}),
  oldAfter: defineCustomId("settings.old-after", {}),
  /** An empty value turns a channel off. */
  put: defineCustomId("settings.put", { setting: Single, value: z.string() }),
} as const;

/** The way back, below what replaced the settings. */
export const createSettingsButton = () =>
  createButton({ customId: settingIds.show.encode({}), label: "All settings" });

/** A sentence in place of the settings. */
export function renderSettingNote(content: string, rows: readonly Row[] = []): Reply {
  return { content, components: [...rows, ...createButtonRow(createSettingsButton())] };
}
