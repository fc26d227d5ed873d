import type { Board, Taskboard } from "../../src/api/contract/taskboard.ts";
import { pageOf } from "../../src/domain/pages.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { embed } from "../../src/text/embed.ts";
import { code, inert, plain } from "../../src/text/inert.ts";
import { counted } from "../../src/text/numbers.ts";
import { joined } from "../shared/lines.ts";
import { pageButtons, pageWords } from "../shared/page-buttons.ts";
import type { EncodePage } from "./page-button.ts";

const boardsOnPage = 10;

export function boardName({ id, name }: Pick<Board, "id"> & Partial<Board>): string {
  return plain(name ?? "", 80) || `Board ${plain(id, 40)}`;
}

export function renderTaskboard(
  { type, taskboard, board }: Taskboard,
  setBoardMention: string,
  now: Temporal.Instant,
): Answer {
  const account = [taskboard?.username && inert(taskboard.username, 80), taskboard?.id && code(taskboard.id)];
  const background = board?.background;
  const looks = [
    background?.color && inert(background.color, 60),
    background?.brightness && `${inert(background.brightness, 40)} background`,
  ];
  const nothing = joined(account) === "" && board === undefined;
  return {
    embeds: [
      embed({
        title: "Task board",
        description: nothing
          ? "The workspace has no task board connected. An administrator connects one in the workspace's settings."
          : board === undefined
            ? `No board is chosen yet. Choose one with ${setBoardMention}.`
            : "",
        tone: board === undefined ? "waiting" : "information",
        fields: [
          ...field("Kind", type && inert(type, 80)),
          ...field("Account", joined(account)),
          ...field("Board", board && `**${inert(boardName(board))}**\n${code(board.id)}`),
          ...field("Background", joined(looks)),
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
  readonly now: Temporal.Instant;
}

export function renderBoards({ boards, presentId, page: asked, now }: BoardList, encode: EncodePage): Answer {
  if (boards.length === 0) {
    const description = "The task board's account has no boards. Make one there, and it will be listed here.";
    return { embeds: [embed({ title: "Boards", description, tone: "over", at: now })], share: {} };
  }
  const page = pageOf(boards, asked, boardsOnPage);
  const lines = page.entries.map((board) => {
    const present = board.id === presentId;
    return `${present ? "📌" : "▫️"} **${inert(boardName(board))}**${present ? " · in use" : ""} · ${code(board.id)}`;
  });
  return {
    embeds: [
      embed({
        title: "Boards",
        description: lines.join("\n"),
        footer: joined([pageWords(page), counted(boards.length, "board")]),
        at: now,
      }),
    ],
    components: pageButtons(page, { before: "Previous", after: "Next" }, encode),
    share: {},
  };
}

function field(name: string, value: string | undefined) {
  return value ? [{ name, value, inline: true }] : [];
}
