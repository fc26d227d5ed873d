import type { AuditActions } from "../../src/interactions/audit-action.ts";

export const sessionAudit = {
  "session.create-server": {
    label: "Create a session server",
    say: () => ["created", "create", "a server for an event"],
    brief: () => "a session server",
  },
} as const satisfies AuditActions;
