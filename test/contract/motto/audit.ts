import { formatBoldName } from "../../../commands/kit/audit-words.ts";
import type { AuditActions } from "../../../src/interactions/audit-action.ts";

export const mottoAudit = {
  "motto.set": {
    label: "Choose their motto",
    done: "Chose their motto",
    say: (is) => ["chose", "choose", `the motto ${formatBoldName(is("after")) ?? "they have"}`],
    brief: () => "their motto",
  },
} as const satisfies AuditActions;
