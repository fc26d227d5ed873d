import type { CsvTable } from "../../../src/ui/csv-file.ts";
import { type Names, formatPlainPerson } from "../../../src/ui/people.ts";
import { minuteMs } from "../../../src/time.ts";
import { formatPlainGoal, type WeekReport } from "./render.ts";
import type { WeekCounts } from "./weeks.ts";
import { formatDateInFull } from "../../../src/ui/time.ts";
import { usualDateStyle } from "../../../src/ui/formats.ts";

type Line = CsvTable["lines"][number];

const outcomeLabels = {
  passed: "passed",
  failed: "failed",
  excused: "excused",
  unmarked: "not marked yet",
  none: "nothing to reach",
} as const;

const head = ["What", "Week from", "Name", "User id", "Value", "Details"] as const;

/** One line per number, so that a spreadsheet can filter by type. */
export function createReportTable(
  { first, zone, people, orders, posts }: WeekReport,
  names: Names,
): CsvTable {
  const week = first.toString();
  const lines: readonly Line[] = [
    ...(people === undefined ? [] : createCountLines("Results", week, people.counts)),
    ...(people?.trend ?? [])
      .slice(0, -1)
      .flatMap((past) =>
        past.counts ? createCountLines("Earlier results", past.first.toString(), past.counts) : [],
      ),
    ...(people?.people ?? []).flatMap(
      ({ week: { userId, minutes, messages, orders: handled }, outcome }): Line[] => {
        const name = formatPlainPerson(userId, names);
        const { missing = [], failedInRow } =
          people?.needsLook.find((person) => person.userId === userId) ?? {};
        const details = missing.map(formatPlainGoal).join("; ");
        return [
          ["Result", week, name, userId, outcomeLabels[outcome], details],
          ...(failedInRow === undefined ? [] : [["Failed weeks in a row", week, name, userId, failedInRow]]),
          ["Minutes", week, name, userId, minutes],
          ["Messages", week, name, userId, messages],
          ["Orders handled", week, name, userId, handled],
        ];
      },
    ),
    ...(orders?.days ?? []).map(({ date, count }): Line => [
      "Orders by day",
      week,
      date.toString(),
      undefined,
      count,
    ]),
    ...(orders === undefined ? [] : [["Orders", week, undefined, undefined, orders.total] satisfies Line]),
    ...(orders?.time === undefined
      ? []
      : [
          ["Usual minutes per order", week, orders.time.end, undefined, round(orders.time.ms)] satisfies Line,
        ]),
    ...(orders?.items ?? []).map(({ name, count }): Line => ["Most ordered", week, name, undefined, count]),
    ...(posts === undefined
      ? []
      : [["Posts published", week, undefined, undefined, posts.count] satisfies Line]),
  ];
  return {
    name: `report-${week}`,
    summary: `The week of ${formatDateInFull(week, usualDateStyle)} as a table.`,
    zone: { of: "Days", name: zone },
    head,
    lines: lines.map((line) => head.map((_, column) => line[column])),
  };
}

function createCountLines(what: string, week: string, counts: WeekCounts): readonly Line[] {
  return (["passed", "failed", "excused", "unmarked"] as const)
    .filter((outcome) => outcome !== "unmarked" || counts.unmarked > 0)
    .map((outcome) => [what, week, outcomeLabels[outcome], undefined, counts[outcome]]);
}

/** To a tenth of a minute. */
function round(ms: number): number {
  return Math.round((ms / minuteMs) * 10) / 10;
}
