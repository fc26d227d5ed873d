import type { Answer } from "../../src/interactions/answer.ts";
import { embed } from "../../src/text/embed.ts";
import { timeMark } from "../../src/text/time.ts";
import { joined, smallPrint } from "../shared/lines.ts";

interface Words {
  readonly caller: { readonly discordUserId: string };
  readonly now: () => number;
  readonly commandMention: (path: string) => string;
}

export function renderManagersChannel(
  { channelId, openToAll }: { readonly channelId: string; readonly openToAll: boolean },
  words: Words,
): Answer {
  const where = `<#${channelId}>`;
  return receipt(
    "Managers' channel chosen",
    [
      `From now on I ask managers in ${where}, for example whether a member may be connected to a user of the workspace.`,
      openToAll &&
        `⚠️ Everyone in this server sees ${where}, and I name people there. Hide it from *@everyone* in its settings, or choose another channel.`,
      `Members ask with ${words.commandMention("account connect")}.`,
    ],
    openToAll,
    words,
  );
}

export function renderNoManagersChannel(words: Words): Answer {
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
  { caller, now }: Words,
): Answer {
  const at = timeMark(Temporal.Instant.fromEpochMilliseconds(now()));
  const who = smallPrint(`Changed by <@${caller.discordUserId}> · ${at}`);
  return {
    embeds: [
      embed({ title, description: joined([...lines, who], "\n"), tone: worrying ? "waiting" : "done" }),
    ],
  };
}
