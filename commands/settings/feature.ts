import { defineFeature, type Feature } from "../../src/feature.ts";
import { defineButton, defineSelect, getChosenChannelId } from "../../src/interactions/components.ts";
import { defineCommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { ServerSetting } from "../../src/server-setting.ts";
import { createMenuRow } from "../../src/ui/buttons.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { rightReads } from "../link/index.ts";
import { settingIds } from "./ids.ts";
import { ownSettings } from "./own.ts";
import { findSetting, putSetting } from "./put.ts";
import type { AuditActions } from "../../src/interactions/audit-action.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { formatBoldName, mentionChannel, shorten } from "../kit/audit-words.ts";

const settingsAudit = {
  "settings.managers-channel": {
    label: "Choose the managers' channel",
    done: "Chose the managers' channel",
    target: "channel",
    say: (is) =>
      is("after") === undefined
        ? ["stopped", "stop", `using ${mentionChannel(is("before"))} as the managers' channel`]
        : ["chose", "choose", `${mentionChannel(is("after"))} as the managers' channel`],
  },
  "settings.clock": {
    label: "Choose how times and dates are written",
    done: "Chose how times and dates are written",
    say: (is) => [
      "chose",
      "choose",
      joinParts(["how times and dates are written", is("after") && shorten(is("after"))], ": "),
    ],
  },
  "settings.pictures": {
    label: "Choose dark, light or no pictures",
    done: "Chose dark, light or no pictures",
    say(is) {
      const after = is("after");
      // Entries from before there were two kinds say `on`.
      return after === "dark" || after === "light"
        ? ["chose", "choose", `${formatBoldName(after)} pictures`]
        : ["turned", "turn", `pictures ${formatBoldName(after) ?? "on or off"}`];
    },
  },
  "settings.week-start": {
    label: "Choose the first day of the week",
    done: "Chose the first day of the week",
    say: (is) => [
      "set",
      "set",
      `the first day of the week to ${formatBoldName(is("after")) ?? "another day"}`,
    ],
    brief: (is) => `the first day to ${formatBoldName(is("after")) ?? "another day"}`,
  },
  "settings.zone": {
    label: "Choose the time zone",
    done: "Chose the time zone",
    say: (is) => ["set", "set", `the time zone to ${formatBoldName(is("after")) ?? "another one"}`],
  },
} as const satisfies AuditActions;

const admins = { access: "admin", needs: "guild" } as const;

const putButton = defineButton({
  id: settingIds.put,
  ...admins,
  ack: "update",
  run: ({ setting, value }, ctx) => putSetting(setting, value, ctx),
});

const undoButton = defineButton({
  id: settingIds.undo,
  ...admins,
  ack: "update",
  run: ({ setting, value, changedTo }, ctx) => putSetting(setting, value, ctx, changedTo),
});

const valueMenu = defineSelect({
  id: settingIds.value,
  ...admins,
  ack: "update",
  run: ({ setting }, ctx, { values: [chosen = ""] }) => putSetting(setting, chosen, ctx),
});

const channelMenu = defineSelect({
  id: settingIds.channel,
  ...admins,
  ack: "update",
  run: async ({ setting }, ctx, interaction) => putSetting(setting, getChosenChannelId(interaction), ctx),
});

const changeMenu = defineSelect({
  id: settingIds.change,
  ...admins,
  ack: "update",
  run: async (_ids, ctx, { values: [chosen], locale }) => findSetting(chosen, ctx).ask(ctx, locale),
});

const openButton = defineButton({
  id: settingIds.open,
  ...admins,
  ack: "update",
  run: async ({ setting }, ctx, { locale }) => findSetting(setting, ctx).ask(ctx, locale),
});

async function showSettings(ctx: GuildContext): Promise<Reply> {
  const { store, guildId, serverSettings } = ctx;
  const settings = await store.guildSettings.all(guildId);
  const shown = await Promise.all(
    serverSettings.map(async (setting) => ({ ...(await setting.show(settings, ctx)), rank: setting.rank })),
  );
  const paragraphs = Map.groupBy(shown, ({ rank }) => Math.floor(rank));
  return {
    embeds: [
      createEmbed({
        title: "Server settings",
        description: [...paragraphs.values()]
          .map((paragraph) => paragraph.flatMap(({ lines }) => lines).join("\n"))
          .join("\n\n"),
        tone: shown.some(({ isTroubled }) => isTroubled) ? "waiting" : "information",
      }),
    ],
    components: createMenuRow(
      settingIds.change.encode({}),
      "Change a setting",
      serverSettings.map(({ name, label }) => ({ label, value: name })),
    ),
  };
}

const showButton = defineButton({
  id: settingIds.show,
  ...admins,
  ack: "update",
  run: (_ids, ctx) => showSettings(ctx),
});

/** @param settings those of all features */
export function defineSettingsFeature(settings: readonly ServerSetting[]): Feature {
  const command = defineCommand({
    name: "settings",
    description: "See and change this server's settings, and whether they work",
    ...admins,
    purpose: "see the settings",
    ack: "ephemeral",
    operations: rightReads,
    components: [
      showButton,
      changeMenu,
      openButton,
      valueMenu,
      channelMenu,
      putButton,
      undoButton,
      ...[...ownSettings, ...settings].flatMap(({ components = [] }) => components),
    ],
    run: (_asked, ctx) => showSettings(ctx),
  });
  return defineFeature({ commands: [command], audit: settingsAudit, settings: ownSettings });
}
