import type { AuditActions } from "../../src/interactions/audit-action.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { formatBoldName } from "../kit/audit-words.ts";

export const workspaceAudit = {
  "workspace.settings": {
    label: "Change the workspace's settings",
    say(is) {
      const [name, theme] = [formatBoldName(is("after", "name")), formatBoldName(is("after", "theme"))];
      const changed = [
        name && `the workspace's name to ${name}`,
        theme && `the workspace's theme to ${theme}`,
      ];
      return ["changed", "change", joinParts(changed, " and ") || "the workspace's settings"];
    },
    brief: () => "the workspace's settings",
  },
} as const satisfies AuditActions;
