import { MisuseError } from "../../src/errors.ts";
import { parseZone } from "../../src/domain/zones.ts";
import { defineButton, defineSelect, outdatedComponentText } from "../../src/interactions/components.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { ServerSetting } from "../../src/server-setting.ts";
import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import {
  dateStyles,
  findDateStyleName,
  parseDateStyle,
  type DateStyle,
  type DateStyleName,
  isDateStyleName,
} from "../../src/ui/formats.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { formatClockIn, formatClockOf, formatShortDate } from "../../src/ui/time.ts";
import { postLostCards } from "../account/index.ts";
import { createZoneMenuRow, readGuildZone } from "../kit/zone-option.ts";
import { parsePictureSetting } from "../boards/index.ts";
import { defineChannelSetting } from "./channels.ts";
import { createSettingsButton, formatSetting, renderSettingNote, settingIds } from "./ids.ts";
import { defineListedSetting, putSetting } from "./put.ts";
import {
  dayTexts,
  describeWeekStart,
  describeZone,
  renderManagersChannel,
  renderNoManagersChannel,
} from "./render-change.ts";
import { changeZone, chooseWeekStart, dayChoices, defineZoneForm, readWeekStart } from "./zone.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { receipt } from "../../src/ui/receipt.ts";
import type { Theme } from "../../src/pictures/kit/colours.ts";

declare module "../../src/store/guild-settings.ts" {
  interface FeatureSettings {
    readonly "managers-channel": string;
    /** `dark`, `light`, or `off`: boards and cards have no pictures. Dark by default, and for `on`, as it once was. */
    readonly pictures: string;
  }
}

const pictureChoices = [
  { name: "Dark pictures", value: "dark" },
  { name: "Light pictures", value: "light" },
  { name: "No pictures: text only", value: "off" },
] as const;

async function choosePictures(after: Theme | "off", ctx: GuildContext): Promise<Reply> {
  const { store, guildId } = ctx;
  const before = parsePictureSetting(await store.guildSettings.get(guildId, "pictures"));
  if (after === before) return { content: `Pictures are already ${after} here. Nothing was changed.` };
  await store.guildSettings.set(guildId, "pictures", after);
  await recordAudit({ action: "settings.pictures", outcome: "done", detail: { before, after } }, ctx);
  const { title, line } = receipts[after];
  return receipt({ title, verb: "Changed", lines: [line] }, renderContext(ctx));
}

const receipts = {
  dark: {
    title: "Pictures are dark now",
    line: "Boards, calendars and profiles come with a dark picture; live messages get theirs at the next update.",
  },
  light: {
    title: "Pictures are light now",
    line: "Boards, calendars and profiles come with a light picture; live messages get theirs at the next update.",
  },
  off: {
    title: "Pictures turned off",
    line: "Boards, calendars and profiles are text only; live messages lose theirs at the next update.",
  },
} as const satisfies Readonly<Record<Theme | "off", { readonly title: string; readonly line: string }>>;

const sampleDay = Temporal.PlainDate.from("2026-11-29");
const sampleTime = Temporal.PlainTime.from("18:05");

/** `18:05 and 29 Nov`. */
function describeClock(style: DateStyle): string {
  const now = sampleDay.toZonedDateTime("UTC").toInstant();
  const day = formatShortDate(sampleDay, { now, dateStyle: style });
  return joinParts([formatClockOf(sampleTime, style), day], " and ");
}

const clockChoices = Object.keys(dateStyles)
  .filter(isDateStyleName)
  .map((value) => ({ name: describeClock(dateStyles[value]), value }));

async function chooseClock(after: DateStyleName, ctx: GuildContext): Promise<Reply> {
  const { store, guildId } = ctx;
  const before = findDateStyleName(await store.guildSettings.all(guildId));
  const words = describeClock(dateStyles[after]);
  if (after === before)
    return {
      content: `In posts and pictures, times and dates already look like **${words}**. Nothing was changed.`,
    };
  await store.guildSettings.set(guildId, "clock", after);
  const detail = { before: describeClock(dateStyles[before]), after: words };
  await recordAudit({ action: "settings.clock", outcome: "done", detail }, ctx);
  return receipt(
    {
      title: "Clock chosen",
      verb: "Changed",
      lines: [
        `In posts and pictures, times and dates look like **${words}** from now on, in live messages at their next update. Earlier posts stay as they are.`,
      ],
    },
    renderContext(ctx),
  );
}

const admins = { access: "admin", needs: "guild" } as const;

