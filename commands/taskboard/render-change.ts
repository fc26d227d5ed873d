import { idFooter, receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { embed } from "../../src/ui/embed.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";

export interface BoardChange {
  readonly boardId: string;
  /** The name of the board in use, or its id where it has none. */
  readonly before?: string | undefined;
  readonly after: string;
}

export interface FormatChange {
  readonly boardId: string;
  readonly boardName: string;
  /** The position. */
  readonly after: number;
}

export function renderBoardChange({ boardId, before, after }: BoardChange): Reply {
  return {
    embeds: [
      embed({
        title: "Use another board?",
        description: "The workspace will use the new board. The old one stays unchanged.",
        fields: [
          {
            name: "Now",
            value: before === undefined ? "no board" : `**${escapeMarkdown(before)}**`,
            inline: true,
          },
          { name: "New", value: `**${escapeMarkdown(after)}**`, inline: true },
        ],
        footer: idFooter({ Board: boardId }),
      }),
    ],
  };
}

export function renderBoardChanged({ boardId, before, after }: BoardChange, ctx: RenderContext): Reply {
  const earlier = before === undefined ? "" : ` Before, it used **${escapeMarkdown(before)}**.`;
  const sentence = `The workspace now uses **${escapeMarkdown(after)}**.${earlier}`;
  const next = `See it with ${ctx.commandMention("taskboard show")}`;
  return boardReceipt("Board set", { line: sentence, boardId, next }, ctx);
}

export function renderFormatChange({ boardId, boardName, after }: FormatChange): Reply {
  return {
    embeds: [
      embed({
        title: "Set this format?",
        description: "I can't show the current position: the workspace doesn't provide it.",
        fields: [
          { name: "Board", value: `**${escapeMarkdown(boardName)}**`, inline: true },
          { name: "Position", value: String(after), inline: true },
        ],
        footer: idFooter({ Board: boardId }),
      }),
    ],
  };
}

export function renderFormatChanged({ boardId, boardName, after }: FormatChange, ctx: RenderContext): Reply {
  const sentence = `The position of **${escapeMarkdown(boardName)}** is now ${after}.`;
  const next = `See the boards with ${ctx.commandMention("taskboard boards")}`;
  return boardReceipt("Format set", { line: sentence, boardId, next }, ctx);
}

function boardReceipt(
  title: string,
  { line, boardId, next }: { readonly line: string; readonly boardId: string; readonly next: string },
  ctx: RenderContext,
): Reply {
  const ids = { Board: boardId };
  return { ...receipt({ title, verb: "Set", lines: [line], ids, next }, ctx), share: {} };
}
