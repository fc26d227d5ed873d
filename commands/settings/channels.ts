import { recordAudit } from "../../src/interactions/audit.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { Subcommand } from "../../src/interactions/handler.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { type RenderContext, renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { postLostCards } from "../account/request/ask.ts";
import { postChannelOption, tryPostChannel } from "../kit/post-channel.ts";
import {
  renderManagersChannel,
  renderNoManagersChannel,
  renderNoRequestsChannel,
  renderRequestsChannel,
} from "./render-change.ts";

interface ChannelSetting {
  /** The subcommand's name. */
  readonly name: "managers-channel" | "requests";
  readonly description: string;
  readonly channel: string;
  readonly key: "managers-channel" | "time-requests-channel";
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
  name: ChannelSetting["name"],
  before: string | undefined,
  after: string | undefined,
  ctx: GuildContext,
): Promise<void> {
  const action = `settings.${name}`;
  return recordAudit({ action, outcome: "done", target: after ?? before, detail: { before, after } }, ctx);
}

/** A setting of the server that is a channel, tried before it is stored; left empty, it is turned off. */
function defineChannelSetting(setting: ChannelSetting): Subcommand {
  const { name, description } = setting;
  return defineSubcommand({
    name,
    description,
    options: { channel: postChannelOption(setting.channel) },
    access: "admin",
    needs: "guild",
    ack: "ephemeral",
    operations: [],
    run: ({ options: { channel } }, ctx) =>
      channel === undefined ? turnOff(setting, ctx) : setChannel(setting, channel.id, ctx),
  });
}

async function turnOff({ name, key, alreadyOffText, renderOff }: ChannelSetting, ctx: GuildContext) {
  const { store, guildId } = ctx;
  const before = await store.guildSettings.get(guildId, key);
  if (!(await store.guildSettings.remove(guildId, key))) return { content: alreadyOffText };
  await recordChannel(name, before, undefined, ctx);
  return renderOff(renderContext(ctx));
}

async function setChannel(setting: ChannelSetting, channelId: string, ctx: GuildContext): Promise<Reply> {
  const chosen = await chooseChannel(setting, channelId, ctx);
  return channelId === chosen.before
    ? { content: setting.alreadySetText(channelId) }
    : setting.showSet(chosen, ctx);
}

const managersSetting: ChannelSetting = {
  name: "managers-channel",
  description: "Choose the channel where managers get requests",
  channel: "The channel; leave empty to turn requests off",
  key: "managers-channel",
  alreadyOffText: "This server has no managers' channel, so nothing was changed.",
  alreadySetText: (channelId) =>
    `The managers' channel is already <#${channelId}>, and I can post there. Nothing was changed.`,
  renderOff: renderNoManagersChannel,
  async showSet(set, ctx) {
    const posted = await postLostCards(set.channelId, ctx);
    return renderManagersChannel({ ...set, posted }, renderContext(ctx));
  },
};

const requestsSetting: ChannelSetting = {
  name: "requests",
  description: "Choose the channel where staff ask managers for time",
  channel: "The channel; leave empty to turn requests for time off",
  key: "time-requests-channel",
  alreadyOffText: "Requests for time are already off here, so nothing was changed.",
  alreadySetText: (channelId) =>
    `Requests for time already go to <#${channelId}>, and I can post there. Nothing was changed.`,
  renderOff: renderNoRequestsChannel,
  async showSet({ before, ...set }, ctx) {
    const moved = before === undefined ? 0 : await moveCards(before, ctx);
    return renderRequestsChannel({ ...set, moved }, renderContext(ctx));
  },
};

export const managersChannel = defineChannelSetting(managersSetting);
export const requests = defineChannelSetting(requestsSetting);

/** From the menu below the settings. */
export function chooseChannelFor(
  name: ChannelSetting["name"],
  channelId: string,
  ctx: GuildContext,
): Promise<Reply> {
  return setChannel(name === "requests" ? requestsSetting : managersSetting, channelId, ctx);
}

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
