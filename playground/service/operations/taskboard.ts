import type { taskboardRows } from "../../../src/api/contract/taskboard.ts";
import { Refusal } from "../reply.ts";
import type { Answers } from "../service.ts";
import { found, requireThat } from "./assertions.ts";

export const taskboardAnswers: Pick<Answers, keyof typeof taskboardRows> = {
  getTaskboard(_input, { state, oauthToken }) {
    const { type, account, boardId, boards } = state.taskboard;
    const board = boardId === undefined ? undefined : boards.get(boardId);
    // The contract does not name the secret, on purpose; the real service sends it all the same.
    const answer = { type, taskboard: account, board, oauth_token: oauthToken };
    return answer;
  },
  listTaskboardBoards: (_input, { state }) => [...state.taskboard.boards.values()],
  setTaskboardBoard({ body }, { state }) {
    found(state.taskboard.boards.get(body.board), "Board");
    state.taskboard.boardId = body.board;
    return {};
  },
  setTaskboardFormat({ body }, { state }) {
    const { position } = body.format;
    requireThat(Number.isInteger(position) && position >= 0, "format.position must be a whole number from 0");
    found(state.taskboard.boards.get(body.board), "Board");
    state.taskboard.positions.set(body.board, position);
    return { success: true };
  },
  listTaskboardActions: (_input, { state }) => [...state.taskboard.actions.values()],
  deleteTaskboardAction({ params }, { state }) {
    if (!state.taskboard.actions.delete(params.actionId)) throw new Refusal(404, "Action not found.");
    return { success: true };
  },
};
