import type { Reply } from "../../src/ui/reply.ts";
import { embed } from "../../src/ui/embed.ts";
import { timestamp } from "../../src/ui/time.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";

interface RenderContext {
  readonly invoker: { readonly discordUserId: string };
  readonly now: () => number;
  readonly commandMention: (path: string) => string;
}

export function renderManagersChannel(
  { channelId, isPublic }: { readonly channelId: string; readonly isPublic: boolean },
  words: RenderContext,
): Reply {
  const where = `<#${channelId}>`;
  return receipt(
    "Managers' channel chosen",
    [
      `From now on I ask managers in ${where}, for example whether a member may be connected to a user of the workspace.`,
      isPublic &&
        `⚠️ Everyone in this server sees ${where}, and I name people there. Hide it from *@everyone* in its settings, or choose another channel.`,
      `Members ask with ${words.commandMention("account connect")}.`,
    ],
    isPublic,
    words,
  );
}

export function renderNoManagersChannel(words: RenderContext): Reply {
  return receipt(
    "No managers' channel any more",
    [
      `Members can no longer ask to be connected to a user of the workspace. Managers can connect them with ${words.commandMention("account connect")} and its option \`member\`.`,
    ],
    false,
    words,
  );
}

function receipt(
  title: string,
  lines: readonly (string | false)[],
  worrying: boolean,
  { invoker, now }: RenderContext,
): Reply {
  const at = timestamp(Temporal.Instant.fromEpochMilliseconds(now()));
  const who = subtext(`Changed by <@${invoker.discordUserId}> · ${at}`);
  return {
    embeds: [
      embed({ title, description: joinParts([...lines, who], "\n"), tone: worrying ? "waiting" : "done" }),
    ],
  };
}
