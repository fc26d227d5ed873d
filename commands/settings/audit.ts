import type { AuditActions } from "../../src/interactions/audit-action.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { formatBoldName, mentionChannel, shorten } from "../kit/audit-words.ts";

export const settingsAudit = {
  "settings.managers-channel": {
    label: "Choose the managers' channel",
    target: "channel",
    say: (is) =>
      is("after") === undefined
        ? ["stopped", "stop", `using ${mentionChannel(is("before"))} as the managers' channel`]
        : ["chose", "choose", `${mentionChannel(is("after"))} as the managers' channel`],
  },
  "settings.clock": {
    label: "Choose how times and dates are written",
    say: (is) => [
      "chose",
      "choose",
      joinParts(["how times and dates are written", is("after") && shorten(is("after"))], ": "),
    ],
  },
  "settings.pictures": {
    label: "Choose dark, light or no pictures",
    say(is) {
      const after = is("after");
      // Entries from before there were two kinds say `on`.
      return after === "dark" || after === "light"
        ? ["chose", "choose", `${formatBoldName(after)} pictures`]
        : ["turned", "turn", `pictures ${formatBoldName(after) ?? "on or off"}`];
    },
  },
  "settings.week-start": {
    label: "Choose the first day of the week",
    say: (is) => [
      "set",
      "set",
      `the first day of the week to ${formatBoldName(is("after")) ?? "another day"}`,
    ],
    brief: (is) => `the first day to ${formatBoldName(is("after")) ?? "another day"}`,
  },
  "settings.zone": {
    label: "Choose the time zone",
    say: (is) => ["set", "set", `the time zone to ${formatBoldName(is("after")) ?? "another one"}`],
  },
} as const satisfies AuditActions;
