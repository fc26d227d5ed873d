import type { Reply } from "../../src/ui/reply.ts";
import { embed } from "../../src/ui/embed.ts";
import { inlineCode, escapeMarkdown } from "../../src/ui/escape.ts";
import { relativeAndExact } from "../../src/ui/time.ts";
import { subtext } from "../../src/ui/lines.ts";
import type { BoardChange } from "./set-board.ts";
import type { FormatChange } from "./format.ts";
import type { ReceiptFacts } from "./receipt-facts.ts";

export function renderBoardChange({ boardId, before, after }: BoardChange): Reply {
  return {
    embeds: [
      embed({
        title: "Use another board?",
        description: "From then on the workspace works with the new board. The old one is not touched.",
        fields: [
          {
            name: "Now",
            value: before === undefined ? "no board" : `**${escapeMarkdown(before)}**`,
            inline: true,
          },
          { name: "Then", value: `**${escapeMarkdown(after)}**\n${inlineCode(boardId)}`, inline: true },
        ],
      }),
    ],
  };
}

export function renderBoardChanged({ boardId, before, after }: BoardChange, facts: ReceiptFacts): Reply {
  const earlier = before === undefined ? "" : ` Before it was **${escapeMarkdown(before)}**.`;
  const sentence = `The workspace now uses **${escapeMarkdown(after)}**.${earlier}`;
  return receipt("Board set", { sentence, boardId, next: "See it" }, facts);
}

export function renderFormatChange({ boardId, boardName, after }: FormatChange): Reply {
  return {
    embeds: [
      embed({
        title: "Set this format?",
        description: "The workspace gives no way to see the present format, so it cannot be shown here.",
        fields: [
          { name: "Board", value: `**${escapeMarkdown(boardName)}**\n${inlineCode(boardId)}`, inline: true },
          { name: "Position", value: String(after), inline: true },
        ],
      }),
    ],
  };
}

export function renderFormatChanged({ boardId, boardName, after }: FormatChange, facts: ReceiptFacts): Reply {
  const sentence = `The position of **${escapeMarkdown(boardName)}** is now ${after}.`;
  return receipt("Format set", { sentence, boardId, next: "See the boards" }, facts);
}

function receipt(
  title: string,
  { sentence, boardId, next }: { readonly sentence: string; readonly boardId: string; readonly next: string },
  { discordUserId, at, nextMention }: ReceiptFacts,
): Reply {
  const description = [
    sentence,
    subtext(`Set by <@${discordUserId}> ${relativeAndExact(at)} · Id ${inlineCode(boardId)}`),
    subtext(`${next} with ${nextMention}`),
  ].join("\n");
  return { embeds: [embed({ title, description, tone: "done" })], share: {} };
}
