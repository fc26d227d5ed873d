import type { AuditActions } from "../../src/interactions/audit-action.ts";
import { joinParts } from "../../src/ui/lines.ts";

export const remindAudit = {
  "remind.off": {
    label: "Turn reminders off",
    say: (is) => ["turned", "turn", `their reminder off${describeSubject(is("kind"))}`],
    brief: () => "a reminder off",
  },
  "remind.on": {
    label: "Turn reminders on",
    say: (is) => [
      "turned",
      "turn",
      joinParts(
        [
          `their reminder on${describeSubject(is("kind"))}`,
          is("after") && `${is("after")} hours before the week ends`,
        ],
        ", ",
      ),
    ],
    brief: () => "a reminder on",
  },
} as const satisfies AuditActions;

const subjects: Readonly<Record<string, string>> = {
  assignment: " for new assignments",
  marked: " for marked weeks",
  order: " for ready orders",
};

/** ` for ready orders` */
function describeSubject(kind = ""): string {
  return subjects[kind] ?? "";
}
