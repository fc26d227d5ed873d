import { recordAudit } from "../../src/interactions/audit.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { Subcommand } from "../../src/interactions/handler.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { type RenderContext, renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { postChannelOption, tryPostChannel } from "../kit/post-channel.ts";

interface ChannelSetting {
  /** Of the subcommand. */
  readonly name: "managers-channel" | "requests";
  readonly description: string;
  readonly channel: string;
  readonly key: "managers-channel" | "time-requests-channel";
  /** Why there is nothing to turn off. */
  readonly alreadyOffText: string;
  readonly alreadySetText: (channelId: string) => string;
  readonly renderOff: (ctx: RenderContext) => Reply;
  /** Once the channel is stored; `before` is the one that was. */
  readonly showSet: (
    set: { readonly channelId: string; readonly isPublic: boolean; readonly before: string | undefined },
    ctx: GuildContext,
  ) => Reply | Promise<Reply>;
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
      const before = await store.guildSettings.get(guildId, key);
      const record = () =>
        recordAudit(
          {
            action: `settings.${name}`,
            outcome: "done",
            target: after ?? before,
            detail: { before, after },
          },
          ctx,
        );
      if (after === undefined) {
        if (!(await store.guildSettings.remove(guildId, key))) return { content: setting.alreadyOffText };
        await record();
        return setting.renderOff(renderContext(ctx));
      }
      const { isPublic } = await tryPostChannel(after, ctx);
      if (after === before) return { content: setting.alreadySetText(after) };
      await store.guildSettings.set(guildId, key, after);
      await record();
      return setting.showSet({ channelId: after, isPublic, before }, ctx);
    },
  });
}
