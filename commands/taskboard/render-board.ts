import { z } from "zod";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Board, Taskboard } from "../../src/api/contract/taskboard.ts";
import { paginate } from "../../src/domain/lists.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { Reply, Row } from "../../src/ui/reply.ts";
import { createButton, createButtonRow, createMenuRow } from "../../src/ui/buttons.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { inlineCode, escapeMarkdown, plainText } from "../../src/ui/escape.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import { formatIdFooter, receipt } from "../../src/ui/receipt.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { createPageButtons, describePage } from "../kit/paged-list.ts";

export const showId = defineCustomId("taskboard.show", {});

/** For a list, which the task board then replaces. */
export const backButton = createButton({ customId: showId.encode({}), label: "Back to the task board" });

/** Above a line for each action: one, or several. */
export const actionHeadings = ["automatic action starts when …", "automatic actions start when …"] as const;
/** The service only tells when actions happen. */
export const unknownEffect = "What happens then is set in the workspace.";

/** Of the menu that proposes another board. */
export const switchId = defineCustomId("taskboard.switch", {});

function createSwitchMenu(boards: readonly Board[], presentId: string | undefined): readonly Row[] {
  const others = boards.filter(({ id }) => id !== presentId);
  const choices = others.map((board) => ({ value: board.id, label: formatBoardName(board) }));
  const label = presentId ? "Switch to another board" : "Choose a board";
  return createMenuRow(switchId.encode({}), label, choices);
}

const [boardsOnPage, actionsOnCard] = [10, 5];

type BoardInUse = NonNullable<Taskboard["board"]>;

/** With an id or a name; `undefined` if the workspace names no board. */
export function findBoardInUse({ board }: Taskboard): BoardInUse | undefined {
  if (board === undefined || (!board.id && plainText(board.name ?? "", 80) === "")) return undefined;
  return { ...board, id: board.id || undefined };
}

export function formatBoardName({
  id = "",
  name = "",
}: Pick<BoardInUse, "id"> & Partial<BoardInUse>): string {
  return plainText(name, 80) || `Board ${plainText(id, 40)}`;
}

export interface TaskboardView {
  readonly config: Taskboard;
  /** All of the account; `undefined` if unknown. */
  readonly boards: readonly Board[] | undefined;
  /** A line for each of its automatic actions; `undefined` if unknown. */
  readonly actionLines: readonly string[] | undefined;
  /** Whether the caller may choose another board. */
  readonly maySwitch: boolean;
  /** The ids of the buttons that open the lists. */
  readonly listIds: { readonly actions: string; readonly boards: string };
}

export function renderTaskboard({ config, boards, actionLines, maySwitch, listIds }: TaskboardView): Reply {
  const { type, taskboard } = config;
  const board = findBoardInUse(config);
  const isEmpty = taskboard === undefined && board === undefined;
  const others = boards?.filter(({ id }) => id !== board?.id).map(formatBoardName);
  const sentence = isEmpty
    ? "The workspace has no task board. An administrator can connect one in the workspace's settings."
    : board === undefined &&
      joinParts(["No board chosen yet.", !maySwitch && "Managers can choose one here."], " ");
  // Only an id tells boards of one name apart.
  const isShared = board !== undefined && others?.includes(formatBoardName(board)) === true;
  return {
    embeds: [
      createEmbed({
        title: board === undefined ? "Task board" : `Task board: ${escapeMarkdown(formatBoardName(board))}`,
        description: joinParts(
          [
            sentence,
            board === undefined && !isEmpty && `**Boards:** ${describeNames(others)}\n`,
            !isEmpty && formatActions(actionLines),
            board && `\n**Other boards:** ${describeNames(others)}`,
            board && !maySwitch && othersSwitch,
          ],
          "\n",
        ),
        footer: formatIdFooter({
          Account: taskboard?.username,
          Board: isShared ? board.id : undefined,
          Type: type,
        }),
        tone: board === undefined ? "waiting" : "information",
        thumbnailUrl: board?.background?.image,
      }),
    ],
    components: isEmpty
      ? []
      : [
          ...(maySwitch ? createSwitchMenu(boards ?? [], board?.id) : []),
          ...createButtonRow(
            createButton({ customId: listIds.actions, label: "Automatic actions" }),
            createButton({ customId: listIds.boards, label: "All boards" }),
          ),
        ],
  };
}

const othersSwitch = "Managers can switch to another board here.";

const [namesShown, unread] = [4, "couldn't be read"];

function describeNames(names: readonly string[] | undefined): string {
  if (names === undefined) return unread;
  const more = names.length - namesShown;
  const shown = names.slice(0, namesShown).map((name) => escapeMarkdown(name));
  return joinParts([...shown, more > 0 && `${formatNumber(more)} more`], ", ") || "none";
}

