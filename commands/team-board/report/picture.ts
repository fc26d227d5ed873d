import type { ReportNumber, ReportPicture } from "./draw.ts";
import { plainText } from "../../../src/ui/escape.ts";
import { formatNumber, pluralizeText } from "../../../src/ui/numbers.ts";
import {
  formatDuration,
  type Dates,
  formatDateAs,
  formatWeekday,
  formatWeekOf,
} from "../../../src/ui/time.ts";
import { endLabels, describeSaved, type WeekReport } from "./render.ts";

interface ReportParts {
  readonly report: WeekReport;
  readonly workspaceName: string;
  readonly dates: Dates;
}

/** `undefined` if there's nothing to see. */
export function createReportPicture({
  report,
  workspaceName,
  dates,
}: ReportParts): ReportPicture | undefined {
  const { first, people, orders } = report;
  const isSaved =
    people?.trend.some(({ counts }, index) => counts && index < people.trend.length - 1) === true;
  const picture: ReportPicture = {
    kind: "report",
    title: formatWeekOf(first, dates),
    subtitle: plainText(workspaceName, 80),
    numbers: listNumbers(report),
    trend: isSaved
      ? people.trend.map(({ first: from, counts }) => ({
          label: formatDateAs(from, { day: "numeric", month: "short" }, dates.dateStyle),
          counts,
        }))
      : [],
    days:
      (orders?.total ?? 0) === 0
        ? []
        : (orders?.days ?? []).map(({ date, count }) => ({
            label: formatWeekday(date),
            orders: count,
          })),
    note: (people && describeSaved(people)) ?? "",
  };
  return picture.numbers.length + picture.trend.length + picture.days.length > 0 ? picture : undefined;
}

/** Compared with the week before, all of them or none. */
function listNumbers({ orders, posts }: WeekReport): readonly ReportNumber[] {
  const numbers: ReportNumber[] = [];
  const changed = (before: string | undefined, now: string): string | undefined =>
    before === undefined ? undefined : before === now ? "same as before" : `was ${before}`;
  if (orders !== undefined && (orders.total > 0 || orders.before !== undefined))
    numbers.push({
      value: formatNumber(orders.total),
      label: pluralizeText(orders.total, { one: "order", other: "orders" }),
      change: changed(formatOptionalNumber(orders.before), formatNumber(orders.total)),
    });
  if (orders?.time !== undefined) {
    const { end, ms, beforeMs } = orders.time;
    numbers.push({
      value: formatDuration(ms),
      label: endLabels[end].tile,
      change: changed(beforeMs === undefined ? undefined : formatDuration(beforeMs), formatDuration(ms)),
    });
  }
  if (posts !== undefined && posts.count + (posts.before ?? 0) > 0)
    numbers.push({
      value: formatNumber(posts.count),
      label: pluralizeText(posts.count, { one: "new post", other: "new posts" }),
      change: changed(formatOptionalNumber(posts.before), formatNumber(posts.count)),
    });
  return numbers.every(({ change }) => change !== undefined)
    ? numbers
    : numbers.map(({ value, label }) => ({ value, label }));
}

function formatOptionalNumber(count: number | undefined): string | undefined {
  return count === undefined ? undefined : formatNumber(count);
}
