import type { AuditActions } from "../../src/interactions/audit-action.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { formatBoldName } from "../kit/audit-words.ts";

export const postsAudit = {
  "post.delete": {
    label: "Delete a post",
    say: (is) => ["deleted", "delete", joinParts(["the post", formatBoldName(is("before"))], " ")],
  },
} as const satisfies AuditActions;
