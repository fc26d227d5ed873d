import { ChannelType } from "discord.js";
import { recordAudit } from "../../src/interactions/audit.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { ServerSetting, ShownSetting } from "../../src/server-setting.ts";
import { createButton, createButtonRow, createChannelMenuRow } from "../../src/ui/buttons.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { type RenderContext, renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import {
  checkChannel,
  describeMissingPermissions,
  describeTimeout,
  tryPostChannel,
} from "../kit/post-channel.ts";
import { createSettingsButton, formatSetting, settingIds } from "./ids.ts";

interface ChannelSetting extends Pick<ServerSetting, "name" | "label" | "rank"> {
  readonly key: "managers-channel" | "time-requests-channel";
  readonly texts: ChannelTexts;
  readonly question: string;
  /** @param channelId the present one */
  readonly describe: (channelId: string | undefined) => string;
  /** Why there is nothing to turn off. */
  readonly alreadyOffText: string;
  readonly alreadySetText: (channelId: string) => string;
  readonly renderOff: (ctx: RenderContext) => Reply;
  /** Once the channel is stored; `before` is the one that was. */
  readonly showSet: (set: ChosenChannel, ctx: GuildContext) => Reply | Promise<Reply>;
}

/** What was chosen, and what was before. */
interface ChosenChannel {
  readonly channelId: string;
  readonly isPublic: boolean;
  readonly before: string | undefined;
}

/** A setting that is a channel, or off. */
export function defineChannelSetting(parts: ChannelSetting): ServerSetting {
  const { name, label, rank, key, texts, question, describe } = parts;
  return {
    name,
    label,
    rank,
    show: (settings, ctx) => showChannel(label, settings.get(key), texts, ctx),
    async ask({ store, guildId }) {
      const present = await store.guildSettings.get(guildId, key);
      const off = { customId: settingIds.put.encode({ setting: name, value: "" }), label: "Turn off" };
      return {
        embeds: [createEmbed({ title: question, description: describe(present) })],
        components: [
          ...createChannelMenuRow({
            customId: settingIds.channel.encode({ setting: name }),
            placeholder: "Choose a channel",
            types: [ChannelType.GuildText],
            channelId: undefined,
          }),
          ...createButtonRow(...(present === undefined ? [] : [createButton(off)]), createSettingsButton()),
        ],
      };
    },
    values: {
      [name]: {
        canBeOff: true,
        getPresent: (settings) => settings.get(key),
        choose: (channelId, ctx) =>
          channelId === "" ? turnChannelOff(parts, ctx) : setChannel(parts, channelId, ctx),
      },
    },
  };
}

/**
 * Tries a channel, then stores and records it. One that is chosen already is only tried.
 * @throws UserError if the bot can't post there, or Discord doesn't say
 */
export async function chooseChannel(
  { name, key }: Pick<ChannelSetting, "name" | "key">,
  channelId: string,
  ctx: GuildContext,
): Promise<ChosenChannel> {
  const { store, guildId } = ctx;
  const before = await store.guildSettings.get(guildId, key);
  const { isPublic } = await tryPostChannel(channelId, ctx);
  if (channelId !== before) {
    await store.guildSettings.set(guildId, key, channelId);
    await recordChannel(name, before, channelId, ctx);
  }
  return { channelId, isPublic, before };
}

function recordChannel(
  name: string,
  before: string | undefined,
  after: string | undefined,
  ctx: GuildContext,
): Promise<void> {
  const action = `settings.${name}`;
  return recordAudit({ action, outcome: "done", target: after ?? before, detail: { before, after } }, ctx);
}

async function turnChannelOff(
  { name, key, alreadyOffText, renderOff }: ChannelSetting,
  ctx: GuildContext,
): Promise<Reply> {
  const { store, guildId } = ctx;
  const before = await store.guildSettings.get(guildId, key);
  if (!(await store.guildSettings.remove(guildId, key))) return { content: alreadyOffText };
  await recordChannel(name, before, undefined, ctx);
  return renderOff(renderContext(ctx));
}

/** Tries the channel before it is stored. */
async function setChannel(setting: ChannelSetting, channelId: string, ctx: GuildContext): Promise<Reply> {
  const chosen = await chooseChannel(setting, channelId, ctx);
  return channelId === chosen.before
    ? { content: setting.alreadySetText(channelId) }
    : setting.showSet(chosen, ctx);
}

interface ChannelTexts {
  /** While none is chosen. */
  readonly none: string;
  readonly gone: string;
  /** What else there is to say of the channel. */
  readonly note?: string | undefined;
}

/** Where it posts, and whether it can. */
export async function showChannel(
  label: string,
  id: string | undefined,
  { none, gone, note }: ChannelTexts,
  ctx: GuildContext,
): Promise<ShownSetting> {
  const channel = await checkChannel(id, ctx);
  if (channel === undefined) return { lines: [formatSetting(label, none)] };
  const { channelId, missing } = channel;
  if (missing === "gone")
    return { lines: [`⚠️ ${formatSetting(label, `${gone}. Choose another one.`)}`], isTroubled: true };
  const line = formatSetting(label, joinParts([`<#${channelId}>`, note]));
  if (missing === undefined) return { lines: [`${line}. I couldn't check whether I can post there.`] };
  if ("timedOutUntil" in missing)
    return { lines: [`⚠️ ${line}. ${describeTimeout(missing)}`], isTroubled: true };
  if (missing.length === 0) return { lines: [line] };
  return {
    lines: [`⚠️ ${line}. I can't post there: I need ${describeMissingPermissions(missing)}.`],
    isTroubled: true,
  };
}
