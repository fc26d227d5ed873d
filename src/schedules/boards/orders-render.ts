import type { Order } from "../../api/contract/orders.ts";
import { isReady } from "../../domain/order-status.ts";
import type { OrderTimes } from "../../domain/order-times.ts";
import type { PostContext } from "../../ui/render-context.ts";
import type { BoardSummary } from "./digest-summary.ts";
import type { Reply } from "../../ui/reply.ts";
import { createEmbed } from "../../ui/embed.ts";
import { escapeMarkdown } from "../../ui/escape.ts";
import { hourMs } from "../../time.ts";
import { formatNumber, pluralize } from "../../ui/numbers.ts";
import { formatDuration, parseEpochMs, timestamp } from "../../ui/time.ts";
import { fitLines, joinParts, subtext, withoutBreaks } from "../../ui/lines.ts";
import { type Names, formatUnnamed } from "../../ui/people.ts";
import {
  formatBoardOrderLine,
  formatOpenStatusLabel,
  describeOldOrders,
  describeStatus,
  findMaker,
  describeOrderTimes,
  getStatusPlace,
  describeUsualTime,
} from "../../ui/order-text.ts";

export interface BoardOrder {
  readonly order: Order;
  readonly isStuck: boolean;
  /** Whether it has been open for much longer than orders usually take. */
  readonly isSlow: boolean;
}

export interface OrdersBoard {
  /** Open orders by status, the furthest along first; the oldest first in each. */
  readonly groups: readonly { readonly status: string | undefined; readonly orders: readonly BoardOrder[] }[];
  readonly stuckAfterMs: number;
  /** Unfinished orders that have been untouched for so long that they aren't listed. */
  readonly oldCount: number;
  /** How many orders came in, as a sentence. */
  readonly dayText?: string | undefined;
  /** How long recent orders took. */
  readonly times?: OrderTimes | undefined;
  /** The time zone for the hours in `times`. */
  readonly zone?: string;
  /** Whether it's edited in place, so that its times may be relative. */
  readonly isLive?: boolean;
  readonly maxLength: number;
}

/** Nobody reads more lines than this in a channel. */
export const maxOrdersShown = 15;

/** Open orders by status, one line each: first the status of those that need attention, then the furthest along. */
export function renderOrdersBoard(
  { groups, stuckAfterMs, oldCount, dayText, times, zone = "UTC", isLive = true, maxLength }: OrdersBoard,
  { names, now }: PostContext,
): Reply {
  const all = sortByNeed(groups.flatMap(({ orders }) => orders));
  const usual = times && describeUsualTime(times);
  const stuckAfter = withoutBreaks(formatDuration(stuckAfterMs));
  const shown = all.slice(0, maxOrdersShown);
  // Where some are, the small print says what it means.
  const noUsual = !all.some(({ isStuck }) => isStuck) && `Stuck after ${stuckAfter} without progress`;
  const head = joinParts(
    [describeOldest(all, isLive ? undefined : now), joinParts([usual ?? noUsual, describeLate(all)])],
    "\n",
  );
  const small = joinParts(
    [
      shown.some(({ isStuck }) => isStuck) && subtext(`${stuckMark}\u00a0stuck over ${stuckAfter}`),
      dayText !== undefined && subtext(dayText),
      ...(times === undefined ? [] : describeOrderTimes(times, zone).map(subtext)),
      oldCount > 0 && subtext(describeOldOrders(oldCount)),
      formatUnnamed(
        shown.map(({ order }) => findMaker(order)),
        names,
      ),
    ],
    "\n",
  );
  const counts = new Map(groups.map(({ status, orders }) => [status, orders.length]));
  const groupsShown = [...Map.groupBy(shown, ({ order }) => order.status)];
  const lines = groupsShown.flatMap(([status, those], index) =>
    formatGroupLines(those, counts.get(status) ?? those.length, index === 0, names, now),
  );
  const more = (count: number): string =>
    `… and ${formatNumber(count + all.length - shown.length)} more: \`/order search\``;
  const linesRoom = Math.max(0, maxLength - head.length - small.length - 60);
  const list = fitLines(lines, linesRoom, more);
  const isComplete = list === lines.join("\n");
  return {
    embeds: [
      createEmbed({
        title: describeAll(all),
        tone: all.some(({ order, isStuck, isSlow: slow }) => isStuck || slow || isReady(order.status))
          ? "waiting"
          : "information",
        description: joinParts(
          [head, joinParts([list, isComplete && all.length > shown.length && more(0), small], "\n")],
          "\n\n",
        ),
      }),
    ],
  };
}

interface OrdersSince {
  readonly names: Names;
  readonly now: Temporal.Instant;
  /** Of orders that came in or ended since the last digest. */
  readonly came: number;
  readonly done: number;
  readonly button: BoardSummary["button"];
}

