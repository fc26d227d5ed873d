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

/** Of the audit log, that are counted and exported. */
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
  const where = serverName === undefined ? "in this server" : `in ${escapeMarkdown(serverName, 60)}`;
  const entries =
    auditEntries.length < maxEntries
      ? pluralize(auditEntries.length, "entry", "entries")
      : `${formatNumber(maxEntries)} entries or more`;
  const lines = [
    ["Names", describeNames(kept)],
    ["Saved weeks", describeWeeks(weeks, months)],
    ["Requests to be connected", describeRequests(requests)],
    [
      "Requests for time",
      timeRequests.length === 0
        ? "none"
        : `${timeRequests.length}, each for 30 days. Their cards, with reasons and pictures, stay in the managers' channel until you're forgotten.`,
    ],
    ["Imports", imports.length > 0 && `${pluralize(imports.length, "line")} about you, each for 7 days`],
    ["Reminders", reminders.length === 0 ? "none" : `${namesOf(reminders)}; until you turn them off`],
    [
      "Reward roles",
      rewards.length > 0 &&
        `${rewards.map(({ roleId }) => `<@&${roleId}>`).join(", ")}, with the week that earned each; until the next week is marked`,
    ],
    [
      "Audit log",
      auditEntries.length === 0
        ? "no entries"
        : `${entries} by you or about you, each for 180 days. Your ids stay in them; your names can be deleted.`,
    ],
    [
      "Open previews and lists",
      drafts.length === 0
        ? "none"
        : `${drafts.length}, so that buttons work; deleted a day after they expire`,
    ],
  ] as const;
  return {
    embeds: [
      embed({
        title: `What I keep about you ${where}`,
        description: joinParts(
          [
            describeConnection(kept),
            ...lines.map(([name, text]) => text !== false && `▫️ **${name}** ${text}`),
            subtext(
              `${commandMention("privacy export")} gives you all of it in a file; ${commandMention("privacy forget")} deletes it.`,
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
  if (account === undefined) return "You aren't connected to a workspace user.";
  const since = timestamp(Temporal.Instant.fromEpochMilliseconds(account.connectedAt), "D");
  const user = account.forgottenAt === undefined ? `**${describeDisplay(account)}**` : "a workspace user";
  return `You've been connected to ${user} since ${since}.`;
}

function describeNames({ account, names }: KeptData): string {
  if (account === undefined || account.forgottenAt !== undefined) return "none";
  const seen = names.some(({ displayName }) => displayName !== null);
  return joinParts(
    [
      `**${escapeMarkdown(account.memberName, 60) || "unnamed"}** in the server`,
      seen && "I keep the one in the workspace for 90 days after I last saw it",
    ],
    ". ",
  );
}

function describeWeeks(weeks: readonly Week[], months: number): string {
  const [last] = weeks;
  const first = weeks.at(-1);
  if (last === undefined || first === undefined) return "none";
  const span =
    first.weekStart === last.weekStart
      ? `from ${describeDay(first.weekStart)}`
      : `from ${describeDay(first.weekStart)} to ${describeDay(last.weekStart)}`;
  return `${weeks.length}, ${span}: minutes, messages, orders and assignments, each for ${months} months`;
}

function describeRequests(requests: readonly ConnectionRequest[]): string {
  if (requests.length === 0) return "none";
  const open = requests.filter(({ state }) => state === "open").length;
  const ended = requests.length - open;
  return `${joinParts([open > 0 && `${open} open`, ended > 0 && `${ended} decided`], ", ")}, with your names, each for 30 days`;
}
