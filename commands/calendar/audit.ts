import type { AuditActions } from "../../src/interactions/audit-action.ts";

export const calendarAudit = {
  "calendar.subscribe": {
    label: "Make a calendar address",
    say: (is) => [
      "made",
      "make",
      is("isReplaced") === "true"
        ? "a new calendar address in place of their earlier one"
        : "an address for their calendar",
    ],
  },
  "calendar.turn-off": {
    label: "Turn a calendar address off",
    say: () => ["turned", "turn", "their calendar address off"],
  },
} as const satisfies AuditActions;
