import { defineFeature } from "../../src/feature.ts";
import { ChannelType } from "discord.js";
import { renderContext } from "../../src/ui/render-context.ts";
import { MisuseError } from "../../src/errors.ts";
import { type OrderEnd, parseOrderRule } from "../order/status.ts";
import { parseKeptMonths } from "../weeks/snapshot-policy.ts";
import {
  getChosenChannelId,
  defineButton,
  defineSelect,
  outdatedComponentText,
} from "../../src/interactions/components.ts";
import { defineCommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { hourMs } from "../../src/time.ts";
import type { LinkPosition } from "../../src/store/guild-links.ts";
import { parseZone } from "../../src/domain/zones.ts";
import { createButton, createButtonRow, createChannelMenuRow, createMenuRow } from "../../src/ui/buttons.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { dateStyles, findDateStyleName, parseDateStyle } from "../../src/ui/formats.ts";
import type { Theme } from "../../src/pictures/kit/colours.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { readRewardSetting } from "../rewards/plan.ts";
import { checkChannel } from "../kit/post-channel.ts";
import { createZoneMenuRow, readGuildZone } from "../kit/zone-option.ts";
import { parsePictureSetting } from "../schedule/boards/board.ts";
import { rightReads } from "../link/key-rights.ts";
import { showSetup } from "../setup/panel.ts";
import { settingsAudit } from "./audit.ts";
import { changeZone, chooseWeekStart, dayChoices, defineZoneForm, readWeekStart } from "./zone.ts";
import {
  ChannelSetting,
  createSettingsButton,
  type Listed,
  renderSettingNote,
  Setting,
  settingIds,
  type Single,
} from "./ids.ts";
import { describeKept, describeOrderRule, describeWeekStart, describeZone } from "./render-change.ts";
import { renderSettings } from "./render-show.ts";
import { chooseMonths, historyConfirmation, monthChoices } from "../weeks/settings.ts";
import { channelSettings, setChannel, turnChannelOff } from "./channels.ts";
import {
  chooseOldAfter,
  chooseOrderEnd,
  defineOldAfterForm,
  endChoices,
  readHours,
} from "../order/settings.ts";
import { choosePictures, pictureChoices } from "./pictures.ts";
import { rewardComponents, showRewards } from "../rewards/settings.ts";
import { chooseClock, clockChoices, describeClock } from "./clock.ts";

const admins = { access: "admin", needs: "guild" } as const;

/** As stored, by name. */
type Stored = ReadonlyMap<string, string>;

interface SingleSetting {
  /** `undefined` while nothing is chosen. */
  readonly getPresent: (settings: Stored) => string | undefined;
  /** @throws MisuseError for a value that isn't offered */
  readonly choose: (value: string, ctx: GuildContext) => Promise<Reply>;
}

/** A setting that is one of a few. */
interface ListedSetting extends SingleSetting {
  readonly question: string;
  readonly describe: (settings: Stored) => string;
  readonly choices: readonly { readonly name: string; readonly value: string }[];
}

function defineListed<V extends string>({
  choose,
  ...setting
}: Omit<ListedSetting, "choose" | "choices"> & {
  readonly choices: readonly { readonly name: string; readonly value: V }[];
  readonly choose: (value: V, ctx: GuildContext) => Promise<Reply>;
}): ListedSetting {
  return {
    ...setting,
    async choose(chosen, ctx) {
      const choice = setting.choices.find(({ value }) => value === chosen);
      if (choice === undefined) throw new MisuseError(outdatedComponentText);
      return choose(choice.value, ctx);
    },
  };
}

const listed: Readonly<Record<Listed, ListedSetting>> = {
  "week-start": defineListed({
    question: "When do weeks begin, if the workspace doesn't say?",
    describe: (settings) => describeWeekStart(readWeekStart(settings.get("week-start"))),
    choices: dayChoices,
    getPresent: (settings) => readWeekStart(settings.get("week-start")),
    choose: chooseWeekStart,
  }),
  clock: defineListed({
    question: "How do posts and pictures write times and dates?",
    describe: (settings) =>
      `In posts and pictures, times and dates look like **${describeClock(dateStyles[findDateStyleName(settings)])}**.`,
    choices: clockChoices,
    getPresent: findDateStyleName,
    choose: chooseClock,
  }),
  orders: defineListed({
    question: "When is an order done?",
    describe: (settings) => describeOrderRule(parseOrderRule(settings)),
    choices: endChoices,
    getPresent: (settings) => parseOrderRule(settings).endsAt ?? "learned",
    choose: chooseOrderEnd,
  }),
  history: defineListed({
    question: "How long are saved weeks kept?",
    describe: (settings) => describeKept(parseKeptMonths(settings)),
    choices: monthChoices,
    getPresent: (settings) => String(parseKeptMonths(settings)),
    choose: chooseMonths,
  }),
  pictures: defineListed({
    question: "How do pictures on boards and cards look?",
    describe: (settings) => `Pictures are ${getPictures(settings)} here.`,
    choices: pictureChoices,
    getPresent: getPictures,
    choose: choosePictures,
  }),
};

function getPictures(settings: Stored): Theme | "off" {
  return parsePictureSetting(settings.get("pictures"));
}

function toSingle(setting: ChannelSetting): SingleSetting {
  const parts = channelSettings[setting];
  return {
    getPresent: (settings) => settings.get(parts.key),
    choose: (channelId, ctx) =>
      channelId === "" ? turnChannelOff(parts, ctx) : setChannel(parts, channelId, ctx),
  };
}

const singles: Readonly<Record<Single, SingleSetting>> = {
  ...listed,
  "managers-channel": toSingle("managers-channel"),
  requests: toSingle("requests"),
  zone: {
    getPresent: (settings) => parseZone(settings.get("zone") ?? ""),
    async choose(value, ctx) {
      const zone = parseZone(value);
      if (zone === undefined) throw new MisuseError(outdatedComponentText);
      return changeZone(zone, ctx);
    },
  },
  "old-after": {
    getPresent: (settings) => String(parseOrderRule(settings).oldAfterMs / hourMs),
    choose: async (hours, ctx) => chooseOldAfter(readHours(hours), ctx),
  },
};

/** Changes a setting; the receipt says how to undo it. */
async function put(setting: Single, value: string, ctx: GuildContext): Promise<Reply> {
  const { getPresent, choose } = singles[setting];
  const read = async () => getPresent(await ctx.store.guildSettings.all(ctx.guildId));
  const before = await read();
  const reply = await choose(value, ctx);
  // A preview has its own buttons.
  if ((reply.components ?? []).length > 0) return reply;
  const isChanged = (await read()) !== before;
  return {
    ...reply,
    components: createButtonRow(
      ...(isChanged ? [createWayBack(setting, before)] : []),
      createSettingsButton(),
    ),
  };
}

function createWayBack(setting: Single, before: string | undefined) {
  if (before !== undefined)
    return createButton({ customId: settingIds.put.encode({ setting, value: before }), label: "Undo" });
  return ChannelSetting.safeParse(setting).success
    ? createButton({ customId: settingIds.put.encode({ setting, value: "" }), label: "Turn off" })
    : createButton({
        customId: settingIds.open.encode({ setting: setting === "old-after" ? "orders" : setting }),
        label: "Choose again",
      });
}

const putButton = defineButton({
  id: settingIds.put,
  ...admins,
  ack: "update",
  run: ({ setting, value }, ctx) => put(setting, value, ctx),
});

const valueMenu = defineSelect({
  id: settingIds.value,
  ...admins,
  ack: "update",
  run: ({ setting }, ctx, { values: [chosen = ""] }) => put(setting, chosen, ctx),
});

const channelMenu = defineSelect({
  id: settingIds.channel,
  ...admins,
  ack: "update",
  run: async ({ setting }, ctx, interaction) => put(setting, getChosenChannelId(interaction), ctx),
});

const zoneMenu = defineSelect({
  id: settingIds.zone,
  ...admins,
  ack: "update",
  run: (_ids, ctx, { values: [chosen = ""] }) => put("zone", chosen, ctx),
});

const zoneForm = defineZoneForm({
  name: "settings.zone",
  command: "settings",
  async respond(zones, ctx) {
    const [zone = "", ...others] = zones;
    return others.length > 0 ? askForZone({ zones }, ctx) : put("zone", zone, ctx);
  },
  refusal: renderSettingNote,
});

const findZoneButton = defineButton({
  id: settingIds.findZone,
  ...admins,
  ack: "modal",
  run: (_ids, ctx) => zoneForm.open({ zone: "" }, ctx),
});

const oldAfterForm = defineOldAfterForm({
  respond: (hours, ctx) => put("old-after", String(hours), ctx),
  refusal: renderSettingNote,
});

const oldAfterButton = defineButton({
  id: settingIds.oldAfter,
  ...admins,
  ack: "modal",
  async run(_ids, ctx) {
    const present = singles["old-after"].getPresent(await ctx.store.guildSettings.all(ctx.guildId));
    return oldAfterForm.open({ hours: present ?? "" }, ctx);
  },
});

const changeMenu = defineSelect({
  id: settingIds.change,
  ...admins,
  ack: "update",
  async run(_ids, ctx, { values: [chosen], locale }) {
    const setting = Setting.safeParse(chosen);
    if (!setting.success) throw new MisuseError(outdatedComponentText);
    return askFor(setting.data, locale, ctx);
  },
});

const openButton = defineButton({
  id: settingIds.open,
  ...admins,
  ack: "update",
  run: ({ setting }, ctx, { locale }) => askFor(setting, locale, ctx),
});

/** What changes a setting, in place of the settings. */
async function askFor(setting: Setting, locale: string, ctx: GuildContext): Promise<Reply> {
  switch (setting) {
    case "audit":
      return showSetup({ locale, step: setting }, ctx);
    case "zone":
      return askForZone({ locale }, ctx);
    case "rewards":
      return showRewards(ctx);
    case "managers-channel":
    case "requests":
      return askForChannel(setting, ctx);
    case "week-start":
    case "clock":
    case "orders":
    case "history":
    case "pictures":
      return askForOne(setting, ctx);
    default:
      return setting satisfies never;
  }
}

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

async function askForChannel(setting: ChannelSetting, { store, guildId }: GuildContext): Promise<Reply> {
  const { key, question, describe } = channelSettings[setting];
  const present = await store.guildSettings.get(guildId, key);
  return {
    embeds: [createEmbed({ title: question, description: describe(present) })],
    components: [
      ...createChannelMenuRow({
        customId: settingIds.channel.encode({ setting }),
        placeholder: "Choose a channel",
        types: [ChannelType.GuildText],
        channelId: undefined,
      }),
      ...createButtonRow(
        ...(present === undefined
          ? []
          : [createButton({ customId: settingIds.put.encode({ setting, value: "" }), label: "Turn off" })]),
        createSettingsButton(),
      ),
    ],
  };
}

async function askForOne(setting: Listed, { store, guildId }: GuildContext): Promise<Reply> {
  const { question, describe, choices, getPresent } = listed[setting];
  const stored = await store.guildSettings.all(guildId);
  const present = getPresent(stored);
  return {
    embeds: [createEmbed({ title: question, description: describe(stored) })],
    components: [
      ...createMenuRow(
        settingIds.value.encode({ setting }),
        "Choose",
        choices.map(({ name, value }) => ({ label: name, value, isChosen: value === present })),
      ),
      ...createButtonRow(
        ...(setting === "orders"
          ? [createButton({ customId: settingIds.oldAfter.encode({}), label: "Change the hours…" })]
          : []),
        createSettingsButton(),
      ),
    ],
  };
}

/** With several workspaces, each may have its own. */
async function findLearnedEnd(
  links: readonly LinkPosition[],
  { orderLog }: GuildContext,
): Promise<OrderEnd | undefined> {
  const [link, other] = links;
  if (link === undefined || other !== undefined) return undefined;
  const { end, total } = await orderLog.times(link, { end: undefined, zone: "UTC" });
  return total === undefined ? undefined : end;
}

async function showSettings(ctx: GuildContext): Promise<Reply> {
  const settings = await ctx.store.guildSettings.all(ctx.guildId);
  const [managers, timeRequests, audit] = await Promise.all([
    checkChannel(settings.get("managers-channel"), ctx),
    checkChannel(settings.get("time-requests-channel"), ctx),
    checkChannel(settings.get("audit-channel"), ctx),
  ]);
  const trouble = settings.get("audit-trouble");
  const earned = readRewardSetting(settings.get("rewards"));
  const links = await ctx.store.guildLinks.list(ctx.guildId);
  return renderSettings(
    {
      managers,
      requests: timeRequests,
      audit,
      auditSetBy: settings.get("audit-channel-set-by"),
      auditTroubleSince: trouble === undefined ? undefined : Number(trouble),
      zone: await readGuildZone(ctx),
      orderRule: parseOrderRule(settings),
      learnedEnd: await findLearnedEnd(links, ctx),
      pictures: getPictures(settings),
      keptMonths: parseKeptMonths(settings),
      rewards: earned,
      areRewardsStopped: earned !== undefined && !links.some(({ linkKey }) => linkKey === earned.linkKey),
      weekStart: readWeekStart(settings.get("week-start")),
      clock: describeClock(parseDateStyle(settings)),
    },
    renderContext(ctx),
  );
}

const showButton = defineButton({
  id: settingIds.show,
  ...admins,
  ack: "update",
  run: (_ids, ctx) => showSettings(ctx),
});

const settings = defineCommand({
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
    zoneMenu,
    findZoneButton,
    ...zoneForm.components,
    oldAfterButton,
    ...oldAfterForm.components,
    ...historyConfirmation.components,
    ...rewardComponents,
  ],
  run: (_asked, ctx) => showSettings(ctx),
});

export const settingsFeature = defineFeature({ commands: [settings], audit: settingsAudit });
