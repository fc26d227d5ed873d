import { z } from "zod";
import { DateTime, Id, list, NothingShown, optional, Success } from "./fields.ts";
import { records } from "./records.ts";

export const Board = z.object({
  id: Id,
  name: optional(z.string()),
  background: optional(
    z.object({
      color: optional(z.string()),
      brightness: optional(z.string()),
      image: optional(z.string()),
    }),
  ),
});
export type Board = z.output<typeof Board>;

/** The service also sends a live secret of the board's owner. It is not named here, so it is dropped unread. */
export const Taskboard = z.object({
  type: optional(z.string()),
  taskboard: optional(z.object({ id: optional(z.string()), username: optional(z.string()) })),
  board: optional(Board),
});
export type Taskboard = z.output<typeof Taskboard>;

export const TaskboardTrigger = z.object({
  type: optional(z.string()),
  name: optional(z.string()),
  group: optional(z.string()),
  fields: list(
    z.object({
      type: optional(z.string()),
      value: optional(z.string()),
      reset_type: optional(z.string()),
      after: optional(z.number()),
      on: optional(z.number()),
      grace: optional(z.number()),
    }),
  ),
});
export type TaskboardTrigger = z.output<typeof TaskboardTrigger>;

export const TaskboardAction = z.object({
  _id: Id,
  created_by: optional(z.string()),
  createdAt: optional(DateTime),
  triggers: list(TaskboardTrigger),
});
export type TaskboardAction = z.output<typeof TaskboardAction>;

const params = z.object({ workspaceId: Id });

export const taskboardRows = {
  getTaskboard: {
    method: "GET",
    path: "/workspace/taskboard/{workspaceId}",
    params,
    success: Taskboard,
    repeatable: true,
    cacheMs: 2 * 60_000,
  },
  listTaskboardBoards: {
    method: "GET",
    path: "/workspace/taskboard/{workspaceId}/boards",
    params,
    success: records(Board, "board", 2_000),
    repeatable: true,
    cacheMs: 2 * 60_000,
  },
  setTaskboardBoard: {
    method: "POST",
    path: "/workspace/taskboard/{workspaceId}/boards",
    params,
    body: z.object({ board: z.string() }),
    success: NothingShown,
    repeatable: false,
    empties: ["getTaskboard", "listTaskboardBoards", "listTaskboardActions"],
  },
  setTaskboardFormat: {
    method: "POST",
    path: "/workspace/taskboard/{workspaceId}/format",
    params,
    body: z.object({ board: z.string(), format: z.object({ position: z.number() }) }),
    success: Success,
    repeatable: false,
    empties: ["getTaskboard"],
  },
  listTaskboardActions: {
    method: "GET",
    path: "/workspace/taskboard/{workspaceId}/actions",
    params,
    success: records(TaskboardAction, "action", 2_000),
    repeatable: true,
    cacheMs: 2 * 60_000,
  },
  deleteTaskboardAction: {
    method: "DELETE",
    path: "/workspace/taskboard/{workspaceId}/actions/{actionId}",
    params: z.object({ workspaceId: Id, actionId: Id }),
    success: Success,
    repeatable: false,
    empties: ["listTaskboardActions"],
  },
} as const;