/** For a digest. */
export function summarizeOrders(
  groups: OrdersBoard["groups"],
  { names, now, came, done, button }: OrdersSince,
): BoardSummary {
  const all = sortByNeed(groups.flatMap(({ orders }) => orders));
  const count = (matches: (each: BoardOrder) => boolean): number => all.filter(matches).length;
  const stuck = count(({ isStuck }) => isStuck);
  const ready = count(({ order, isStuck }) => !isStuck && isReady(order.status));
  return {
    heading: "Orders",
    text: describeCounts(`${formatNumber(all.length)}\u00a0open`, { ready, stuck }, "ready"),
    lines: all.map((each) => formatBoardLine(each, names, now, describeStatus(each.order.status).mark)),
    alert: stuck === 0 ? undefined : pluralize(stuck, "stuck order"),
    changes: [
      { count: came, one: "new order" },
      { count: done, one: "order done", many: "orders done" },
    ],
    tile: {
      heading: "Orders",
      value: formatNumber(all.length),
      unit: "open",
      parts: [
        { label: "stuck", count: stuck, tone: "failed" },
        { label: "ready", count: ready, tone: "waiting" },
        { label: "in progress", count: all.length - stuck - ready, tone: "information" },
      ],
    },
    button,
  };
}

/** `12 open orders, 3 ready for pickup, 2 stuck`; those ready may be stuck, too. */
function describeAll(all: readonly BoardOrder[]): string {
  const counts = {
    ready: all.filter(({ order }) => isReady(order.status)).length,
    stuck: all.filter(({ isStuck }) => isStuck).length,
  };
  return describeCounts(withoutBreaks(pluralize(all.length, "open order")), counts, "ready for pickup");
}

function describeCounts(
  open: string,
  { ready, stuck }: { readonly ready: number; readonly stuck: number },
  readyWords: string,
): string {
  return joinParts(
    [
      open,
      ready > 0 && `${formatNumber(ready)}\u00a0${readyWords}`,
      stuck > 0 && `${formatNumber(stuck)}\u00a0stuck`,
    ],
    ", ",
  );
}

/** Those that are stuck, slow ones, then by status, the furthest along first and undocumented ones last; the oldest first in each. */
export function sortByNeed(orders: readonly BoardOrder[]): readonly BoardOrder[] {
  const need = (each: BoardOrder): number => (each.isStuck ? 0 : each.isSlow ? 1 : 2);
  const place = (each: BoardOrder): number => (need(each) < 2 ? 0 : -getStatusPlace(each.order.status));
  const at = ({ order }: BoardOrder): number => parseEpochMs(order.createdAt) ?? 0;
  return orders.toSorted((a, b) => need(a) - need(b) || place(a) - place(b) || at(a) - at(b));
}

const [stuckMark, slowMark] = ["⚠️", "⏰"] as const;

/** A line for each order of one status; the first begins with a heading. @param count of all with that status */
function formatGroupLines(
  orders: readonly BoardOrder[],
  count: number,
  isFirst: boolean,
  names: Names,
  now: Temporal.Instant,
): readonly string[] {
  return orders.map((each, index) => {
    const line = formatBoardLine(each, names, now);
    if (index > 0) return line;
    const { status } = each.order;
    const heading = `${describeStatus(status).mark} ${escapeMarkdown(formatOpenStatusLabel(status))} · ${formatNumber(count)}`;
    return `${isFirst ? "" : "\n"}**${heading}**\n${line}`;
  });
}

/**
 * `⚠️ **#1038** 11:14 · 2 × Lemonade +1`.
 * @param statusMark where no heading says the status
 */
function formatBoardLine(
  { order, isStuck, isSlow }: BoardOrder,
  names: Names,
  now: Temporal.Instant,
  statusMark?: string,
): string {
  const mark = joinParts([isStuck ? stuckMark : isSlow && slowMark, statusMark], " ");
  const at = parseEpochMs(order.createdAt);
  return formatBoardOrderLine(order, names, {
    mark,
    age: at === undefined ? undefined : formatMoment(at, now),
  });
}

/** `⏰ 2 late`: those with that mark, so not those that are stuck. */
function describeLate(all: readonly BoardOrder[]): string | undefined {
  const late = all.filter(({ isSlow, isStuck }) => isSlow && !isStuck).length;
  return late === 0 ? undefined : `${slowMark}\u00a0${formatNumber(late)}\u00a0late`;
}

/** From then on the day matters more than the hour. */
const clockForMs = 12 * hourMs;

/** `Oldest: **#1029**, 9 minutes ago`; nothing if that is the first of the orders, whose line says when. */
function describeOldest(
  orders: readonly BoardOrder[],
  now: Temporal.Instant | undefined,
): string | undefined {
  const [oldest] = orders
    .flatMap(({ order }) => {
      const at = parseEpochMs(order.createdAt);
      return at === undefined ? [] : [{ at, order }];
    })
    .toSorted((one, other) => one.at - other.at);
  if (oldest === undefined || oldest.order === orders[0]?.order) return undefined;
  const { at, order } = oldest;
  const { order_number } = order;
  const { text } = formatMoment(at, now);
  return `Oldest: ${order_number === undefined ? "" : `**#${order_number}**, `}${text}`;
}

/** @param now if a clock's time is wanted; without it, the time is relative */
function formatMoment(at: number, now: Temporal.Instant | undefined): { text: string; length: number } {
  const isRecent = now !== undefined && now.epochMilliseconds - at < clockForMs;
  const text = timestamp(Temporal.Instant.fromEpochMilliseconds(at), isRecent ? "t" : "R");
  return { text, length: isRecent ? "11:14".length : "11 minutes ago".length };
}
