import type { AuditActions } from "../../src/interactions/audit-action.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { formatBoldName } from "../kit/audit-words.ts";

export const taskboardAudit = {
  "taskboard.delete-action": {
    label: "Delete a task board action",
    say: (is) => [
      "deleted",
      "delete",
      joinParts(["a task board action", formatBoldName(is("before"))], ": "),
    ],
    brief: () => "a task board action",
  },
  "taskboard.format": {
    label: "Set a board's format",
    say: (is) => [
      "set",
      "set",
      `the position of ${formatBoldName(is("boardName")) ?? "a task board"} to ${formatBoldName(is("after")) ?? "another one"}`,
    ],
    brief: (is) => `the position of ${formatBoldName(is("boardName")) ?? "a task board"}`,
  },
  "taskboard.set-board": {
    label: "Choose the task board",
    say: (is) => ["chose", "choose", `${formatBoldName(is("after")) ?? "a board"} as the task board`],
    brief: (is) => joinParts(["the task board", formatBoldName(is("after"))], " "),
  },
} as const satisfies AuditActions;
