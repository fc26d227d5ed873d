import type { UserActivity } from "../../src/api/contract/activity.ts";
import type { Order } from "../../src/api/contract/orders.ts";
import {
  describeGoalsPassed,
  describeWeekState,
  goalLine,
  goalsByUrgency,
  nextDueMs,
  toneOfGoals,
} from "../../src/ui/assignment-text.ts";
import { embed, type EmbedFieldParts } from "../../src/ui/embed.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { firstLines, fitLines, joinParts, subtext } from "../../src/ui/lines.ts";
import { formatNumber } from "../../src/ui/numbers.ts";
import { capitalized } from "../../src/ui/permanent-wording.ts";
import { openOrdersText } from "../../src/ui/order-text.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { describeDay, weekEndMark } from "../../src/ui/week-text.ts";
import { atReset, entriesInOrder, shownLengths, totalsText, unitOfEntries } from "../activity/format.ts";
import { entryLine } from "../activity/render-view.ts";
import { reminderTexts } from "../remind/render-state.ts";
import type { PartialResult } from "../user/profile.ts";
import { notShown } from "../user/render-profile.ts";
import type { MyWeek } from "./read.ts";

const goalsShown = 12;
const visitsShown = 3;
const requestsShown = 5;

/** @param serverName where it is not shown in that server */
export function renderMyWeek(mine: MyWeek, serverName: string | undefined, ctx: RenderContext): Reply {
  const { assignments, activity, orders } = mine;
  const where = serverName === undefined ? "" : ` in ${escapeMarkdown(serverName, 60)}`;
  const goals = "value" in assignments ? goalsByUrgency(assignments.value, ctx.now) : [];
  const statuses = goals.map(({ status }) => status);
  return {
    embeds: [
      embed({
        title: joinParts([`Your week${where}`, statuses.length > 0 && describeWeekState(statuses)], ": "),
        description: joinParts(
          [
            describeGoals(assignments, ctx.now),
            subtext(
              capitalized(
                joinParts([
                  statuses.length > 0 && describeGoalsPassed(statuses),
                  describeReset(mine, ctx.now),
                ]),
              ),
            ),
          ],
          "\n",
        ),
        tone: toneOfGoals(statuses),
        fields: [
          section("Visits", activity, (value) => describeVisits(value, mine, ctx.now)),
          section("Your open orders", orders, (value) => describeOrders(value, ctx)),
          ...describeRequests(mine),
          { name: "Reminders", value: describeReminders(mine) },
        ],
        at: ctx.now,
      }),
    ],
  };
}

function section<T>(name: string, part: PartialResult<T>, textOf: (value: T) => string): EmbedFieldParts {
  return { name, value: "reason" in part ? notShown("these", part.reason) : textOf(part.value) };
}

/** When the week ends: by what is due, else by the saved week. */
function describeReset({ assignments, week }: MyWeek, now: Temporal.Instant): string {
  const nowMs = now.epochMilliseconds;
  const dueMs = "value" in assignments ? nextDueMs(assignments.value.assigned, nowMs) : undefined;
  const endsAt = dueMs ?? (week !== undefined && week.endsAt > nowMs ? week.endsAt : undefined);
  return endsAt === undefined
    ? "I don't know yet when your week resets"
    : `resets ${weekEndMark(endsAt, "R")}`;
}

/** A line for each goal, the most urgent first. */
function describeGoals(part: MyWeek["assignments"], now: Temporal.Instant): string {
  if ("reason" in part) return notShown("your assignments", part.reason);
  const goals = goalsByUrgency(part.value, now);
  if (goals.length === 0) return "Nothing is assigned to you this week.";
  const lines = goals.map(({ goal, status }) => goalLine(goal, status));
  return firstLines(lines, goalsShown);
}

function describeVisits(
  { totals, last_25: entries }: UserActivity,
  { names, ownGifts, startsAt, zone, workspaceName }: MyWeek,
  now: Temporal.Instant,
): string {
  const unit = unitOfEntries(entries, ownGifts);
  const { current } = atReset(entriesInOrder(entries), startsAt);
  const lengths = shownLengths(current, unit);
  return fitLines(
    [
      totalsText(totals),
      ...current
        .slice(0, visitsShown)
        .map((entry) =>
          entryLine(entry, { unit, lengths, names, ownGifts, workspaceName, local: { zone, now } }),
        ),
    ],
    1_000,
  );
}

function describeOrders(orders: readonly Order[], { now }: RenderContext): string {
  return openOrdersText(orders, now) || "None.";
}

/** Nothing to say where nothing waits. */
function describeRequests({ requests }: MyWeek): readonly EmbedFieldParts[] {
  const lines = requests.map(
    ({ minutes, day }) => `⏳ **${formatNumber(minutes)} min** for ${describeDay(day)}, not decided yet`,
  );
  return lines.length === 0 ? [] : [{ name: "Your requests", value: firstLines(lines, requestsShown) }];
}

function describeReminders({ reminders }: MyWeek): string {
  if (reminders.length === 0) return "All off.";
  return joinParts(
    reminders.map(({ kind, hours }) =>
      joinParts(
        [`🔔 ${reminderTexts[kind].name}`, kind === "week" && `${formatNumber(hours)} h ahead`],
        ", ",
      ),
    ),
    "\n",
  );
}
