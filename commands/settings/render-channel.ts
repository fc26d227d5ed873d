import { pluralize } from "../../src/ui/numbers.ts";
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

interface RequestsChannel {
  readonly channelId: string;
  readonly isPublic: boolean;
  /** Open requests whose cards went with a deleted channel. */
  readonly moved: number;
}

export function renderRequestsChannel(
  { channelId, isPublic, moved }: RequestsChannel,
  ctx: RenderContext,
): Reply {
  const where = `<#${channelId}>`;
  return receipt(
    {
      title: "Channel for time requests chosen",
      verb: "Changed",
      tone: isPublic ? "waiting" : "done",
      lines: [
        `Staff can now ask for time with ${ctx.commandMention("request time")}. Their requests appear in ${where}, where managers approve or decline them.`,
        isPublic &&
          `⚠️ Everyone in this server can see ${where}, and requests show reasons and pictures. Hide the channel from *@everyone* in its settings, or choose another one.`,
        moved > 0 &&
          `The channel before was deleted, so ${pluralize(moved, "open request")} will be posted in ${where} within a minute, without their pictures.`,
      ],
    },
    ctx,
  );
}

export function renderNoRequestsChannel(ctx: RenderContext): Reply {
  return receipt(
    {
      title: "Requests for time turned off",
      verb: "Changed",
      lines: [
        `Staff can no longer ask for time. Open requests can still be decided: ${ctx.commandMention("request list")} links to their cards.`,
      ],
    },
    ctx,
  );
}
