import { type OrderEnd, describeOrderTimes, type OrderTimes } from "../../order/index.ts";
import {
  findTellingGoal,
  formatPlainNumbers,
  weekMarks,
  describeResults,
  describeStreak,
  formatShortGoal,
  withStreak,
  type WeekAssignment,
} from "../../weeks/index.ts";
import type { MenuChoice } from "../../../src/ui/buttons.ts";
import { createEmbed } from "../../../src/ui/embed.ts";
import { escapeMarkdown, plainText } from "../../../src/ui/escape.ts";
import { fitLines, joinParts, smallPrint, withoutBreaks } from "../../../src/ui/lines.ts";
import { formatNumber, pluralize, withUnit } from "../../../src/ui/numbers.ts";
import { describePerson, type Names, formatPlainPerson, describeUnnamed } from "../../../src/ui/people.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { formatDuration, formatShortDates, type Dates, formatWeekday } from "../../../src/ui/time.ts";
import type { countPostsOfWeek, WeekOrders } from "./orders.ts";
import type { NeedsLook, WeekCounts, WeekPeople } from "./weeks.ts";

/** Everything a report says about a week. `undefined` fields couldn't be read or were never saved. */
export interface WeekReport {
  readonly first: Temporal.PlainDate;
  readonly zone: string;
  readonly people: WeekPeople | undefined;
  readonly orders: WeekOrders | undefined;
  readonly posts: ReturnType<typeof countPostsOfWeek> | undefined;
  /** How orders usually go here, not only that week. */
  readonly times?: OrderTimes | undefined;
}

interface ReportRoom {
  readonly maxLength: number;
  readonly dates: Dates;
  /** Whether a picture shows its numbers. */
  readonly isDrawn?: boolean;
}

const maxNeedsLook = 10;

/** A week as text: who needs attention, then what else happened, as far as no picture shows it. */
export function renderReport(
  report: WeekReport,
  { maxLength, dates, isDrawn = false }: ReportRoom,
  names: Names,
): Reply {
  const { first, zone, people, orders, posts, times } = report;
  const worst = people?.needsLook.slice(0, maxNeedsLook) ?? [];
  const best = people?.best ?? [];
  const before = isDrawn ? "" : describeBefore(people?.before);
  const others = describeOthers(people);
  const head = joinParts([worst.length === 0 && others, before !== "" && `The week before: ${before}`], "\n");
  const foot = worst.length > 0 ? others : "";
  const lines = [
    best.length > 0 &&
      `Most minutes: ${best.map(({ userId, minutes }) => withoutBreaks(`${describePerson(userId, names)} **${formatNumber(minutes)}**`)).join(", ")}`,
    ...(orders === undefined
      ? ["🧾 The workspace didn't let me read its orders."]
      : formatOrderLines(orders, isDrawn)),
    ...(times === undefined ? [] : describeOrderTimes(times, zone, dates.dateStyle)),
    posts !== undefined &&
      !isDrawn &&
      posts.count !== posts.before &&
      `New posts: **${formatNumber(posts.count)}**${formatChange(posts.count, posts.before, formatNumber)}`,
  ];
  const more = (people?.needsLook.length ?? 0) - worst.length;
  const look = worst.length > 0 && [
    // The title says how many.
    `${weekMarks.failed} **Failed**`,
    ...worst.map((person) => formatLookLine(person, names)),
    ...(more > 0 ? [`… and ${more} more`] : []),
  ];
  const small = smallPrint([
    people === undefined && "No weeks of connected people were saved, so I can't tell who passed.",
    describeUnnamed(
      [...best, ...worst].map(({ userId }) => userId),
      names,
    ),
  ]);
  const rest = joinParts(lines, "\n");
  const left = Math.max(0, maxLength - head.length - foot.length - rest.length - small.length - 7);
  const above = joinParts([head, joinParts([look && fitLines(look, left), foot], "\n")], "\n\n");
  return {
    embeds: [
      createEmbed({
        title: `Report, ${formatShortDates(first, first.add({ days: 6 }), dates)}: ${formatMainNumber(report)}`,
        description: joinParts([above, joinParts([rest, small], "\n")], "\n\n"),
        tone: getTone(people),
      }),
    ],
  };
}

/** What the title says of the week, in one number. */
function formatMainNumber({ people, orders, posts }: WeekReport): string {
  const total = people === undefined ? 0 : sumCounts(people.counts);
  if (people !== undefined && total > 0)
    return withoutBreaks(
      countMarked(people.counts) > 0
        ? `${describePassed(people.counts)} passed`
        : `${formatNumber(people.counts.excused)} excused`,
    );
  return orders === undefined ? pluralize(posts?.count ?? 0, "post") : pluralize(orders.total, "order");
}

/** `6 of 8`; those excused don't count. */
function describePassed(counts: WeekCounts): string {
  return `${formatNumber(counts.passed)} of ${formatNumber(countMarked(counts))}`;
}

export function countMarked({ passed, failed, unmarked }: WeekCounts): number {
  return passed + failed + unmarked;
}

