import type { Answer } from "../../src/interactions/answer.ts";
import { embed } from "../../src/text/embed.ts";
import { code, inert } from "../../src/text/inert.ts";
import type { BoardChange } from "./board-change.ts";
import type { FormatChange } from "./format-change.ts";

export function renderBoardChange({ board, from }: BoardChange): Answer {
  return {
    embeds: [
      embed({
        title: "Use another board?",
        description: "From then on the workspace works with the new board. The old one is not touched.",
        fields: [
          { name: "Now", value: from === undefined ? "no board" : named(from), inline: true },
          { name: "Then", value: named(board), inline: true },
        ],
      }),
    ],
  };
}

export function renderBoardChanged({ board, from }: BoardChange, discordUserId: string): Answer {
  const before = from === undefined ? "" : ` Before it was ${named(from)}.`;
  return receipt("Board set", `The workspace now uses ${named(board)}.${before}`, discordUserId);
}

export function renderFormatChange({ board, position }: FormatChange): Answer {
  return {
    embeds: [
      embed({
        title: "Set this format?",
        description: "The workspace gives no way to see the present format, so it cannot be shown here.",
        fields: [
          { name: "Board", value: named(board), inline: true },
          { name: "Position", value: String(position), inline: true },
        ],
      }),
    ],
  };
}

export function renderFormatChanged({ board, position }: FormatChange, discordUserId: string): Answer {
  return receipt("Format set", `The position of ${named(board)} is now ${position}.`, discordUserId);
}

function named({ id, name }: { readonly id: string; readonly name?: string | undefined }): string {
  return name === undefined ? code(id) : `**${inert(name)}** (${code(id)})`;
}

function receipt(title: string, sentence: string, discordUserId: string): Answer {
  const description = `${sentence}\n-# Set by <@${discordUserId}>`;
  return { embeds: [embed({ title, description, tone: "done" })] };
}
