import type { AuditActions } from "../../src/interactions/audit-action.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { mentionChannel } from "../kit/audit-words.ts";

export const auditAudit = {
  "audit.channel": {
    label: "Choose the audit log channel",
    target: "channel",
    say: (is) =>
      is("after") === undefined
        ? ["stopped", "stop", `posting the audit log in ${mentionChannel(is("before"))}`]
        : ["chose", "choose", `${mentionChannel(is("after"))} for the audit log`],
  },
  "audit.export": {
    label: "Export the audit log",
    say: (is) => ["exported", "export", `the audit log${formatCount(is("entries"), "entry", "entries")}`],
    brief: () => "the audit log",
  },
  "component.refused": {
    label: "Use someone else's button",
    say: () => ["used", "use", "a button that isn't theirs"],
    brief: () => "someone else's button",
  },
} as const satisfies AuditActions;

function formatCount(value: string | undefined, one: string, many: string): string {
  return value === undefined ? "" : ` (${pluralize(Number(value), one, many)})`;
}
