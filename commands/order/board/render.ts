import type { Order } from "../../../src/api/contract/orders.ts";
import { isReady } from "../status.ts";
import type { PostContext } from "../../../src/ui/render-context.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { createEmbed } from "../../../src/ui/embed.ts";
import { escapeMarkdown } from "../../../src/ui/escape.ts";
import { hourMs } from "../../../src/time.ts";
import { formatNumber, pluralize, pluralizeText } from "../../../src/ui/numbers.ts";
import { formatDuration, parseEpochMs, formatMoment } from "../../../src/ui/time.ts";
import { fitLines, joinParts, smallPrint, withoutBreaks } from "../../../src/ui/lines.ts";
import { describeUnnamed } from "../../../src/ui/people.ts";
import {
  findOrderPerson,
  formatOrderRow,
  formatOpenStatusLabel,
  describeOldOrders,
  describeStatus,
  getStatusPlace,
} from "../text.ts";
import type { Formats } from "../../../src/ui/formats.ts";
import type { BoardSummary } from "../../boards/index.ts";

export interface BoardOrder {
  readonly order: Order;
  readonly isStuck: boolean;
  /** Whether it has been open for much longer than orders usually take. */
  readonly isSlow: boolean;
}

interface OrdersBoard {
  /** Open orders by status, the furthest along first; the oldest first in each. */
  readonly groups: readonly { readonly status: string | undefined; readonly orders: readonly BoardOrder[] }[];
  readonly stuckAfterMs: number;
  /** Unfinished orders that have been untouched for so long that they aren't listed. */
  readonly oldCount: number;
  /** Whether a picture shows all of them: then only those that need someone are listed. */
  readonly isDrawn: boolean;
  readonly maxLength: number;
}

/** Nobody reads more lines than this in a channel. */
export const maxOrdersShown = 15;

/** Open orders by status, one line each: first the status of those that need attention, then the furthest along. */
export function renderOrdersBoard(
  { groups, stuckAfterMs, oldCount, isDrawn, maxLength }: OrdersBoard,
  ctx: PostContext,
): Reply {
  const all = sortByNeed(groups.flatMap(({ orders }) => orders));
  const stuckAfter = withoutBreaks(formatDuration(stuckAfterMs));
  const listed = isDrawn ? all.filter(needsSomeone) : all;
  const shown = listed.slice(0, maxOrdersShown);
  const head = joinParts([!isDrawn && describeOldest(all, ctx), describeLate(all)], "\n");
  const small = joinParts(
    [
      oldCount > 0 && describeOldOrders(oldCount),
      smallPrint([
        shown.some(({ isStuck }) => isStuck) && `${stuckMark}\u00a0stuck over ${stuckAfter}`,
        shown.length > 0 && !isDrawn && "Times: when ordered",
        !isDrawn &&
          describeUnnamed(
            shown.map(({ order }) => findOrderPerson(order).id),
            ctx.names,
          ),
      ]),
    ],
    "\n",
  );
  const lines = isDrawn
    ? shown.map((each) => formatWholeLine(each, ctx.names))
    : formatGroups(shown, groups, ctx);
  const more = (count: number): string =>
    `… and ${formatNumber(count + listed.length - shown.length)} more: \`/order search\``;
  const linesRoom = Math.max(0, maxLength - head.length - small.length - 60);
  const list = fitLines(lines, linesRoom, more);
  const isComplete = list === lines.join("\n");
  return {
    embeds: [
      createEmbed({
        title: describeAll(all),
        tone: all.some(needsSomeone) ? "waiting" : "information",
        description: joinParts(
          [head, joinParts([list, isComplete && listed.length > shown.length && more(0), small], "\n")],
          "\n\n",
        ),
      }),
    ],
  };
}

function needsSomeone({ order, isStuck, isSlow }: BoardOrder): boolean {
  return isStuck || isSlow || isReady(order.status);
}

type LineContext = Formats & Pick<PostContext, "names">;

/** `12 open orders, 3 ready for pickup, 2 stuck`; those ready may be stuck, too. */
function describeAll(all: readonly BoardOrder[]): string {
  const ready = all.filter(({ order }) => isReady(order.status)).length;
  const stuck = all.filter(({ isStuck }) => isStuck).length;
  const open = withoutBreaks(pluralize(all.length, "open order"));
  return describeCounts(open, { ready, stuck }, "ready for pickup");
}

/** What is open, and how many of it are ready or stuck. */
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

export const [stuckMark, lateMark] = ["⚠️", "⏰"] as const;

