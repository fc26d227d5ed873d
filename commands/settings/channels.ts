import { recordAudit } from "../../src/interactions/audit.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { type RenderContext, renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { postLostCards } from "../account/request/ask.ts";
import { tryPostChannel } from "../kit/post-channel.ts";
import type { ChannelSetting } from "./ids.ts";
import {
  renderManagersChannel,
  renderNoManagersChannel,
  renderNoRequestsChannel,
  renderRequestsChannel,
} from "./render-change.ts";

interface ChannelParts {
  readonly name: ChannelSetting;
  readonly key: "managers-channel" | "time-requests-channel";
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

/**
 * Tries a channel, then stores and records it. One that is chosen already is only tried.
 * @throws UserError if the bot can't post there, or Discord doesn't say
 */
export async function chooseChannel(
  { name, key }: Pick<ChannelParts, "name" | "key">,
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
  name: ChannelSetting,
  before: string | undefined,
  after: string | undefined,
  ctx: GuildContext,
): Promise<void> {
  const action = `settings.${name}`;
  return recordAudit({ action, outcome: "done", target: after ?? before, detail: { before, after } }, ctx);
}

export async function turnChannelOff(
  { name, key, alreadyOffText, renderOff }: ChannelParts,
  ctx: GuildContext,
): Promise<Reply> {
  const { store, guildId } = ctx;
  const before = await store.guildSettings.get(guildId, key);
  if (!(await store.guildSettings.remove(guildId, key))) return { content: alreadyOffText };
  await recordChannel(name, before, undefined, ctx);
  return renderOff(renderContext(ctx));
}

/** Tries the channel before it is stored. */
export async function setChannel(
  setting: ChannelParts,
  channelId: string,
  ctx: GuildContext,
): Promise<Reply> {
  const chosen = await chooseChannel(setting, channelId, ctx);
  return channelId === chosen.before
    ? { content: setting.alreadySetText(channelId) }
    : setting.showSet(chosen, ctx);
}

const managersSetting: ChannelParts = {
  name: "managers-channel",
  key: "managers-channel",
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
};

const requestsSetting: ChannelParts = {
  name: "requests",
  key: "time-requests-channel",
  question: "Where do staff ask for time?",
  describe: (channelId) =>
    channelId === undefined
      ? "Requests for time are off, so staff can't ask for it."
      : `Their requests go to <#${channelId}>.`,
  alreadyOffText: "Requests for time are already off here, so nothing was changed.",
  alreadySetText: (channelId) =>
    `Requests for time already go to <#${channelId}>, and I can post there. Nothing was changed.`,
  renderOff: renderNoRequestsChannel,
  async showSet({ before, ...set }, ctx) {
    const moved = before === undefined ? 0 : await moveCards(before, ctx);
    return renderRequestsChannel({ ...set, moved }, renderContext(ctx));
  },
};

export const channelSettings: Readonly<Record<ChannelSetting, ChannelParts>> = {
  "managers-channel": managersSetting,
  requests: requestsSetting,
};

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
