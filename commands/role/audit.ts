import type { AuditActions } from "../../src/interactions/audit-action.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { formatBoldName } from "../kit/audit-words.ts";

export const roleAudit = {
  "role.create": {
    label: "Create a role in the workspace",
    say: (is) => [
      "created",
      "create",
      joinParts(["the role", formatBoldName(is("name")), "in the workspace"], " "),
    ],
    brief: (is) => joinParts(["the role", formatBoldName(is("name"))], " "),
  },
} as const satisfies AuditActions;
