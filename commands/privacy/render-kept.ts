import type { ConnectionRequest } from "../account/request/store.ts";
import type { KeptData } from "./store.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import { formatNumber, pluralize, pluralizeText } from "../../src/ui/numbers.ts";
import { describeDisplay } from "../../src/ui/people.ts";
import { formatIdFooter } from "../../src/ui/receipt.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { timestamp } from "../../src/ui/time.ts";

/** The maximum of audit log entries that are counted and exported. */
export const maxEntries = 5_000;

export interface KeptView {
  readonly kept: KeptData;
  /** How long weeks are kept here. */
  readonly months: number;
  /** Where it is not shown in that server. */
  readonly serverName: string | undefined;
}

export function renderKept({ kept, months, serverName }: KeptView): Reply {
  const { weeks, requests, timeRequests, imports, reminders, messages, rewards, drafts, auditEntries } = kept;
  const { importsBegun, schedules, links } = kept;
  const where = serverName === undefined ? "" : ` in ${escapeMarkdown(serverName, 60)}`;
  const entries =
    auditEntries.length < maxEntries
      ? formatCounted(auditEntries, "audit log entry", "audit log entries")
      : `**${formatNumber(maxEntries)} audit log entries or more**`;
  // Most wanted first; behind each, what is said where nothing of it is kept.
  const lines: readonly (readonly [text: string | false, name: string])[] = [
    [
      weeks.length > 0 &&
        `${formatCounted(weeks, "saved week")}, kept for ${months} months: minutes, messages, orders, assignments`,
      "saved weeks",
    ],
    [describeNames(kept), "names"],
    [reminders.length > 0 && `${formatCounted(reminders, "reminder")}, until turned off`, "reminders"],
    [
      timeRequests.length > 0 &&
        `${formatCounted(timeRequests, "request for time", "requests for time")}, for 30 days; cards until you're forgotten`,
      "requests",
    ],
    [describeRequests(requests), "requests"],
    [
      rewards.length > 0 &&
        `**Reward roles**: ${rewards.map(({ roleId }) => `<@&${roleId}>`).join(", ")} and their weeks, until the next marked week`,
      "reward roles",
    ],
    [
      messages.length > 0 &&
        `${formatCounted(messages, "message")} to you or about you that I haven't been able to send yet, for a week at most`,
      "unsent messages",
    ],
    [
      drafts.length > 0 &&
        pluralizeText(drafts.length, {
          one: "**1 message whose buttons still work**, deleted a day after it expires",
          other: "**{count} messages whose buttons still work**, deleted a day after they expire",
        }),
      "messages with buttons",
    ],
    [
      imports.length > 0 && `${formatCounted(imports, "line in an import", "lines in imports")}, for 7 days`,
      "imports",
    ],
    [
      importsBegun.length > 0 &&
        `${formatCounted(importsBegun, "import")} you began, for 7 days; those who were connected stay so`,
      "imports",
    ],
    [schedules.length > 0 && `${formatCounted(schedules, "schedule")} you made, until removed`, "schedules"],
    [links.length > 0 && `${formatCounted(links, "link")} to a workspace you made, until removed`, "links"],
    [auditEntries.length > 0 && `${entries} by or about you, for 180 days`, "audit log entries"],
  ];
  const listNames = (isKept: boolean) =>
    new Set(lines.flatMap(([text, name]) => ((text !== false) === isKept ? name : [])));
  const missing = listNames(false).difference(listNames(true));
  return {
    embeds: [
      createEmbed({
        title: `What I keep about you${where}`,
        description: joinParts(
          [
            describeConnection(kept),
            ...lines.map(([text]) => text !== false && `- ${text}`),
            kept.calendarAddress !== undefined &&
              "- **Your calendar address**, as a code that nobody can turn back into it, until you turn it off or no app reads it for 90 days",
            kept.presences.length > 0 &&
              "- **Whether you're in the game** and since when, as last read, for a day",
            kept.hiddenAt !== undefined &&
              "- **Your wish** not to be shown when you're on, until you're disconnected and forgotten",
            missing.size > 0 && subtext(`No ${orList.format(missing)}.`),
          ],
          "\n",
        ),
        footer: formatIdFooter({ "User id": kept.account?.userId }),
      }),
    ],
  };
}

const orList = new Intl.ListFormat("en-GB", { type: "disjunction" });

const formatCounted = (all: readonly unknown[], one: string, many?: string): string =>
  `**${pluralize(all.length, one, many)}**`;

function describeConnection({ account, formerAccounts, forgotten: [last] }: KeptData): string {
  if (account === undefined)
    return formerAccounts.length === 0
      ? "You aren't connected."
      : "You aren't connected. I still know which workspace user you were, so you can delete what's kept of that user.";
  const since = timestamp(Temporal.Instant.fromEpochMilliseconds(account.connectedAt), "D");
  const user =
    account.forgottenAt === undefined
      ? `**${describeDisplay(account)}** in the workspace`
      : "a workspace user";
  const connected = `Connected to ${user} since ${since}.`;
  if (last === undefined) return connected;
  const forgottenOn = timestamp(Temporal.Instant.fromEpochMilliseconds(last.forgottenAt), "D");
  return `${connected} You were forgotten on ${forgottenOn}, so weeks from before aren't saved again.`;
}

function describeNames({ account, names }: KeptData): string | false {
  const seen = names.some(({ displayName }) => displayName !== null);
  if (account === undefined) return seen && "**Names**: your workspace name for 90 days after I last saw it";
  if (account.forgottenAt !== undefined) return false;
  const here = "**Names**: your name here";
  return seen ? `${here}, and your workspace name for 90 days after I last saw it` : here;
}

function describeRequests(requests: readonly ConnectionRequest[]): string | false {
  if (requests.length === 0) return false;
  const open = requests.filter(({ state }) => state === "open").length;
  const all = formatCounted(requests, "request to connect", "requests to connect");
  return `${joinParts([all, open > 0 && `(${open} open)`], " ")}, with your names, for 30 days`;
}
