import type { Reply } from "../../src/ui/reply.ts";
import type { AuditEntry } from "../../src/store/audit.ts";
import { createEmbed, embedLimits } from "../../src/ui/embed.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { fitLines, joinParts, subtext } from "../../src/ui/lines.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import { describeEntry, type EntryWords } from "./render-entry.ts";

export interface Announcement extends EntryWords {
  readonly entries: readonly AuditEntry[];
  /** Earlier entries that couldn't be posted. */
  readonly dropped: number;
}

/** Entries as posted in the audit channel, where nothing is edited. */
export function renderAnnouncement(
  { entries, dropped, ...words }: Announcement,
  { commandMention }: Pick<RenderContext, "commandMention">,
): Reply {
  const more =
    dropped > 0 &&
    subtext(
      `${pluralize(dropped, "earlier entry", "earlier entries")} couldn't be posted; see ${commandMention("audit")}`,
    );
  const maxLength = embedLimits.description - (more === false ? 0 : more.length + 1);
  const texts = entries.map((entry) => describeEntry(entry, { ...words, style: "f" }));
  return {
    embeds: [createEmbed({ description: joinParts([more, fitLines(texts, maxLength)], "\n") })],
  };
}

export interface PostingTrouble {
  readonly guildId: string;
  readonly channelId: string;
  /** Discord's reason: the channel is gone, the bot can't see it or post in it, or something else. */
  readonly why: "gone" | "unseen" | "forbidden" | "refused";
}

/** What is wrong with the channel, and what to do about it. */
const troubleTexts: Readonly<Record<PostingTrouble["why"], readonly [happened: string, next: string]>> = {
  gone: ["it was deleted", ""],
  unseen: ["I can't see it anymore", "give me *View Channel*, *Send Messages* and *Embed Links* there, or "],
  forbidden: ["I can't post there anymore", "give me *Send Messages* and *Embed Links* there, or "],
  refused: ["Discord doesn't accept my messages there", ""],
};

/** A private message to the person who chose the channel. */
export function renderTrouble(
  { guildId, channelId, why }: PostingTrouble,
  { commandMention }: Pick<RenderContext, "commandMention">,
): Reply {
  const [happened, next] = troubleTexts[why];
  const lines = [
    `I couldn't post the audit log in ${why === "gone" ? "the channel you chose" : `<#${channelId}>`}: ${happened}.`,
    "Nothing is lost: it's all in the audit log.",
    `To continue, ${next}choose another channel: run ${commandMention("audit")} in the server and press *Channel…*. I won't message you again about this unless it works and then fails again.`,
    subtext(`https://discord.com/channels/${guildId}${why === "gone" ? "" : `/${channelId}`}`),
  ];
  return {
    embeds: [
      createEmbed({ title: "The audit log can't be posted", description: lines.join("\n"), tone: "harmful" }),
    ],
  };
}
