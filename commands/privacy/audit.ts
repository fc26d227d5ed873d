import type { AuditActions } from "../../src/interactions/audit-action.ts";

export const privacyAudit = {
  "privacy.forget": {
    label: "Delete their own data",
    say: () => ["deleted", "delete", "**their own** data"],
    brief: () => "their own data",
  },
  "privacy.forget-person": {
    label: "Delete someone's data",
    say: (is, target, { person }) => [
      "deleted",
      "delete",
      `the data kept about ${person(is("userId") ?? target)}`,
    ],
  },
  "presence.hide": {
    label: "Hide when they're on",
    say: () => ["hid", "hide", "when they're on in the game"],
    brief: () => "when they're on",
  },
  "presence.show": {
    label: "Show when they're on",
    say: () => ["showed", "show", "when they're on in the game again"],
    brief: () => "when they're on",
  },
} as const satisfies AuditActions;
