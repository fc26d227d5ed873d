import type { AuditActions } from "../../src/interactions/audit-action.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { describeFromTo, formatBoldName, mentionChannel } from "../kit/audit-words.ts";

export const linkAudit = {
  "link.channel": {
    label: "Choose a channel's workspace",
    target: "channel",
    say: (is, target) => [
      "made",
      "make",
      `${mentionChannel(target)} use ${formatBoldName(is("after")) ?? "the default workspace"}`,
    ],
  },
  "link.default": {
    label: "Choose the default workspace",
    say: (is) => ["made", "make", `${formatWorkspace(is("after"))} the default workspace`],
    brief: (is) => `${formatWorkspace(is("after"))} the default`,
  },
  "link.machines": {
    label: "Choose which ids are machines",
    say: (is) => [
      "changed",
      "change",
      joinParts([`the machines of ${formatWorkspace(is("workspace"))}`, describeFromTo(is, "")], " "),
    ],
    brief: (is) => `the machines of ${formatWorkspace(is("workspace"))}`,
  },
  "link.read-only": {
    label: "Make a link read-only, or allow changes",
    say: (is) =>
      is("after") === "read-only"
        ? ["made", "make", `${formatWorkspace(is("workspace"))} read-only`]
        : ["allowed", "allow", `changes in ${formatWorkspace(is("workspace"))} again`],
  },
  "link.remove": {
    label: "Remove a link",
    say: (is) =>
      is("everything") === "true"
        ? ["deleted", "delete", "everything about this server"]
        : ["unlinked", "unlink", formatWorkspace(is("before"))],
  },
  "link.rename": {
    label: "Rename a workspace",
    say: (is) => [
      "renamed",
      "rename",
      joinParts([formatBoldName(is("before")), formatBoldName(is("after"))], " to "),
    ],
  },
  "link.set": {
    label: "Link a workspace, or replace its key",
    done: "Linked a workspace, or replaced its key",
    say: (is) => {
      const name = formatWorkspace(is("after"));
      const changes =
        is("changes") === undefined
          ? ""
          : is("changes") === "read-only"
            ? ", read-only"
            : ", changes allowed";
      return is("before") === undefined
        ? ["linked", "link", `${name}${changes}`]
        : ["replaced", "replace", `the key of ${name}${changes}`];
    },
  },
} as const satisfies AuditActions;

function formatWorkspace(name: string | undefined): string {
  return formatBoldName(name) ?? "a workspace";
}