/** A line for each order; the first of each status begins with a heading, with an empty line before it. */
function formatGroups(
  shown: readonly BoardOrder[],
  groups: OrdersBoard["groups"],
  ctx: LineContext,
): readonly string[] {
  const counts = new Map(groups.map(({ status, orders }) => [status, orders.length]));
  return [...Map.groupBy(shown, ({ order }) => order.status)].flatMap(([status, those], group) =>
    those.map((each, index) => {
      const line = formatBoardLine(each, ctx);
      if (index > 0) return line;
      const label = escapeMarkdown(formatOpenStatusLabel(status));
      const heading = `${describeStatus(status).mark} ${label} · ${formatNumber(counts.get(status) ?? 0)}`;
      return `${group > 0 ? "\n" : ""}**${heading}**\n${line}`;
    }),
  );
}

/** Of an order whose age a picture shows: its items, on two lines of a phone if they need them. */
function formatWholeLine({ order, isStuck, isSlow }: BoardOrder, names: PostContext["names"]): string {
  const mark = joinParts([markNeed({ isStuck, isSlow }), describeStatus(order.status).mark], " ");
  return formatOrderRow(order, { names, mark, placed: undefined, lineCount: 2 });
}

const markNeed = ({ isStuck, isSlow }: Pick<BoardOrder, "isStuck" | "isSlow">) =>
  isStuck ? stuckMark : isSlow && lateMark;

/** @param statusMark where no heading says the status */
function formatBoardLine(
  { order, isStuck, isSlow }: BoardOrder,
  ctx: LineContext,
  statusMark?: string,
): string {
  const mark = joinParts([markNeed({ isStuck, isSlow }), statusMark], " ");
  const at = parseEpochMs(order.createdAt);
  const placed = at === undefined ? undefined : formatPlaced(at, ctx);
  return formatOrderRow(order, { names: ctx.names, mark, placed });
}

/** `⏰ 2 late`: those with that mark, so not those that are stuck. */
function describeLate(all: readonly BoardOrder[]): string | undefined {
  const late = all.filter(({ isSlow, isStuck }) => isSlow && !isStuck).length;
  return late === 0 ? undefined : `${lateMark}\u00a0${formatNumber(late)}\u00a0late`;
}

/** From then on the day matters more than the hour. */
const clockForMs = 12 * hourMs;

/** `Oldest: **#1029** · 9 minutes ago`; nothing if that is the first of the orders, whose line says when. */
function describeOldest(orders: readonly BoardOrder[], formats: Formats): string | undefined {
  const [oldest] = orders
    .flatMap(({ order }) => {
      const at = parseEpochMs(order.createdAt);
      return at === undefined ? [] : [{ at, order }];
    })
    .toSorted((one, other) => one.at - other.at);
  if (oldest === undefined || oldest.order === orders[0]?.order) return undefined;
  const { at, order } = oldest;
  const { order_number } = order;
  const text = formats.tense === "now" ? formatMoment(at, "R", formats) : formatPlaced(at, formats).text;
  return `Oldest: ${order_number === undefined ? "" : `**#${order_number}** · `}${text}`;
}

/** When it came in: a clock's time, for orders of some hours. */
function formatPlaced(at: number, formats: Formats): { text: string; length: number } {
  const isRecent = formats.now.epochMilliseconds - at < clockForMs;
  const text = formatMoment(at, isRecent ? "t" : "R", formats);
  return { text, length: isRecent ? "11:14".length : "11 minutes ago".length };
}

interface OrdersSince extends LineContext {
  /** Of orders that came in or ended since the last digest. */
  readonly came: number;
  readonly done: number;
  readonly button: BoardSummary["button"];
}

/** For a digest. */
export function summarizeOrders(
  groups: OrdersBoard["groups"],
  { came, done, button, ...ctx }: OrdersSince,
): BoardSummary {
  const all = sortByNeed(groups.flatMap(({ orders }) => orders));
  const stuck = all.filter(({ isStuck }) => isStuck).length;
  const ready = all.filter(({ order, isStuck }) => !isStuck && isReady(order.status)).length;
  return {
    heading: "Orders",
    text: describeCounts(`${formatNumber(all.length)}\u00a0open`, { ready, stuck }, "ready"),
    lines: all.map((each) => formatBoardLine(each, ctx, describeStatus(each.order.status).mark)),
    alert: stuck === 0 ? undefined : pluralize(stuck, "stuck order"),
    changes: [
      { count: came, unit: pluralizeText(came, { one: "new order", other: "new orders" }) },
      { count: done, unit: pluralizeText(done, { one: "order done", other: "orders done" }) },
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
