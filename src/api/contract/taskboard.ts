import { z } from "zod";
import {
  DateTime,
  defineReadable,
  Id,
  IdText,
  listField,
  UndocumentedBody,
  optionalField,
  responseFields,
  Success,
  tolerantField,
} from "./fields.ts";
import { records } from "./records.ts";
import { minuteMs } from "../../time.ts";

export const Board = z.object({
  id: Id,
  name: tolerantField(z.string()),
  ...responseFields({ background: optionalField(z.object({ image: optionalField(z.string()) })) }),
});
export type Board = z.output<typeof Board>;

/** Shown as it is. */
const FieldValue = defineReadable("text", { type: ["string", "number", "boolean"] }, (value) =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined,
);

/** The service also sends a live secret of the board's owner. It isn't in the schema, so it is dropped unread. */
export const Taskboard = z.object({
  // All three tell whether there is a task board at all, so what can't be read isn't taken for none.
  type: optionalField(z.string()),
  taskboard: optionalField(z.object({ username: tolerantField(z.string()) })),
  /** Without an id or with an empty one while none is chosen: read it with `findBoardInUse`. */
  board: optionalField(Board.extend({ id: optionalField(z.string()) })),
});
export type Taskboard = z.output<typeof Taskboard>;

export const TaskboardTrigger = z.object({
  type: tolerantField(z.string()),
  name: tolerantField(z.string()),
  group: tolerantField(z.string()),
  fields: listField(
    z.object({
      type: tolerantField(z.string()),
      value: tolerantField(FieldValue),
      reset_type: tolerantField(z.string()),
      after: tolerantField(z.number()),
      on: tolerantField(z.number()),
      grace: tolerantField(z.number()),
    }),
  ),
});
export type TaskboardTrigger = z.output<typeof TaskboardTrigger>;

export const TaskboardAction = z.object({
  _id: Id,
  created_by: tolerantField(IdText),
  createdAt: tolerantField(DateTime),
  triggers: listField(TaskboardTrigger),
});
export type TaskboardAction = z.output<typeof TaskboardAction>;

const params = z.object({ workspaceId: Id });

export const taskboardRows = {
  getTaskboard: {
    method: "GET",
    path: "/workspace/taskboard/{workspaceId}",
    params,
    response: Taskboard,
    retryable: true,
    cacheMs: 2 * minuteMs,
  },
  listTaskboardBoards: {
    method: "GET",
    path: "/workspace/taskboard/{workspaceId}/boards",
    params,
    response: records(Board, "board", 2_000),
    retryable: true,
    cacheMs: 2 * minuteMs,
  },
  setTaskboardBoard: {
    method: "POST",
    path: "/workspace/taskboard/{workspaceId}/boards",
    params,
    body: z.object({ board: z.string() }),
    response: UndocumentedBody,
    retryable: false,
    invalidates: ["getTaskboard", "listTaskboardBoards", "listTaskboardActions"],
  },
  setTaskboardFormat: {
    method: "POST",
    path: "/workspace/taskboard/{workspaceId}/format",
    params,
    body: z.object({ board: z.string(), format: z.object({ position: z.number() }) }),
    response: Success,
    retryable: false,
    invalidates: ["getTaskboard"],
  },
  listTaskboardActions: {
    method: "GET",
    path: "/workspace/taskboard/{workspaceId}/actions",
    params,
    response: records(TaskboardAction, "action", 2_000),
    retryable: true,
    cacheMs: 2 * minuteMs,
  },
  deleteTaskboardAction: {
    method: "DELETE",
    path: "/workspace/taskboard/{workspaceId}/actions/{actionId}",
    params: z.object({ workspaceId: Id, actionId: Id }),
    response: Success,
    retryable: false,
    invalidates: ["listTaskboardActions"],
  },
} as const;
