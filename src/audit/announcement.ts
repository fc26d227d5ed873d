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

export interface PostingTrouble {
  readonly guildId: string;
  readonly channelId: string;
  /** What Discord said: the channel is gone, the bot doesn't see it, may not post in it, or something else. */
  readonly why: "gone" | "unseen" | "forbidden" | "refused";
}

/** What happened in the channel, and what helps. */
const troubleTexts: Readonly<Record<PostingTrouble["why"], readonly [happened: string, next: string]>> = {
  gone: ["it was deleted", ""],
  unseen: ["I can't see it any more", "give me *View Channel*, *Send Messages* and *Embed Links* there, or "],
  forbidden: ["I may not post there any more", "give me *Send Messages* and *Embed Links* there, or "],
  refused: ["Discord doesn't take my messages there", ""],
};

/** To the person who chose the channel, in private. */
export function renderTrouble(
  { guildId, channelId, why }: PostingTrouble,
  { commandMention }: RenderContext,
): Reply {
  const [happened, next] = troubleTexts[why];
  const lines = [
    `I couldn't post the audit log in ${why === "gone" ? "the channel you chose" : `<#${channelId}>`}: ${happened}.`,
    "Nothing is lost: every entry is in the audit log.",
    `To go on, ${next}choose another channel with ${commandMention("audit channel")} in the server. I won't write to you about it again until it worked in between.`,
    subtext(`https://discord.com/channels/${guildId}${why === "gone" ? "" : `/${channelId}`}`),
  ];
  return {
    embeds: [
      embed({ title: "The audit log can't be posted", description: lines.join("\n"), tone: "harmful" }),
    ],
  };
}
