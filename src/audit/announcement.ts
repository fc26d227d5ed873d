import type { Reply } from "../ui/reply.ts";
import type { AuditEntry } from "../store/audit.ts";
import { embed, embedLimits } from "../ui/embed.ts";
import { pluralize } from "../ui/numbers.ts";
import { fitLines, joinParts, subtext } from "../ui/lines.ts";
import type { Names } from "../ui/people.ts";
import { entryText } from "./render-entry.ts";

export { peopleIn } from "./facts.ts";

interface RenderContext {
  readonly commandMention: (path: string) => string;
}

export interface Announcement {
  readonly entries: readonly AuditEntry[];
  /** Of those whom the entries are about. */
  readonly names: Names;
  /** How many could not be posted before. */
  readonly missed: number;
}

/** Entries as they are posted into the audit channel, where nothing is edited. */
export function renderAnnouncement(
  { entries, names, missed }: Announcement,
  { commandMention }: RenderContext,
): Reply {
  const more =
    missed > 0 &&
    subtext(
      `${pluralize(missed, "entry", "entries")} before this could not be posted; see ${commandMention("audit list")}`,
    );
  const room = embedLimits.description - (more === false ? 0 : more.length + 1);
  const texts = entries.map((entry) => entryText(entry, { names, style: "f" }));
  return {
    embeds: [embed({ description: joinParts([more, fitLines(texts, room)], "\n") })],
  };
}

/** To the person who chose the channel, in private. */
export function renderTrouble(
  { guildId, channelId }: { readonly guildId: string; readonly channelId: string },
  { commandMention }: RenderContext,
): Reply {
  const lines = [
    `I could not post into <#${channelId}>, where you let me post who did what. The channel may be gone, or I may not post there any more.`,
    "Nothing is lost: all of it stands in the record.",
    `Give me *View Channel*, *Send Messages* and *Embed Links* there, or choose another one with ${commandMention("audit channel")} in the server. I do not write to you about it again until it worked in between.`,
    subtext(`https://discord.com/channels/${guildId}/${channelId}`),
  ];
  return {
    embeds: [embed({ title: "The record cannot be posted", description: lines.join("\n"), tone: "harmful" })],
  };
}
