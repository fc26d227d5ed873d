import { reminderKinds } from "../../src/domain/reminder-kinds.ts";
import type { ConnectionRequest } from "../../src/store/connection-requests.ts";
import type { KeptData } from "../../src/store/personal-data.ts";
import type { Week } from "../../src/store/weeks.ts";
import { embed } from "../../src/ui/embed.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import { describeDisplay } from "../../src/ui/people.ts";
import { idFooter } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { timestamp } from "../../src/ui/time.ts";
import { describeDay } from "../../src/ui/week-text.ts";
import { reminderTexts } from "../remind/render-state.ts";

/** The maximum of audit log entries that are counted and exported. */
export const maxEntries = 5_000;

export interface KeptView {
  readonly kept: KeptData;
  /** How long weeks are kept here. */
  readonly months: number;
  /** Where it is not shown in that server. */
  readonly serverName: string | undefined;
}

export function renderKept({ kept, months, serverName }: KeptView, { commandMention }: RenderContext): Reply {
  const { weeks, requests, timeRequests, imports, reminders, rewards, drafts, auditEntries } = kept;
  const where = serverName === undefined ? "" : ` in ${escapeMarkdown(serverName, 60)}`;
  const entries =
    auditEntries.length < maxEntries
      ? pluralize(auditEntries.length, "entry", "entries")
      : `${formatNumber(maxEntries)} entries or more`;
  const lines = [
    ["Names", describeNames(kept)],
    ["Saved weeks", describeWeeks(weeks, months)],
    ["Requests to connect", describeRequests(requests)],
    [
      "Requests for time",
      timeRequests.length > 0 &&
        `${timeRequests.length}, kept for 30 days. Their cards stay, with reasons and pictures, until you're forgotten.`,
    ],
    ["Imports", imports.length > 0 && `${pluralize(imports.length, "line")}, kept for 7 days`],
    ["Reminders", reminders.length > 0 && `${namesOf(reminders)}, until you turn them off`],
    [
      "Reward roles",
      rewards.length > 0 &&
        `${rewards.map(({ roleId }) => `<@&${roleId}>`).join(", ")} and the weeks that earned them, until the next marked week`,
    ],
    [
      "Audit log",
      auditEntries.length > 0 &&
        `${entries} by or about you, kept for 180 days. Forgetting removes your names from them, not your ids.`,
    ],
    ["Previews and lists", drafts.length > 0 && `${drafts.length}, kept for a day after they expire`],
  ] as const;
  const missing = lines.filter(([, text]) => text === false).map(([name]) => name.toLowerCase());
  return {
    embeds: [
      embed({
        title: `What I keep about you${where}`,
        description: joinParts(
          [
            describeConnection(kept),
            ...lines.map(([name, text]) => text !== false && `▫️ **${name}:** ${text}`),
            missing.length > 0 && `▫️ **Nothing** about ${missing.join(", ")}`,
            subtext(
              `${commandMention("privacy export")} gives you all of it. ${commandMention("privacy forget")} deletes it.`,
            ),
          ],
          "\n",
        ),
        footer: idFooter({ "User id": kept.account?.userId }),
      }),
    ],
  };
}

function namesOf(reminders: KeptData["reminders"]): string {
  const kept = new Set(reminders.map(({ kind }) => kind));
  const names = reminderKinds.filter((kind) => kept.has(kind)).map((kind) => reminderTexts[kind].name);
  return names.join(", ");
}

function describeConnection({ account }: KeptData): string {
  if (account === undefined) return "You aren't connected.";
  const since = timestamp(Temporal.Instant.fromEpochMilliseconds(account.connectedAt), "D");
  const user = account.forgottenAt === undefined ? `**${describeDisplay(account)}**` : "a workspace user";
  return `Connected to ${user} since ${since}.`;
}

function describeNames({ account, names }: KeptData): string | false {
  if (account === undefined || account.forgottenAt !== undefined) return false;
  const seen = names.some(({ displayName }) => displayName !== null);
  return joinParts(
    [
      `${escapeMarkdown(account.memberName, 60) || "unnamed"} here`,
      seen && "your name in the workspace, until 90 days after I last saw it",
    ],
    ", and ",
  );
}

function describeWeeks(weeks: readonly Week[], months: number): string | false {
  const first = weeks.at(-1);
  if (first === undefined) return false;
  return `${weeks.length} since ${describeDay(first.weekStart)}, with minutes, messages, orders and assignments, kept for ${months} months`;
}

function describeRequests(requests: readonly ConnectionRequest[]): string | false {
  if (requests.length === 0) return false;
  const open = requests.filter(({ state }) => state === "open").length;
  const ended = requests.length - open;
  return `${joinParts([open > 0 && `${open} open`, ended > 0 && `${ended} decided`], ", ")}, with your names, kept for 30 days`;
}