/** A heading with their count, then the first of them. */
function formatActions(lines: readonly string[] | undefined): string {
  if (lines === undefined) return `**Automatic actions:** ${unread}`;
  const [shown, more] = [lines.slice(0, actionsOnCard), lines.length - actionsOnCard];
  return joinParts(
    [
      `**${lines.length === 0 ? "No automatic actions" : pluralize(lines.length, ...actionHeadings)}**`,
      ...shown,
      more > 0 && `… and ${formatNumber(more)} more`,
      lines.length > 0 && unknownEffect,
    ],
    "\n",
  );
}

export interface BoardList {
  readonly boards: readonly Board[];
  /** The id of the board in use. */
  readonly presentId: string | undefined;
  /** Whether the caller may choose another. */
  readonly maySwitch: boolean;
  /** From 0. */
  readonly page: number;
  readonly createCustomId: (page: number) => string;
}

export function renderBoards({
  boards,
  presentId,
  maySwitch,
  page: asked,
  createCustomId,
}: BoardList): Reply {
  if (boards.length === 0) {
    const description = "No boards yet. Boards created in the task board's account will appear here.";
    return {
      embeds: [createEmbed({ title: "Task boards", description, tone: "over" })],
      components: createButtonRow(backButton),
    };
  }
  const page = paginate(boards, asked, boardsOnPage);
  const names = boards.map(formatBoardName);
  const lines = page.entries.map((board) => {
    const [isPresent, name] = [board.id === presentId, formatBoardName(board)];
    // Only an id tells boards of one name apart.
    const isShared = names.indexOf(name) !== names.lastIndexOf(name);
    return joinParts([
      `${isPresent ? "📌" : "🔹"} **${escapeMarkdown(name)}**`,
      isPresent && "in use here",
      isShared && inlineCode(board.id),
    ]);
  });
  return {
    embeds: [
      createEmbed({
        title: pluralize(boards.length, "task board"),
        description: joinParts([...lines, !maySwitch && othersSwitch], "\n"),
        footer: describePage(page) ?? "",
      }),
    ],
    components: [
      ...(maySwitch ? createSwitchMenu(page.entries, presentId) : []),
      ...createPageButtons(page, { before: "Previous", after: "Next" }, createCustomId, backButton),
    ],
  };
}

export const BoardChange = z.object({
  boardId: z.string(),
  /** The name of the board in use at the time of the preview, or its id if it has none. */
  before: z.string().optional(),
  beforeId: z.string().optional(),
  after: z.string(),
});
type BoardChange = z.output<typeof BoardChange>;

export const FormatChange = z.object({
  boardId: z.string(),
  boardName: z.string(),
  /** The position; the workspace doesn't reveal the previous one. */
  after: z.number(),
});
type FormatChange = z.output<typeof FormatChange>;

export function renderBoardChange({ boardId, before, after }: BoardChange): Reply {
  return {
    embeds: [
      createEmbed({
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
        footer: formatIdFooter({ Board: boardId }),
      }),
    ],
  };
}

export function renderBoardChanged({ before, after }: BoardChange, ctx: RenderContext): Reply {
  const earlier = before !== undefined && `Before, it used **${escapeMarkdown(before)}**.`;
  const sentence = joinParts([`The workspace now uses **${escapeMarkdown(after)}**.`, earlier], " ");
  const next = `See it with ${ctx.commandMention("taskboard show")}.`;
  return renderBoardReceipt("Board set", { line: sentence, next }, ctx);
}

export function renderFormatChange({ boardId, boardName: name, after }: FormatChange): Reply {
  return {
    embeds: [
      createEmbed({
        title: "Set this format?",
        description: "I can't show the current position: the workspace doesn't provide it.",
        fields: [
          { name: "Board", value: `**${escapeMarkdown(name)}**`, inline: true },
          { name: "Position", value: String(after), inline: true },
        ],
        footer: formatIdFooter({ Board: boardId }),
      }),
    ],
  };
}

export function renderFormatChanged({ boardName: name, after }: FormatChange, ctx: RenderContext): Reply {
  const sentence = `The position of **${escapeMarkdown(name)}** is now ${after}.`;
  const next = `See the boards with ${ctx.commandMention("taskboard show")}.`;
  return renderBoardReceipt("Format set", { line: sentence, next }, ctx);
}

function renderBoardReceipt(
  title: string,
  { line, next }: { readonly line: string; readonly next: string },
  ctx: RenderContext,
): Reply {
  return { ...receipt({ title, verb: "Set", lines: [line], next }, ctx), share: {} };
}
