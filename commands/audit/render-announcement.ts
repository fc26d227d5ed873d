import type { Answer } from "../../src/interactions/answer.ts";
import type { AuditEntry } from "../../src/store/audit.ts";
import { embed, embedLimits } from "../../src/text/embed.ts";
import { counted } from "../../src/text/numbers.ts";
import { fitLines, joined, smallPrint } from "../shared/lines.ts";
import { entryText } from "./render-entry.ts";

interface Words {
  readonly commandMention: (path: string) => string;
}

/** Entries as they are posted into the channel of the record. @param missed how many could not be posted before */
export function renderAnnouncement(
  entries: readonly AuditEntry[],
  missed: number,
  { commandMention }: Words,
): Answer {
  const more =
    missed > 0 &&
    smallPrint(
      `${counted(missed, "entry", "entries")} before this could not be posted; see ${commandMention("audit list")}`,
    );
  const room = embedLimits.description - (more === false ? 0 : more.length + 1);
  return {
    embeds: [embed({ description: joined([more, fitLines(entries.map(entryText), room)], "\n") })],
  };
}

/** To the person who chose the channel, in private. */
export function renderTrouble(
  { guildId, channelId }: { readonly guildId: string; readonly channelId: string },
  { commandMention }: Words,
): Answer {
  const lines = [
    `I could not post into <#${channelId}>, where you let me post who did what. The channel may be gone, or I may not post there any more.`,
    "Nothing is lost: all of it stands in the record.",
    `Give me *View Channel*, *Send Messages* and *Embed Links* there, or choose another one with ${commandMention("audit channel")} in the server. I do not write to you about it again until it worked in between.`,
    smallPrint(`https://discord.com/channels/${guildId}/${channelId}`),
  ];
  return {
    embeds: [embed({ title: "The record cannot be posted", description: lines.join("\n"), tone: "harmful" })],
  };
}