const managersSetting = defineChannelSetting({
  name: "managers-channel",
  label: "Managers' channel",
  rank: 1.1,
  key: "managers-channel",
  texts: {
    none: "none, so members can't ask to be connected",
    gone: "was deleted, so nobody gets requests",
  },
  question: "Where do managers get requests?",
  describe: (channelId) =>
    channelId === undefined
      ? "There's no managers' channel yet, so members can't ask to be connected."
      : `They get them in <#${channelId}>.`,
  alreadyOffText: "This server has no managers' channel, so nothing was changed.",
  alreadySetText: (channelId) =>
    `The managers' channel is already <#${channelId}>, and I can post there. Nothing was changed.`,
  renderOff: renderNoManagersChannel,
  async showSet(set, ctx) {
    const posted = await postLostCards(set.channelId, ctx);
    return renderManagersChannel({ ...set, posted }, renderContext(ctx));
  },
});

const zoneMenu = defineSelect({
  id: settingIds.zone,
  ...admins,
  ack: "update",
  run: (_ids, ctx, { values: [chosen = ""] }) => putSetting("zone", chosen, ctx),
});

const zoneForm = defineZoneForm({
  name: "settings.zone",
  command: "settings",
  async respond(zones, ctx) {
    const [zone = "", ...others] = zones;
    return others.length > 0 ? askForZone({ zones }, ctx) : putSetting("zone", zone, ctx);
  },
  refusal: renderSettingNote,
});

const findZoneButton = defineButton({
  id: settingIds.findZone,
  ...admins,
  ack: "modal",
  run: (_ids, ctx) => zoneForm.open({ zone: "" }, ctx),
});

async function askForZone(
  { locale, zones }: { readonly locale?: string; readonly zones?: readonly string[] },
  ctx: GuildContext,
): Promise<Reply> {
  const zone = await readGuildZone(ctx);
  const formats = renderContext(ctx);
  return {
    embeds: [
      createEmbed({ title: "What's this server's time zone?", description: describeZone(zone, formats) }),
    ],
    components: [
      ...createZoneMenuRow({ customId: settingIds.zone.encode({}), zone, zones, locale }, formats),
      ...createButtonRow(
        createButton({ customId: settingIds.findZone.encode({}), label: "Search…" }),
        createSettingsButton(),
      ),
    ],
  };
}

const zoneSetting: ServerSetting = {
  name: "zone",
  label: "Time zone",
  rank: 2.1,
  async show(_settings, ctx) {
    const zone = await readGuildZone(ctx);
    const { now, dateStyle } = renderContext(ctx);
    const present =
      zone === undefined
        ? "none yet: each schedule needs its own"
        : joinParts([zone, `${formatClockIn(zone, now.epochMilliseconds, dateStyle)} now`]);
    return { lines: [formatSetting("Time zone", present)] };
  },
  ask: (ctx, locale) => askForZone({ locale }, ctx),
  values: {
    zone: {
      getPresent: (settings) => parseZone(settings.get("zone") ?? ""),
      async choose(value, ctx) {
        const zone = parseZone(value);
        if (zone === undefined) throw new MisuseError(outdatedComponentText);
        return changeZone(zone, ctx);
      },
    },
  },
  components: [zoneMenu, findZoneButton, ...zoneForm.components],
};

export const ownSettings: readonly ServerSetting[] = [
  managersSetting,
  zoneSetting,
  defineListedSetting({
    name: "week-start",
    label: "First day of the week",
    rank: 2.2,
    show(settings) {
      const day = readWeekStart(settings.get("week-start"));
      const lines =
        day === undefined
          ? []
          : [formatSetting("First day of the week", `${dayTexts[day]}, if the workspace doesn't say`)];
      return { lines };
    },
    question: "When do weeks begin, if the workspace doesn't say?",
    describe: (settings) => describeWeekStart(readWeekStart(settings.get("week-start"))),
    choices: dayChoices,
    getPresent: (settings) => readWeekStart(settings.get("week-start")),
    choose: chooseWeekStart,
  }),
  defineListedSetting({
    name: "clock",
    label: "Times and dates",
    rank: 2.3,
    show: (settings) => ({
      lines: [formatSetting("Times and dates", describeClock(parseDateStyle(settings)))],
    }),
    question: "How do posts and pictures write times and dates?",
    describe: (settings) =>
      `In posts and pictures, times and dates look like **${describeClock(dateStyles[findDateStyleName(settings)])}**.`,
    choices: clockChoices,
    getPresent: findDateStyleName,
    choose: chooseClock,
  }),
  defineListedSetting({
    name: "pictures",
    label: "Pictures",
    rank: 4.2,
    show: (settings) => ({
      lines: [formatSetting("Pictures", parsePictureSetting(settings.get("pictures")))],
    }),
    question: "How do pictures on boards and cards look?",
    describe: (settings) => `Pictures are ${parsePictureSetting(settings.get("pictures"))} here.`,
    choices: pictureChoices,
    getPresent: (settings) => parsePictureSetting(settings.get("pictures")),
    choose: choosePictures,
  }),
];
