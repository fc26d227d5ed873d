import type { Answer } from "../../src/interactions/answer.ts";
import { embed } from "../../src/text/embed.ts";
import { timeMark } from "../../src/text/time.ts";
import { joined, smallPrint } from "../shared/lines.ts";

interface Words {
  readonly caller: { readonly discordUserId: string };
  readonly now: () => number;
  readonly commandMention: (path: string) => string;
}

export function renderRecordChannel(
  { channelId, openToAll }: { readonly channelId: string; readonly openToAll: boolean },
  words: Words,
): Answer {
  const where = `<#${channelId}>`;
  const lines = [
    `From now on all that is put on record is posted in ${where}, too. It stays in ${words.commandMention("audit list")}.`,
    openToAll &&
      `⚠️ Everyone in this server sees ${where}, and the record names people and what they did. Hide it from *@everyone* in its settings, or choose another channel.`,
    "If posting there ever fails, I tell you in a private message.",
    changedBy(words),
  ];
  return {
    embeds: [
      embed({
        title: "Channel of the record chosen",
        description: joined(lines, "\n"),
        tone: openToAll ? "waiting" : "done",
      }),
    ],
  };
}

export function renderNoRecordChannel(words: Words): Answer {
  const lines = [
    `The record is posted in no channel any more. It stays in ${words.commandMention("audit list")}.`,
    changedBy(words),
  ];
  return { embeds: [embed({ title: "Posting stopped", description: joined(lines, "\n"), tone: "done" })] };
}

/** The last message in a channel that the record is no longer posted in. */
export function renderEnded(words: Words): Answer {
  const lines = [
    "From now on the record of who did what is no longer posted here.",
    `It stays in ${words.commandMention("audit list")}.`,
    changedBy(words),
  ];
  return {
    embeds: [embed({ title: "The record ends here", description: joined(lines, "\n"), tone: "waiting" })],
  };
}

function changedBy({ caller, now }: Words): string {
  const at = timeMark(Temporal.Instant.fromEpochMilliseconds(now()));
  return smallPrint(`Changed by <@${caller.discordUserId}> · ${at}`);
}
