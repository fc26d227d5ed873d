import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Board, Taskboard } from "../../src/api/contract/taskboard.ts";
import { paginate } from "../../src/domain/lists.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { embed } from "../../src/ui/embed.ts";
import { inlineCode, escapeMarkdown, plainText } from "../../src/ui/escape.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { pageButtons, describePage } from "../kit/page-buttons.ts";

const boardsOnPage = 10;

export function boardName({ id, name }: Pick<Board, "id"> & Partial<Board>): string {
  return plainText(name ?? "", 80) || `Board ${plainText(id, 40)}`;
}

export function renderTaskboard(
  { type, taskboard, board }: Taskboard,
  { now, commandMention }: RenderContext,
): Reply {
  const account = [
    taskboard?.username && escapeMarkdown(taskboard.username, 80),
    taskboard?.id && inlineCode(taskboard.id),
  ];
  const background = board?.background;
  const looks = [
    background?.color && escapeMarkdown(background.color, 60),
    background?.brightness && `${escapeMarkdown(background.brightness, 40)} background`,
  ];
  const nothing = joinParts(account) === "" && board === undefined;
  return {
    embeds: [
      embed({
        title: "Task board",
        description: nothing
          ? "The workspace has no task board. An administrator can connect one in the workspace's settings."
          : board === undefined
            ? `No board chosen yet. Choose one with ${commandMention("taskboard set-board")}.`
            : "",
        tone: board === undefined ? "waiting" : "information",
        fields: [
          ...field("Kind", type && escapeMarkdown(type, 80)),
          ...field("Account", joinParts(account)),
          ...field("Board", board && `**${escapeMarkdown(boardName(board))}**\n${inlineCode(board.id)}`),
          ...field("Background", joinParts(looks)),
        ],
        thumbnailUrl: background?.image,
        at: now,
      }),
    ],
    share: {},
  };
}

export interface BoardList {
  readonly boards: readonly Board[];
  /** The id of the board in use. */
  readonly presentId: string | undefined;
  /** From 0. */
  readonly page: number;
  readonly customIdOf: (page: number) => string;
}

export function renderBoards(
  { boards, presentId, page: asked, customIdOf }: BoardList,
  { now }: RenderContext,
): Reply {
  if (boards.length === 0) {
    const description = "No boards yet. Boards created in the task board's account will appear here.";
    return { embeds: [embed({ title: "Boards", description, tone: "over", at: now })], share: {} };
  }
  const page = paginate(boards, asked, boardsOnPage);
  const lines = page.entries.map((board) => {
    const present = board.id === presentId;
    return `${present ? "📌" : "▫️"} **${escapeMarkdown(boardName(board))}**${present ? " · in use" : ""} · ${inlineCode(board.id)}`;
  });
  return {
    embeds: [
      embed({
        title: "Boards",
        description: lines.join("\n"),
        footer: joinParts([describePage(page), pluralize(boards.length, "board")]),
        at: now,
      }),
    ],
    components: pageButtons(page, { before: "Previous", after: "Next" }, customIdOf),
    share: {},
  };
}

function field(name: string, value: string | undefined) {
  return value ? [{ name, value, inline: true }] : [];
}
