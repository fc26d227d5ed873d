import { minuteMs } from "../../src/time.ts";
import { parseGoal } from "../../src/domain/assignment-status.ts";
import {
  describeGoalsPassed,
  describeWeekState,
  goalLines,
  goalsByUrgency,
  nextDueMs,
  toneOfGoals,
} from "../../src/ui/assignment-text.ts";
import { embed, type EmbedFieldParts } from "../../src/ui/embed.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { firstLines, fitLines, joinParts, subtext } from "../../src/ui/lines.ts";
import { formatNumber, pluralize, withUnit } from "../../src/ui/numbers.ts";
import { capitalized } from "../../src/ui/permanent-wording.ts";
import { openOrdersText } from "../../src/ui/order-text.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { describeDay, weekEndMark } from "../../src/ui/week-text.ts";
import { atReset, entriesInOrder, isRunning, shownLengths, unitOfEntries } from "../activity/format.ts";
import { entryLine } from "../activity/render-view.ts";
import { reminderTexts } from "../remind/render-state.ts";
import { notShown } from "../user/render-profile.ts";
import type { MyWeek } from "./read.ts";

const goalsShown = 12;
const visitsShown = 3;
const requestsShown = 5;

/** @param serverName where it is not shown in that server */
export function renderMyWeek(mine: MyWeek, serverName: string | undefined, ctx: RenderContext): Reply {
  const { assignments, orders } = mine;
  const where = serverName === undefined ? "" : ` in ${escapeMarkdown(serverName, 60)}`;
  const goals = "value" in assignments ? goalsByUrgency(assignments.value, ctx.now) : [];
  const statuses = goals.map(({ status }) => status);
  return {
    embeds: [
      embed({
        title: joinParts([`Your week${where}`, statuses.length > 0 && describeWeekState(statuses)], ": "),
        description: joinParts(
          [
            capitalized(
              joinParts([statuses.length > 0 && describeGoalsPassed(statuses), describeEnd(mine, ctx.now)]),
            ),
            describeGoals(assignments, ctx.now),
          ],
          "\n",
        ),
        tone: toneOfGoals(statuses),
        fields: [
          ...visitsField(
            mine,
            goals.some(({ goal }) => parseGoal(goal.target_type) === "minutes"),
            ctx.now,
          ),
          ...describeOrders(orders, ctx.now),
          ...describeRequests(mine),
          ...describeReminders(mine),
        ],
        at: ctx.now,
      }),
    ],
  };
}

/** When the week ends: by what is due, else by the saved week. */
function describeEnd({ assignments, week }: MyWeek, now: Temporal.Instant): string {
  const nowMs = now.epochMilliseconds;
  const dueMs = "value" in assignments ? nextDueMs(assignments.value.assigned, nowMs) : undefined;
  const endsAt = dueMs ?? (week !== undefined && week.endsAt > nowMs ? week.endsAt : undefined);
  return endsAt === undefined ? "I don't know yet when your week ends" : `ends ${weekEndMark(endsAt, "R")}`;
}

/** A line for each goal, the most urgent first. */
function describeGoals(part: MyWeek["assignments"], now: Temporal.Instant): string {
  if ("reason" in part) return notShown("your assignments", part.reason);
  const goals = goalsByUrgency(part.value, now);
  if (goals.length === 0) return "Nothing is assigned to you this week.";
  return firstLines(goalLines(goals), goalsShown);
}

/**
 * The newest visits of the week, then all of it together, unless a single visit is all of it.
 * @param isCounted a goal above says the minutes
 */
function visitsField(
  { activity, names, ownGifts, startsAt, zone, workspaceName }: MyWeek,
  isCounted: boolean,
  now: Temporal.Instant,
): readonly EmbedFieldParts[] {
  if ("reason" in activity) return [{ name: "Visits", value: notShown("these", activity.reason) }];
  const { totals, last_25: entries } = activity.value;
  const unit = unitOfEntries(entries, ownGifts);
  const { current } = atReset(entriesInOrder(entries), startsAt);
  const lengths = shownLengths(current, unit);
  // In minutes, as the goals above are.
  const reading = { unit, lengths, names, ownGifts, workspaceName, local: { zone, now }, isInMinutes: true };
  const lines = current.slice(0, visitsShown).map((entry) => entryLine(entry, reading));
  const { minutes = Number.NaN } = totals;
  const messages = totals.messages === undefined ? "" : pluralize(totals.messages, "message");
  const [only, ...others] = current;
  const isAll =
    only !== undefined &&
    others.length === 0 &&
    !isRunning(only) &&
    lengths.get(only) === minutes * minuteMs &&
    (totals.messages === 0 || lines.join("").includes(messages));
  const time = Number.isNaN(minutes)
    ? "Minutes unknown"
    : `${withUnit(minutes, "min")} in the game this week`;
  const total = isAll ? "" : joinParts([!isCounted && time, messages]);
  const totalLine = lines.length === 0 ? total : total && subtext(total);
  const value = fitLines([...lines, ...(totalLine === "" ? [] : [totalLine])], 1_000);
  return value === ""
    ? []
    : [{ name: current.length > visitsShown ? `Last ${visitsShown} visits` : "Visits", value }];
}

/** Nothing to say where none is open. */
function describeOrders(part: MyWeek["orders"], now: Temporal.Instant): readonly EmbedFieldParts[] {
  const value = "reason" in part ? notShown("these", part.reason) : openOrdersText(part.value, now);
  return value === "" ? [] : [{ name: "Your open orders", value }];
}

/** Nothing to say where nothing waits. */
function describeRequests({ requests }: MyWeek): readonly EmbedFieldParts[] {
  const lines = requests.map(
    ({ minutes, day }) => `⏳ **${formatNumber(minutes)} min** for ${describeDay(day)}, not decided yet`,
  );
  return lines.length === 0 ? [] : [{ name: "Your requests", value: firstLines(lines, requestsShown) }];
}

/** Nothing to say while all are off. */
function describeReminders({ reminders }: MyWeek): readonly EmbedFieldParts[] {
  const lines = reminders.map(({ kind, hours }) =>
    joinParts([`🔔 ${reminderTexts[kind].name}`, kind === "week" && `${formatNumber(hours)} h ahead`], ", "),
  );
  return lines.length === 0 ? [] : [{ name: "Reminders", value: lines.join("\n") }];
}
