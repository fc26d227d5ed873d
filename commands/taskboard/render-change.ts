import type { Answer } from "../../src/interactions/answer.ts";
import { embed } from "../../src/text/embed.ts";
import { code, inert } from "../../src/text/inert.ts";
import { nearAndExact } from "../../src/text/time.ts";
import { smallPrint } from "../shared/lines.ts";
import type { BoardChange } from "./board-change.ts";
import type { FormatChange } from "./format-change.ts";
import type { ReceiptFacts } from "./receipt-facts.ts";

export function renderBoardChange({ boardId, before, after }: BoardChange): Answer {
  return {
    embeds: [
      embed({
        title: "Use another board?",
        description: "From then on the workspace works with the new board. The old one is not touched.",
        fields: [
          { name: "Now", value: before === undefined ? "no board" : `**${inert(before)}**`, inline: true },
          { name: "Then", value: `**${inert(after)}**\n${code(boardId)}`, inline: true },
        ],
      }),
    ],
  };
}

export function renderBoardChanged({ boardId, before, after }: BoardChange, facts: ReceiptFacts): Answer {
  const earlier = before === undefined ? "" : ` Before it was **${inert(before)}**.`;
  const sentence = `The workspace now uses **${inert(after)}**.${earlier}`;
  return receipt("Board set", { sentence, boardId, next: "See it" }, facts);
}

export function renderFormatChange({ boardId, boardName, after }: FormatChange): Answer {
  return {
    embeds: [
      embed({
        title: "Set this format?",
        description: "The workspace gives no way to see the present format, so it cannot be shown here.",
        fields: [
          { name: "Board", value: `**${inert(boardName)}**\n${code(boardId)}`, inline: true },
          { name: "Position", value: String(after), inline: true },
        ],
      }),
    ],
  };
}

export function renderFormatChanged(
  { boardId, boardName, after }: FormatChange,
  facts: ReceiptFacts,
): Answer {
  const sentence = `The position of **${inert(boardName)}** is now ${after}.`;
  return receipt("Format set", { sentence, boardId, next: "See the boards" }, facts);
}

function receipt(
  title: string,
  { sentence, boardId, next }: { readonly sentence: string; readonly boardId: string; readonly next: string },
  { discordUserId, at, nextMention }: ReceiptFacts,
): Answer {
  const description = [
    sentence,
    smallPrint(`Set by <@${discordUserId}> ${nearAndExact(at)} · Id ${code(boardId)}`),
    smallPrint(`${next} with ${nextMention}`),
  ].join("\n");
  return { embeds: [embed({ title, description, tone: "done" })], share: {} };
}
