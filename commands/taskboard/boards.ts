import type { z } from "zod";
import type { Board } from "../../src/api/contract/taskboard.ts";
import { UserError } from "../../src/errors.ts";
import { findNamed } from "../../src/domain/search.ts";
import { suggestKnown } from "../kit/autocomplete.ts";
import {
  findBoardInUse,
  formatBoardName,
  renderBoards,
  BoardChange,
  renderBoardChange,
  renderBoardChanged,
  switchId,
} from "./render-board.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { canUse } from "../../src/interactions/access.ts";
import { defineSelect } from "../../src/interactions/components.ts";
import type { Component } from "../../src/interactions/handler.ts";
import type { LinkedContext, WritableContext } from "../../src/interactions/handler-context.ts";
import { findListed } from "../kit/find-listed.ts";
import { definePagedList } from "../kit/paged-list.ts";
import type { ReadApi } from "../../src/api/client.ts";
import { ContractError } from "../../src/api/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import type { Reply } from "../../src/ui/reply.ts";

export const suggestBoard = suggestKnown(
  "listTaskboardBoards",
  ({ workspaceId }) => ({ params: { workspaceId } }),
  (boards) =>
    boards.map((board) => {
      const name = formatBoardName(board);
      return { text: name, name, value: board.id };
    }),
);

/**
 * By id, otherwise by its name or a part of it, if only one has that: people may type over a suggestion.
 * @throws UserError if there is none, or more than one
 */
export function findBoard(boards: readonly Board[], typed: string): Board {
  const [found, ...others] = matchBoards(boards, typed);
  if (found !== undefined && others.length === 0) return found;
  const problem =
    found === undefined
      ? "The task board's account has no board with that name or id"
      : "Several boards match that name";
  throw new UserError(
    `${problem}, so nothing was changed. Choose a suggestion, or see all with \`/taskboard show\`.`,
  );
}

const matchBoards = (boards: readonly Board[], typed: string): readonly Board[] =>
  findNamed(
    boards.map((board) => ({ text: board.name ?? "", value: board.id, board })),
    typed,
  ).map(({ board }) => board);

/** One of the boards that there are at present. @throws UserError as `findBoard` */
export async function readBoard(typed: string, ctx: LinkedContext): Promise<Board> {
  const params = { workspaceId: ctx.workspaceId };
  const { list } = await findListed(
    (options) => ctx.api.listTaskboardBoards({ params }, options),
    (boards) => matchBoards(boards, typed)[0],
    ctx,
  );
  return findBoard(list, typed);
}

interface Boards {
  readonly boards: readonly Board[];
  readonly present: ReturnType<typeof findBoardInUse>;
}

/** @param isChange what is read leads to a change: it may have been made elsewhere since the last time */
async function readBoards({ api, workspaceId }: LinkedContext, isChange = false): Promise<Boards> {
  const params = { workspaceId };
  const [boards, config] = await Promise.all([
    api.listTaskboardBoards({ params }),
    api.getTaskboard({ params }, isChange ? { noCache: true } : {}),
  ]);
  return { boards, present: findBoardInUse(config) };
}

export const boardList = definePagedList({
  name: "taskboard.boards",
  about: {},
  access: "staff",
  needs: "link",
  async show({ page }, ctx, { createCustomId }) {
    const maySwitch = canUse("manager", ctx.invoker);
    const { boards, present } = await readBoards(ctx);
    return renderBoards({ boards, presentId: present?.id, maySwitch, page, createCustomId });
  },
});

const setBoardConfirmation = defineConfirmation<z.output<typeof BoardChange>, null, "write">({
  kind: "taskboard.set-board",
  access: "manager",
  needs: "write",
  payload: BoardChange,
  confirm: { label: "Use this board", destructive: false },
  cancel: { label: "Not now", sentence: "Nothing was changed." },
  unknownOutcomeText:
    "I asked the workspace to use the other board but got no clear answer, so I don't know whether it does. Check `/taskboard show` before you try again.",
  async execute({ boardId, beforeId }, { api, workspaceId }) {
    const presentId = await readBoardInUse(api, workspaceId);
    if (presentId !== undefined && presentId !== beforeId)
      throw new UserError(
        "The workspace has switched to another board since this preview, so nothing was changed. See it with `/taskboard show`.",
      );
    await api.setTaskboardBoard({ params: { workspaceId }, body: { board: boardId } });
    if ((await readBoardInUse(api, workspaceId)) !== boardId) {
      throw new ContractError("setTaskboardBoard", [], { retryable: false });
    }
    return null;
  },
  outcome: {
    target: (_result, { boardId }) => boardId,
    duplicateText: () => "This board was already set. Nothing was sent twice.",
  },
  receipt: (_result, payload, ctx) => renderBoardChanged(payload, renderContext(ctx)),
  undo: {
    isOffered: (_result, { beforeId }) => beforeId !== undefined,
    run: ({ beforeId = "" }, ctx) => previewBoardChange(beforeId, ctx),
  },
});

/** Read again, since the preview may be old and the response to the change doesn't say; `undefined` if unknown. */
async function readBoardInUse(api: ReadApi, workspaceId: string): Promise<string | undefined> {
  return api.getTaskboard({ params: { workspaceId } }, { noCache: true }).then(
    (config) => findBoardInUse(config)?.id,
    () => undefined,
  );
}

/** @throws UserError if there is no such board, or it is the one in use */
async function previewBoardChange(typed: string, ctx: WritableContext): Promise<Reply> {
  const to = await readBoard(typed, ctx);
  const { boards: all, present } = await readBoards(ctx, true);
  if (to.id === present?.id)
    throw new UserError("The workspace already uses this board, so nothing was changed.");
  const payload = {
    boardId: to.id,
    before: present && formatBoardName(all.find(({ id }) => id === present.id) ?? present),
    beforeId: present?.id,
    after: formatBoardName(to),
  };
  return setBoardConfirmation.prompt(payload, renderBoardChange(payload), ctx);
}

const switchMenu = defineSelect({
  id: switchId,
  access: "manager",
  needs: "write",
  ack: "ephemeral",
  opensPreview: true,
  run: (_ids, ctx, { values: [boardId = ""] }) => previewBoardChange(boardId, ctx),
});

export const boardComponents: readonly Component[] = [
  ...boardList.components,
  switchMenu,
  ...setBoardConfirmation.components,
];
