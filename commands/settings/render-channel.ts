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
        `From now on I ask managers in ${where}, for example whether a member may be connected to a user of the workspace.`,
        isPublic &&
          `⚠️ Everyone in this server sees ${where}, and I name people there. Hide it from *@everyone* in its settings, or choose another channel.`,
        `Members ask with ${ctx.commandMention("account connect")}.`,
      ],
    },
    ctx,
  );
}

export function renderNoManagersChannel(ctx: RenderContext): Reply {
  return receipt(
    {
      title: "No managers' channel any more",
      verb: "Changed",
      lines: [
        `Members can no longer ask to be connected to a user of the workspace. Managers can connect them with ${ctx.commandMention("account connect")} and its option \`member\`.`,
      ],
    },
    ctx,
  );
}
