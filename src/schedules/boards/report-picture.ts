import type { ReportNumber, ReportPicture } from "../../pictures/report.ts";
import { plainText } from "../../ui/escape.ts";
import { joinParts } from "../../ui/lines.ts";
import { formatNumber } from "../../ui/numbers.ts";
import { capitalized, describeWeek } from "../../ui/permanent-wording.ts";
import type { Portrait } from "../../ui/portraits.ts";
import { formatDuration } from "../../ui/time.ts";
import type { WeekOrders } from "./report-orders.ts";
import type { WeekCounts } from "./report-weeks.ts";
import { busiestOf, endLabels, savedNote, type WeekReport } from "./report-render.ts";

interface ReportParts {
  readonly report: WeekReport;
  readonly workspaceName: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

export function reportPicture(
  { report, workspaceName, now }: ReportParts,
  portraits: ReadonlyMap<string, Portrait>,
): ReportPicture {
  const { first, people, orders } = report;
  const personOf = (userId: string): Portrait => portraits.get(userId) ?? { name: "" };
  const isSaved =
    people?.trend.some(({ counts }, index) => counts && index < people.trend.length - 1) === true;
  return {
    kind: "report",
    title: capitalized(describeWeek(first.toString(), now)),
    subtitle: plainText(workspaceName, 80),
    numbers: numbersOf(report),
    trend: isSaved
      ? people.trend.map(({ first: from, counts }) => ({
          label: from.toLocaleString("en-GB", { day: "numeric", month: "short" }),
          counts,
        }))
      : [],
    best: (people?.best ?? []).map(({ userId, minutes }) => ({
      person: personOf(userId),
      numbers: `${formatNumber(minutes)} min`,
    })),
    days:
      (orders?.total ?? 0) === 0
        ? []
        : (orders?.days ?? []).map(({ date, count }) => ({
            label: date.toLocaleString("en-GB", { weekday: "short" }),
            orders: count,
          })),
    note: (people && savedNote(people)) ?? "",
  };
}

/** `6 of 8`; those excused don't count. */
function passedText(counts: WeekCounts): string {
  return `${formatNumber(counts.passed)} of ${formatNumber(countedIn(counts))}`;
}

function shareOf(counts: WeekCounts): number | undefined {
  const counted = countedIn(counts);
  return counted === 0 ? undefined : counts.passed / counted;
}

function countedIn({ passed, failed, unmarked }: WeekCounts): number {
  return passed + failed + unmarked;
}

function busiestNote(orders: WeekOrders): string | undefined {
  const busiest = busiestOf(orders);
  return busiest && `busiest: ${busiest.date.toLocaleString("en-GB", { weekday: "short" })}`;
}

function numbersOf({ people, orders, posts }: WeekReport): readonly ReportNumber[] {
  const numbers: ReportNumber[] = [];
  /** @param text the number before, as it is written */
  const changed = (
    before: number | undefined,
    now: number,
    text: string,
    nowText = formatNumber(now),
  ): ReportNumber["change"] => {
    if (before === undefined) return undefined;
    if (text === nowText) return { text: "as the week before", direction: "same" };
    if (now === before) return { text: `from ${text}`, direction: "same" };
    return now > before
      ? { text: `up from ${text}`, direction: "up" }
      : { text: `down from ${text}`, direction: "down" };
  };
  if (people !== undefined && countedIn(people.counts) > 0) {
    const { counts, before } = people;
    numbers.push({
      value: passedText(counts),
      label: joinParts(
        ["passed", counts.unmarked > 0 && `${formatNumber(counts.unmarked)} not marked`],
        ", ",
      ),
      change: changed(
        before && shareOf(before),
        shareOf(counts) ?? 0,
        before === undefined ? "" : passedText(before),
        passedText(counts),
      ),
    });
  }
  if (orders !== undefined && (orders.total > 0 || orders.before !== undefined))
    numbers.push({
      value: formatNumber(orders.total),
      label: orders.total === 1 ? "order" : "orders",
      change: changed(orders.before, orders.total, formatNumber(orders.before ?? 0)),
      note: busiestNote(orders),
    });
  if (orders?.time !== undefined) {
    const { end, ms, beforeMs } = orders.time;
    numbers.push({
      value: formatDuration(ms),
      label: endLabels[end].tile,
      change: changed(beforeMs, ms, formatDuration(beforeMs ?? 0), formatDuration(ms)),
      note: "usually",
    });
  }
  if (posts !== undefined)
    numbers.push({
      value: formatNumber(posts.count),
      label: posts.count === 1 ? "new post" : "new posts",
      change: changed(posts.before, posts.count, formatNumber(posts.before ?? 0)),
    });
  return numbers;
}
