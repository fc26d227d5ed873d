import type { UserActivity } from "../../src/api/contract/activity.ts";
import type { Assignment, StaffAssignments } from "../../src/api/contract/assignments.ts";
import type { Order } from "../../src/api/contract/orders.ts";
import { lastMomentMs } from "../../src/domain/weeks.ts";
import {
  describeLeft,
  describeNumbers,
  statusMarks,
  statusNow,
  toneOfGoals,
} from "../../src/ui/assignment-text.ts";
import { embed, type EmbedFieldParts } from "../../src/ui/embed.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { fitLines, joinParts, subtext } from "../../src/ui/lines.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { parseInstant, relativeAndExact } from "../../src/ui/time.ts";
import { describeDay } from "../../src/ui/week-text.ts";
import { entriesInOrder, minutesText, unitOfEntries } from "../activity/format.ts";
import { entryLine } from "../activity/render-view.ts";
import { reminderTexts } from "../remind/render-state.ts";
import type { PartialResult } from "../user/profile.ts";
import { recentOrderLine } from "../user/render-profile.ts";
import type { MyWeek } from "./read.ts";

const goalsShown = 12;
const visitsShown = 3;
const ordersShown = 5;

/** @param serverName where it is not shown in that server */
export function renderMyWeek(mine: MyWeek, serverName: string | undefined, ctx: RenderContext): Reply {
  const { assignments, activity, orders } = mine;
  const where = serverName === undefined ? "" : ` in ${escapeMarkdown(serverName, 60)}`;
  return {
    embeds: [
      embed({
        title: `Your week${where}`,
        description: describeReset(mine, ctx.now),
        tone: toneOf(assignments, ctx.now),
        fields: [
          section("Goals", assignments, (value) => describeGoals(value, ctx.now)),
          section("Visits", activity, (value) => describeVisits(value, mine)),
          section("Your open orders", orders, describeOrders),
          ...describeRequests(mine),
          { name: "Reminders", value: describeReminders(mine) },
        ],
        at: ctx.now,
      }),
    ],
  };
}

function toneOf(part: MyWeek["assignments"], now: Temporal.Instant) {
  if (!("value" in part)) return "information";
  const { assigned, history } = part.value;
  return toneOfGoals(assigned.filter(({ active }) => active).map((goal) => statusNow(goal, history, now)));
}

function section<T>(name: string, part: PartialResult<T>, textOf: (value: T) => string): EmbedFieldParts {
  return { name, value: "reason" in part ? `▫️ I can't show these: ${part.reason}.` : textOf(part.value) };
}

/** When the week ends: by what is due, else by the saved week. */
function describeReset({ assignments, week }: MyWeek, now: Temporal.Instant): string {
  const nowMs = now.epochMilliseconds;
  const assigned = "value" in assignments ? assignments.value.assigned : [];
  const dueMs = assigned
    .filter(({ active }) => active)
    .flatMap(({ due }) => parseInstant(due)?.epochMilliseconds ?? [])
    .filter((at) => at > nowMs)
    .toSorted((a, b) => a - b)[0];
  const endsAt = dueMs ?? (week !== undefined && week.endsAt > nowMs ? week.endsAt : undefined);
  return endsAt === undefined
    ? "I don't know yet when your week resets."
    : `Resets ${relativeAndExact(Temporal.Instant.fromEpochMilliseconds(lastMomentMs(endsAt)))}.`;
}

function describeGoals({ assigned, history }: StaffAssignments, now: Temporal.Instant): string {
  const goals = assigned.filter(({ active }) => active);
  if (goals.length === 0) return "Nothing is assigned to you this week.";
  const lines = goals.map((goal) => goalLine(goal, statusMarks[statusNow(goal, history, now)]));
  return firstOf(lines, goalsShown);
}

function goalLine(goal: Assignment, mark: string): string {
  const { name, completed: done, target, target_type: targetType } = goal;
  const numbers = { name, done, target, targetType };
  const text = joinParts([describeNumbers(numbers), describeLeft(numbers)], ", ");
  return `${mark} **${escapeMarkdown(name, 60) || "Unnamed"}** ${text}`;
}

function describeVisits({ totals, last_25: entries }: UserActivity, { names, ownGifts }: MyWeek): string {
  const { minutes, messages } = totals;
  const total = joinParts([
    minutes === undefined ? "minutes unknown" : minutesText(minutes),
    messages !== undefined && pluralize(messages, "message"),
  ]);
  const unit = unitOfEntries(entries, ownGifts);
  const visits = entriesInOrder(entries).slice(0, visitsShown);
  return fitLines(
    [`**This week** ${total}`, ...visits.map((entry) => entryLine(entry, { unit, names, ownGifts }))],
    1_000,
  );
}

function describeOrders(orders: readonly Order[]): string {
  return orders.length === 0 ? "None." : firstOf(orders.map(recentOrderLine), ordersShown);
}

/** Nothing to say where nothing waits. */
function describeRequests({ requests }: MyWeek): readonly EmbedFieldParts[] {
  const lines = requests.map(
    ({ minutes, day }) => `⏳ **${formatNumber(minutes)} min** for ${describeDay(day)}, not decided yet`,
  );
  return lines.length === 0 ? [] : [{ name: "Your requests", value: firstOf(lines, ordersShown) }];
}

function describeReminders({ reminders }: MyWeek): string {
  if (reminders.length === 0) return "All off. Turn some on with the button below.";
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

function firstOf(lines: readonly string[], count: number): string {
  const more = (left: number) => subtext(`… and ${left} more`);
  const shown = fitLines(lines.slice(0, count), 950, more);
  return lines.length > count ? `${shown}\n${more(lines.length - count)}` : shown;
}
