import type { UserActivity } from "../../src/api/contract/activity.ts";
import { minuteMs } from "../../src/time.ts";
import {
  parseGoal,
  describeGoalsPassed,
  describeNoGoals,
  describeWeekState,
  sortGoalsByUrgency,
  findEndOfWeekMs,
  getToneOfGoals,
  listGoalStatuses,
  formatGoalLines,
  withTimeLeft,
} from "../weeks/index.ts";
import { replaceCommandMentions } from "../../src/ui/command-mentions.ts";
import { createEmbed, type EmbedFieldParts } from "../../src/ui/embed.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { joinFirstLines, fitLines, joinParts, subtext } from "../../src/ui/lines.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import {
  splitAtReset,
  sortEntries,
  isRunning,
  measureVisits,
  formatMinutes,
  describeChosenUnit,
  guessUnitOfEntries,
  formatEntryLine,
  listDoubts,
} from "../activity/index.ts";
import { reminderTexts } from "../remind/index.ts";
import { createOpenOrdersFields, describeNotShown } from "./profile/read.ts";
import type { MyWeek } from "./read.ts";
import { formatDateInFull } from "../../src/ui/time.ts";
import type { Formats } from "../../src/ui/formats.ts";

const goalsShown = 12;
const visitsShown = 3;
const requestsShown = 5;

interface MyWeekInFull extends MyWeek {
  /** The weeks before in words. */
  readonly record: string | undefined;
}

/** @param serverName where it is not shown in that server */
export function renderMyWeek(mine: MyWeekInFull, serverName: string | undefined, ctx: RenderContext): Reply {
  const { assignments, orders, unread } = mine;
  const where = serverName === undefined ? "" : ` in ${escapeMarkdown(serverName, 60)}`;
  const goals = "value" in assignments ? sortGoalsByUrgency(assignments.value, ctx.now) : [];
  const statuses = "value" in assignments ? listGoalStatuses(assignments.value, ctx.now) : [];
  const isCounted = goals.some(({ goal }) => parseGoal(goal.target_type) === "minutes");
  const visits = listVisits(mine, ctx);
  const notes = joinParts([!visits.areAll && describeTotals(mine, isCounted), mine.record]);
  return {
    embeds: [
      createEmbed({
        title: joinParts([`Your week${where}`, statuses.length > 0 && describeWeekState(statuses)], ": "),
        description: joinParts(
          [
            withEnd(statuses.length > 0 ? describeGoalsPassed(statuses) : "", mine, ctx),
            unread === undefined
              ? describeGoals(assignments, ctx)
              : `⚠️ ${replaceCommandMentions(unread, ctx.commandMention)}`,
            notes && subtext(notes),
          ],
          "\n",
        ),
        tone: getToneOfGoals(statuses),
        fields: [
          ...(unread === undefined
            ? [
                ...createOpenOrdersFields(mine.account.userId, orders, { ...ctx, person: "you" }),
                ...visits.fields,
              ]
            : []),
          ...describeRequests(mine, ctx),
          ...describeReminders(mine),
        ],
        at: ctx.now,
      }),
    ],
  };
}

/** Adds when the week ends: by what is due, else by the saved week. */
function withEnd(done: string, { assignments, week }: MyWeek, formats: Formats): string {
  const nowMs = formats.now.epochMilliseconds;
  const dueMs = "value" in assignments ? findEndOfWeekMs(assignments.value, nowMs) : undefined;
  const endsAt = dueMs ?? (week !== undefined && week.endsAt > nowMs ? week.endsAt : undefined);
  return endsAt === undefined
    ? joinParts([done, "I don't know yet when your week ends"])
    : withTimeLeft(done, endsAt, formats);
}

/** A line for each goal, the most urgent first. */
function describeGoals(part: MyWeek["assignments"], formats: Formats): string {
  const { now } = formats;
  if ("reason" in part) return describeNotShown("your assignments", part.reason);
  const goals = sortGoalsByUrgency(part.value, now);
  if (goals.length === 0) return describeNoGoals(part.value, "Nothing is assigned to you this week.");
  return joinFirstLines(
    formatGoalLines(goals, findEndOfWeekMs(part.value, now.epochMilliseconds), formats),
    goalsShown,
  );
}

interface Visits {
  readonly fields: readonly EmbedFieldParts[];
  /** Whether a single visit says all there is to say of the week. */
  readonly areAll: boolean;
}

/** The newest visits of the week. */
function listVisits(
  { activity, names, ownGifts, chosenUnit, startsAt, workspaceName }: MyWeek,
  formats: Formats,
): Visits {
  if ("reason" in activity)
    return {
      fields: [{ name: "Visits", value: describeNotShown("these", activity.reason) }],
      areAll: false,
    };
  const { totals, last_25: entries } = activity.value;
  const told = guessUnitOfEntries(entries, ownGifts);
  const unit = chosenUnit ?? told;
  const { current } = splitAtReset(sortEntries(entries), startsAt);
  const lengths = measureVisits(current, unit);
  const reading = { unit, lengths, names, ownGifts, workspaceName, formats };
  const lines = current.slice(0, visitsShown).map((entry) => formatEntryLine(entry, reading));
  const [only, ...others] = current;
  if (only === undefined) return { fields: [], areAll: false };
  const { minutes = Number.NaN, messages } = totals;
  const areAll =
    others.length === 0 &&
    !isRunning(only) &&
    lengths.get(only) === minutes * minuteMs &&
    (messages === 0 || (only.messages_sent === messages && joinParts(listDoubts(only, unit)) === ""));
  const heading = current.length > visitsShown ? `Last ${visitsShown} visits` : "Visits";
  const name = joinParts([heading, describeChosenUnit(chosenUnit, told)]);
  return { fields: [{ name, value: fitLines(lines, 1_000) }], areAll };
}

/**
 * Everything of the week together: `1 h 24 min in the game this week · 89 messages`.
 * @param isCounted a goal above says the minutes
 */
function describeTotals({ activity }: MyWeek, isCounted: boolean): string {
  if ("reason" in activity) return "";
  const { totals } = activity.value;
  const time =
    totals.minutes === undefined
      ? "Minutes unknown"
      : `${formatMinutes(totals.minutes)} in the game this week`;
  const messages = formatMessages(totals);
  return joinParts([!isCounted && time, messages && (isCounted ? `${messages} this week` : messages)]);
}

function formatMessages({ messages }: UserActivity["totals"]): string {
  return messages === undefined ? "" : pluralize(messages, "message");
}

/** Nothing to say where nothing waits. */
function describeRequests({ requests }: MyWeek, { dateStyle }: Formats): readonly EmbedFieldParts[] {
  const lines = requests.map(
    ({ minutes, day }) =>
      `⏳ **${formatNumber(minutes)} min** for ${formatDateInFull(day, dateStyle)}, not decided yet`,
  );
  return lines.length === 0 ? [] : [{ name: "Your requests", value: joinFirstLines(lines, requestsShown) }];
}

/** Nothing to say while all are off. */
function describeReminders({ reminders }: MyWeek): readonly EmbedFieldParts[] {
  const lines = reminders.map(({ kind, hours }) =>
    joinParts([`🔔 ${reminderTexts[kind].name}`, kind === "week" && `${formatNumber(hours)} h ahead`], ", "),
  );
  return lines.length === 0 ? [] : [{ name: "Reminders", value: lines.join("\n") }];
}
