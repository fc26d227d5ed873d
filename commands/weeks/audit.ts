import type { AuditActions } from "../../src/interactions/audit-action.ts";

export const weeksAudit = {
  "settings.history": {
    label: "Choose how long saved weeks are kept",
    say: (is) => ["set", "set", `how long saved weeks are kept to ${is("after") ?? "other"} months`],
    brief: (is) => `saved weeks to ${is("after") ?? "other"} months`,
  },
} as const satisfies AuditActions;
