import { recordAudit } from "../../src/interactions/audit.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { Subcommand } from "../../src/interactions/handler.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { type RenderContext, renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { postChannelOption, tryPostChannel } from "../kit/post-channel.ts";

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
export function defineChannelSetting(setting: ChannelSetting): Subcommand {
  const { name, description, key } = setting;
  return defineSubcommand({
    name,
    description,
    options: { channel: postChannelOption(setting.channel) },
    access: "admin",
    needs: "guild",
    ack: "ephemeral",
    operations: [],
    async run({ options }, ctx) {
      const { store, guildId } = ctx;
      const after = options.channel?.id;
      if (after === undefined) {
        const before = await store.guildSettings.get(guildId, key);
        if (!(await store.guildSettings.remove(guildId, key))) return { content: setting.alreadyOffText };
        await recordChannel(name, before, undefined, ctx);
        return setting.renderOff(renderContext(ctx));
      }
      const chosen = await chooseChannel(setting, after, ctx);
      return after === chosen.before
        ? { content: setting.alreadySetText(after) }
        : setting.showSet(chosen, ctx);
    },
  });
}
