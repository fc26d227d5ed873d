import { ChannelType } from "discord.js";
import { z } from "zod";
import { renderContext } from "../../src/ui/render-context.ts";
import { MisuseError } from "../../src/errors.ts";
import { type OrderEnd, parseOrderRule } from "../order/status.ts";
import { parseKeptMonths } from "../weeks/snapshot-policy.ts";
import {
  getChosenChannelId,
  defineSelect,
  outdatedComponentText,
} from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { defineSubcommand, defineCommandGroup } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { LinkPosition } from "../../src/store/guild-links.ts";
import { createChannelMenuRow, createMenuRow } from "../../src/ui/buttons.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { readRewardSetting } from "../rewards/plan.ts";
import { checkChannel } from "../kit/post-channel.ts";
import { readGuildZone } from "../kit/zone-option.ts";
import { rightReads } from "../link/key-rights.ts";
import { showSetup } from "../setup/panel.ts";
import { chooseWeekStart, dayChoices, readWeekStart, weekStart, zone } from "./zone.ts";
import { renderSettings, Setting } from "./render-show.ts";
import { chooseMonths, history, monthChoices } from "../weeks/settings.ts";
import { chooseChannelFor, managersChannel, requests } from "./channels.ts";
import { chooseOrderEnd, endChoices, orders } from "../order/settings.ts";
import { choosePictures, pictureChoices, pictures } from "./pictures.ts";
import { rewards } from "../rewards/settings.ts";
import { chooseClock, clock, clockChoices, describeClock } from "./clock.ts";
import { findDateStyleName, parseDateStyle } from "../../src/ui/formats.ts";

const admins = { access: "admin", needs: "guild" } as const;

/** A setting that is one of a few. */
interface ListedSetting {
  readonly question: string;
  readonly choices: readonly { readonly name: string; readonly value: string }[];
  /** As stored. */
  readonly getPresent: (settings: ReadonlyMap<string, string>) => string | undefined;
  readonly choose: (value: string, ctx: GuildContext) => Promise<Reply>;
}

const Listed = z.enum(["week-start", "clock", "orders", "history", "pictures"]);
const listed: Readonly<Record<z.output<typeof Listed>, ListedSetting>> = {
  "week-start": {
    question: "When do weeks begin, if the workspace doesn't say?",
    choices: dayChoices,
    getPresent: (settings) => settings.get("week-start"),
    choose: (day, ctx) => chooseWeekStart(readWeekStart(day), ctx),
  },
  clock: {
    question: "How do posts and pictures write times and dates?",
    choices: clockChoices,
    getPresent: findDateStyleName,
    choose: chooseClock,
  },
  orders: {
    question: "When is an order done?",
    choices: endChoices,
    getPresent: (settings) => parseOrderRule(settings).endsAt ?? "learned",
    choose: chooseOrderEnd,
  },
  history: {
    question: "How long are saved weeks kept?",
    choices: monthChoices,
    getPresent: (settings) => String(parseKeptMonths(settings)),
    choose: chooseMonths,
  },
  pictures: {
    question: "Do boards and cards come with pictures?",
    choices: pictureChoices,
    getPresent: (settings) => settings.get("pictures") ?? "on",
    choose: (value, ctx) => choosePictures(value === "off" ? "off" : "on", ctx),
  },
};

const valueId = defineCustomId("settings.value", { setting: Listed });
const value = defineSelect({
  id: valueId,
  ...admins,
  ack: "update",
  async run({ setting }, ctx, { values: [chosen = ""] }) {
    const { choices, choose } = listed[setting];
    if (!choices.some((choice) => choice.value === chosen)) throw new MisuseError(outdatedComponentText);
    return choose(chosen, ctx);
  },
});

const Channel = z.enum(["managers-channel", "requests"]);
const channelQuestions: Readonly<Record<z.output<typeof Channel>, string>> = {
  "managers-channel": "Where do managers get requests?",
  requests: "Where do staff ask for time?",
};

const channelId = defineCustomId("settings.channel", { setting: Channel });
const channel = defineSelect({
  id: channelId,
  ...admins,
  ack: "update",
  run: ({ setting }, ctx, interaction) => chooseChannelFor(setting, getChosenChannelId(interaction), ctx),
});

const changeId = defineCustomId("settings.change", {});
const change = defineSelect({
  id: changeId,
  ...admins,
  ack: "ephemeral",
  async run(_ids, ctx, { values: [chosen], locale }) {
    const setting = Setting.safeParse(chosen);
    if (!setting.success) throw new MisuseError(outdatedComponentText);
    return askFor(setting.data, locale, ctx);
  },
});

/** The choices for a setting; the setup has those that take more than a menu. */
async function askFor(setting: Setting, locale: string, ctx: GuildContext): Promise<Reply> {
  switch (setting) {
    case "audit":
    case "zone":
      return showSetup({ locale, step: setting }, ctx);
    case "rewards":
      return { content: `Choose the roles with ${ctx.commandMention("settings rewards")}.` };
    case "managers-channel":
    case "requests":
      return {
        embeds: [
          createEmbed({
            title: channelQuestions[setting],
            description: `To turn this off, run ${ctx.commandMention(`settings ${setting}`)} without a channel.`,
          }),
        ],
        components: createChannelMenuRow({
          customId: channelId.encode({ setting }),
          placeholder: "Choose a channel",
          types: [ChannelType.GuildText],
          channelId: undefined,
        }),
      };
    case "week-start":
    case "clock":
    case "orders":
    case "history":
    case "pictures": {
      const { question, choices, getPresent } = listed[setting];
      const present = getPresent(await ctx.store.guildSettings.all(ctx.guildId));
      return {
        embeds: [createEmbed({ title: question, description: getNote(setting, ctx) })],
        components: createMenuRow(
          valueId.encode({ setting }),
          "Choose",
          choices.map((choice) => ({
            label: choice.name,
            value: choice.value,
            isChosen: choice.value === present,
          })),
        ),
      };
    }
    default:
      return setting satisfies never;
  }
}

/** What the menu doesn't have. */
function getNote(setting: z.output<typeof Listed>, { commandMention }: GuildContext): string {
  return setting === "orders"
    ? `To change when an open order is old, use ${commandMention("settings orders")}.`
    : "";
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

const show = defineSubcommand({
  name: "show",
  description: "See this server's settings, and whether they work",
  ...admins,
  purpose: "see the settings",
  ack: "ephemeral",
  operations: rightReads,
  components: [change, channel, value],
  async run(_asked, ctx) {
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
        drawsPictures: settings.get("pictures") !== "off",
        keptMonths: parseKeptMonths(settings),
        rewards: earned,
        areRewardsStopped: earned !== undefined && !links.some(({ linkKey }) => linkKey === earned.linkKey),
        weekStart: readWeekStart(settings.get("week-start")),
        clock: describeClock(parseDateStyle(settings)),
        changeId: changeId.encode({}),
      },
      renderContext(ctx),
    );
  },
});

export const settings = defineCommandGroup({
  name: "settings",
  description: "See and change this server's settings",
  subcommands: [show, managersChannel, requests, zone, weekStart, clock, orders, history, rewards, pictures],
});
