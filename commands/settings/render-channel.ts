import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";

export function renderManagersChannel(
  { channelId, isPublic }: { readonly channelId: string; readonly isPublic: boolean },
  ctx: RenderContext,
): Reply {
  const where = `<#${channelId}>`;
  return receipt(
    {
      title: "Managers' channel chosen",
      verb: "Changed",
      tone: isPublic ? "waiting" : "done",
      lines: [
        `I'll post requests for managers in ${where}, for example when a member wants to be connected to a workspace user.`,
        isPublic &&
          `⚠️ Everyone in this server can see ${where}, and requests name people. Hide the channel from *@everyone* in its settings, or choose another one.`,
        `Members can ask with ${ctx.commandMention("account connect")}.`,
      ],
    },
    ctx,
  );
}

export function renderNoManagersChannel(ctx: RenderContext): Reply {
  return receipt(
    {
      title: "Managers' channel removed",
      verb: "Changed",
      lines: [
        `Members can no longer ask to be connected to a workspace user. Managers can connect them with ${ctx.commandMention("account connect")} and its option \`member\`.`,
      ],
    },
    ctx,
  );
}
