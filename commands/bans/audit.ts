import type { AuditActions } from "../../src/interactions/audit-action.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { shorten } from "../kit/audit-words.ts";

export const bansAudit = {
  "bans.delete": {
    label: "Delete a ban comment",
    say: (is) => {
      const comment = shorten(is("before"));
      return ["deleted", "delete", joinParts(["a ban comment", comment && `“${comment}”`], ": ")];
    },
    brief: () => "a ban comment",
  },
} as const satisfies AuditActions;
