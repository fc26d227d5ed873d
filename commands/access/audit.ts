import type { AuditActions } from "../../src/interactions/audit-action.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { describeFromTo, formatBoldName, mentionRole } from "../kit/audit-words.ts";

export const accessAudit = {
  "access.set": {
    label: "Change what a role may do",
    target: "role",
    say: (is, target) => [
      "changed",
      "change",
      joinParts([mentionRole(target ?? is("roleId")), describeFromTo(is, "what it may do")], " "),
    ],
    brief: (is, target) =>
      `${mentionRole(target ?? is("roleId"))} to ${formatBoldName(is("after")) ?? "another tier"}`,
  },
} as const satisfies AuditActions;
