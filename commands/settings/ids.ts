import { z } from "zod";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import type { Reply, Row } from "../../src/ui/reply.ts";

/** Of everything on the settings' message. */
export const settingIds = {
  show: defineCustomId("settings.show", {}),
  change: defineCustomId("settings.change", {}),
  open: defineCustomId("settings.open", { setting: z.string() }),
  value: defineCustomId("settings.value", { setting: z.string() }),
  channel: defineCustomId("settings.channel", { setting: z.string() }),
  zone: defineCustomId("settings.zone", {}),
  findZone: defineCustomId("settings.find-zone", {}),
  oldAfter: defineCustomId("settings.old-after", {}),
  /** An empty value turns a channel off. */
  put: defineCustomId("settings.put", { setting: z.string(), value: z.string() }),
  /** The same, if the setting still is what it was changed to. */
  undo: defineCustomId("settings.undo", { setting: z.string(), value: z.string(), changedTo: z.string() }),
} as const;

/** The way back, below what replaced the settings. */
export const createSettingsButton = () =>
  createButton({ customId: settingIds.show.encode({}), label: "All settings" });

/** A sentence in place of the settings. */
export function renderSettingNote(content: string, rows: readonly Row[] = []): Reply {
  return { content, components: [...rows, ...createButtonRow(createSettingsButton())] };
}

/** `**Pictures:** dark`, by the name it has in the menu below. */
export const formatSetting = (label: string, value: string): string => `**${label}:** ${value}`;