function describeBefore(before: WeekCounts | undefined): string {
  if (before === undefined || sumCounts(before) === 0) return "";
  return describeResults(before);
}

function getTone(people: WeekPeople | undefined): "harmful" | "done" | "information" {
  if (people === undefined) return "information";
  if (people.counts.failed > 0) return "harmful";
  return people.counts.passed > 0 ? "done" : "information";
}

function sumCounts({ passed, failed, excused, unmarked }: WeekCounts): number {
  return passed + failed + excused + unmarked;
}

/** `🌿 4 excused, 2 not marked yet`: the title counts the others. */
function describeOthers(people: WeekPeople | undefined): string {
  if (people === undefined) return "No results yet";
  const { counts } = people;
  const { excused, unmarked } = counts;
  if (sumCounts(counts) === 0) return "Nobody had any assignments";
  return joinParts(
    [
      excused > 0 && countMarked(counts) > 0 && `${weekMarks.excused} ${formatNumber(excused)}\u00a0excused`,
      unmarked > 0 && `${formatNumber(unmarked)}\u00a0not marked yet`,
    ],
    ", ",
  );
}

export const endLabels: Readonly<Record<OrderEnd, { readonly tile: string; readonly text: string }>> = {
  handed_to: { tile: "to hand over", text: "Hand-over" },
  waiting_for_pickup: { tile: "usually ready", text: "Usually ready for pickup after" },
  completed: { tile: "usually done", text: "Usually completed after" },
};

/** The first of the days with most orders; `undefined` without orders. */
export function findBusiest({ total, days }: WeekOrders): WeekOrders["days"][number] | undefined {
  return total === 0 ? undefined : days.toSorted((a, b) => b.count - a.count)[0];
}

/** `busiest Sat (25)`, of 102. */
function describeBusiest(orders: WeekOrders): string | undefined {
  const busiest = findBusiest(orders);
  if (busiest === undefined) return undefined;
  const day = formatWeekday(busiest.date);
  if (busiest.count < orders.total) return `busiest ${day} (${formatNumber(busiest.count)})`;
  return orders.total === 1 ? `on ${day}` : `all on ${day}`;
}

/** @param isDrawn whether a picture shows how many there were, by day, and how long they took */
function formatOrderLines(orders: WeekOrders, isDrawn: boolean): readonly string[] {
  const { total, before, items, time } = orders;
  const [most] = items;
  const count = `Orders: **${formatNumber(total)}**${formatChange(total, before, formatNumber)}`;
  return [
    ...(isDrawn ? [] : [joinParts([count, describeBusiest(orders)], ", ")]),
    ...(time === undefined || isDrawn
      ? []
      : [
          `${endLabels[time.end].text}: **${formatDuration(time.ms)}**${formatChange(time.ms, time.beforeMs, formatDuration)}`,
        ]),
    ...(most === undefined
      ? []
      : [`Most ordered: **${escapeMarkdown(most.name, 24)}** (${formatNumber(most.count)})`]),
  ];
}

function formatChange(now: number, before: number | undefined, format: (value: number) => string): string {
  if (before === undefined) return "";
  if (format(before) === format(now)) return " (as before)";
  return ` (${withoutBreaks(`was ${format(before)}`)})`;
}

/** `@Kenji · 26 of 120 min (3rd fail in a row)`: with the goal that says most of those that weren't reached, as on other boards. */
function formatLookLine({ userId, missing, failedInRow }: NeedsLook, names: Names): string {
  const worst = findTellingGoal(missing);
  return withStreak(
    joinParts([describePerson(userId, names), worst && formatShortGoal(worst, "failed")]),
    failedInRow,
  );
}

/** For the menu below it: who needs a look, then the others its picture names. */
export function listPeopleToOpen(people: WeekPeople | undefined, names: Names): readonly MenuChoice[] {
  const { needsLook = [], best = [] } = people ?? {};
  const failed = needsLook.slice(0, maxNeedsLook).map(({ userId, failedInRow }) => ({
    value: userId,
    label: formatPlainPerson(userId, names),
    description: joinParts([`${weekMarks.failed} failed`, describeStreak(failedInRow)], ", "),
  }));
  const others = best
    .filter(({ userId }) => failed.every(({ value }) => value !== userId))
    .map(({ userId, minutes }) => ({
      value: userId,
      label: formatPlainPerson(userId, names),
      description: withUnit(minutes, "min"),
    }));
  return [...failed, ...others];
}

/** For places that show no formatting: `Minutes in game 26 of 120 min`. */
export function formatPlainGoal({ name, achieved: done, target, targetType }: WeekAssignment): string {
  return joinParts([plainText(name, 40), formatPlainNumbers({ name, done, target, targetType })], " ");
}

/** `From 3 of 12 weeks saved.`; `undefined` when all are there. */
export function describeSaved({ trend }: WeekPeople): string | undefined {
  const saved = trend.filter(({ counts }) => counts !== undefined).length;
  return saved === trend.length ? undefined : `From ${saved} of ${trend.length} weeks saved.`;
}
