import type { AuditActions, Facts } from "../../src/interactions/audit-action.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { formatNumber } from "../../src/ui/numbers.ts";
import { mentionChannel, mentionMember, shorten } from "../kit/audit-words.ts";

export const requestAudit = {
  "request.approve": {
    label: "Approve a request for time",
    say: (is) => ["approved", "approve", describeRequest(is)],
    brief: describeBriefly,
  },
  "request.decline": {
    label: "Decline a request for time",
    say: (is) => ["declined", "decline", describeRequest(is)],
    brief: describeBriefly,
  },
  "request.expire": {
    label: "Let a request for time expire",
    say: (is) => ["lost", "lose", `their request for ${describeTimeAsked(is)} because nobody decided`],
    brief: (is) => `a request for ${formatMinutes(is)}`,
  },
  "request.mark-given": {
    label: "Mark a request for time as given",
    say: (is) => ["marked", "mark", `${describeRequest(is)} as given`],
    brief: (is) => `${describeBriefly(is)} as given`,
  },
  "request.reopen": {
    label: "Open a request for time again",
    say: (is) => ["opened", "open", `${describeRequest(is)} again`],
    brief: (is) => `${describeBriefly(is)} again`,
  },
  "request.time": {
    label: "Ask for time",
    say: (is) => ["asked", "ask", `for ${describeTimeAsked(is)}`],
    brief: (is) => `for ${formatMinutes(is)}`,
  },
  "request.withdraw": {
    label: "Withdraw a request for time",
    say: (is) => ["withdrew", "withdraw", `their request for ${describeTimeAsked(is)}`],
    brief: (is) => `a request for ${formatMinutes(is)}`,
  },
  "settings.requests": {
    label: "Choose the channel for time requests",
    target: "channel",
    say: (is) =>
      is("after") === undefined
        ? ["stopped", "stop", `time requests in ${mentionChannel(is("before"))}`]
        : ["chose", "choose", `${mentionChannel(is("after"))} for time requests`],
  },
} as const satisfies AuditActions;

function describeRequest(is: Facts): string {
  const [asked, given] = [is("asked"), is("minutes")];
  const other =
    asked !== undefined && asked !== given ? ` (asked for ${formatNumber(Number(asked))} min)` : "";
  return `${mentionMember(is("member"))}'s request for ${describeTimeAsked(is)}${other}`;
}

function describeBriefly(is: Facts): string {
  return `${mentionMember(is("member"))}'s ${formatMinutes(is)}`;
}

function describeTimeAsked(is: Facts): string {
  return joinParts([formatMinutes(is), is("day") && `on ${shorten(is("day"))}`], " ");
}

function formatMinutes(is: Facts): string {
  return `${formatNumber(Number(is("minutes") ?? 0))} min`;
}
