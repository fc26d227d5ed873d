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
import type { WeekCounts } from "./weeks.ts";
import { countMarked, endLabels, describeSaved, type WeekReport } from "./render.ts";

interface ReportParts {
  readonly report: WeekReport;
  readonly workspaceName: string;
  readonly dates: Dates;
}

export function createReportPicture({ report, workspaceName, dates }: ReportParts): ReportPicture {
  const { first, people, orders } = report;
  const isSaved =
    people?.trend.some(({ counts }, index) => counts && index < people.trend.length - 1) === true;
  return {
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
}

function listNumbers({ people, orders, posts }: WeekReport): readonly ReportNumber[] {
  const numbers: ReportNumber[] = [];
  const changed = (before: string | undefined, now: string): string | undefined =>
    before === undefined ? undefined : before === now ? "same as before" : `was ${before}`;
  if (people !== undefined && countMarked(people.counts) > 0) {
    const { counts, before } = people;
    numbers.push({
      value: describeShare(counts),
      label: "passed",
      change:
        counts.unmarked > 0
          ? `${formatNumber(counts.unmarked)} not marked`
          : before && countMarked(before) > 0
            ? changed(describeShare(before), describeShare(counts))
            : undefined,
    });
  }
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
  if (posts !== undefined)
    numbers.push({
      value: formatNumber(posts.count),
      label: pluralizeText(posts.count, { one: "new post", other: "new posts" }),
      change: changed(formatOptionalNumber(posts.before), formatNumber(posts.count)),
    });
  return numbers;
}

/** `75%`: the title says of how many; counts don't compare where others were judged. */
function describeShare(counts: WeekCounts): string {
  return `${Math.round((100 * counts.passed) / countMarked(counts))}%`;
}

function formatOptionalNumber(count: number | undefined): string | undefined {
  return count === undefined ? undefined : formatNumber(count);
}
