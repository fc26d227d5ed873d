import type { Order } from "../../../src/api/contract/orders.ts";
import { findLastChangedMs, isReady } from "../status.ts";
import type { PostContext } from "../../../src/ui/render-context.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { createEmbed } from "../../../src/ui/embed.ts";
import { escapeMarkdown } from "../../../src/ui/escape.ts";
import { hourMs } from "../../../src/time.ts";
import { formatNumber, pluralize, pluralizeText } from "../../../src/ui/numbers.ts";
import { formatDuration, parseEpochMs, formatMoment, labelMoment } from "../../../src/ui/time.ts";
import { fitLines, joinParts, smallPrint, withoutBreaks } from "../../../src/ui/lines.ts";
import { describeUnnamed } from "../../../src/ui/people.ts";
import {
  findOrderPerson,
  formatOrderRow,
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
  /** Whether it is known how long orders usually take, and so which are late. */
  readonly isLateKnown?: boolean;
  /** Whether a picture shows those in progress: then only those that need someone are listed. */
  readonly isDrawn: boolean;
  readonly maxLength: number;
}

/** Nobody reads more lines than this in a channel. */
export const maxOrdersShown = 15;

/**
 * Open orders, one line each: by status, first that of those that need attention, then the furthest along. Beside a picture,
 * those that need someone, by what they need: it doesn't show whole items, nor those that are made.
 */
export function renderOrdersBoard(
  { groups, stuckAfterMs, oldCount, isLateKnown = false, isDrawn, maxLength }: OrdersBoard,
  ctx: PostContext,
): Reply {
  const all = sortByNeed(groups.flatMap(({ orders }) => orders));
  const stuckAfter = withoutBreaks(formatDuration(stuckAfterMs));
  const listed = isDrawn ? all.filter((each) => findNeed(each) !== undefined) : all;
  const shown = listed.slice(0, maxOrdersShown);
  const head = (!isDrawn && describeOldest(all, ctx)) || "";
  const small = joinParts(
    [
      oldCount > 0 && describeOldOrders(oldCount),
      !isDrawn &&
        smallPrint([
          shown.some((each) => findNeed(each) === "late") && `${lateMark}\u00a0late`,
          shown.some(({ isStuck }) => isStuck) && `${stuckMark}\u00a0stuck over ${stuckAfter}`,
          shown.length > 0 && "Times: when ordered",
          describeUnnamed(
            shown.map(({ order }) => findOrderPerson(order).id),
            ctx.names,
          ),
        ]),
    ],
    "\n",
  );
  const readyCount = all.filter((each) => findNeed(each) === "ready").length;
  const lines = isDrawn
    ? formatByNeed(shown, { stuckAfter, readyCount }, ctx)
    : formatByStatus(shown, groups, ctx);
  const drawnCount = all.filter(({ order }) => !isReady(order.status)).length;
  const aboveDrawn =
    isDrawn && shown.length > 0 && drawnCount > 0 && `\n**In progress · ${formatNumber(drawnCount)}**`;
  const more = (count: number): string =>
    `… and ${formatNumber(count + listed.length - shown.length)} more: \`/order search\``;
  const linesRoom = Math.max(0, maxLength - head.length - small.length - 90);
  const list = fitLines(lines, linesRoom, more);
  const isComplete = list === lines.join("\n");
  return {
    embeds: [
      createEmbed({
        title: describeAll(all, isLateKnown),
        tone: all.some(({ isStuck, isSlow }) => isStuck || isSlow) ? "waiting" : "information",
        description: joinParts(
          [
            head,
            joinParts([list, isComplete && listed.length > shown.length && more(0), small, aboveDrawn], "\n"),
          ],
          "\n\n",
        ),
      }),
    ],
  };
}

type Need = "stuck" | "late" | "ready";

/** What it needs most, of those that need someone. */
function findNeed({ order, isStuck, isSlow }: BoardOrder): Need | undefined {
  if (isStuck) return "stuck";
  if (isSlow) return "late";
  return isReady(order.status) ? "ready" : undefined;
}

type LineContext = Formats & Pick<PostContext, "names">;

/** `12 open orders, 2 stuck, 1 late`, or `none late`; how many are ready stands above them. */
function describeAll(all: readonly BoardOrder[], isLateKnown: boolean): string {
  const open = withoutBreaks(pluralize(all.length, "open order"));
  const late = describeNeeds(all, ["stuck", "late"]);
  return joinParts([open, late === "" ? isLateKnown && "none\u00a0late" : late], ", ");
}

/** How many need what; each counts once. */
function describeNeeds(all: readonly BoardOrder[], needs: readonly Need[]): string {
  const counts = Map.groupBy(all, findNeed);
  return joinParts(
    needs.map((need) => {
      const count = counts.get(need)?.length ?? 0;
      return count > 0 && `${formatNumber(count)}\u00a0${need}`;
    }),
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

const [stuckMark, lateMark] = ["⚠️", "⏰"] as const;

/** By status. */
function formatByStatus(
  shown: readonly BoardOrder[],
  groups: OrdersBoard["groups"],
  ctx: LineContext,
): readonly string[] {
  const counts = new Map(groups.map(({ status, orders }) => [status, orders.length]));
  return [...Map.groupBy(shown, ({ order }) => order.status)].flatMap(([status, those], index) => {
    const { mark, label } = describeStatus(status);
    const heading = `${mark} ${escapeMarkdown(label)} · ${formatNumber(counts.get(status) ?? 0)}`;
    return putUnder(
      heading,
      those.map((each) => formatBoardLine(each, ctx)),
      index === 0,
    );
  });
}

/** Under what they need; the title counts all but what is ready. */
function formatByNeed(
  shown: readonly BoardOrder[],
  { stuckAfter, readyCount }: { readonly stuckAfter: string; readonly readyCount: number },
  ctx: LineContext,
): readonly string[] {
  const { mark, label } = describeStatus("waiting_for_pickup");
  const labels: Readonly<Record<Need, string>> = {
    stuck: `${stuckMark} Stuck over ${stuckAfter}`,
    late: `${lateMark} Late`,
    ready: `${mark} ${label} · ${formatNumber(readyCount)}`,
  };
  return [...Map.groupBy(shown, findNeed)].flatMap(([need = "ready", those], index) =>
    putUnder(
      labels[need],
      those.map((each) => formatWholeLine(each, ctx)),
      index === 0,
    ),
  );
}

/** The first line begins with the heading, with an empty line before it. */
function putUnder(heading: string, lines: readonly string[], isFirst: boolean): readonly string[] {
  return lines.map((line, index) => (index > 0 ? line : `${isFirst ? "" : "\n"}**${heading}**\n${line}`));
}

/** Its items, on several lines of a phone if they need them; of one that no picture shows, since when it is ready. */
function formatWholeLine({ order }: BoardOrder, ctx: LineContext): string {
  const { names } = ctx;
  if (!isReady(order.status)) return formatOrderRow(order, { names, placed: undefined, lineCount: 2 });
  const readyAt = findLastChangedMs(order);
  const placed =
    ctx.tense === "now" && readyAt !== undefined
      ? { text: labelMoment("ready", readyAt, "R", ctx), length: "ready: 11 minutes ago".length }
      : findPlaced(order, ctx);
  return formatOrderRow(order, { names, placed, lineCount: 3, isAwaited: true });
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
  const isAwaited = isReady(order.status);
  return formatOrderRow(order, { names: ctx.names, mark, placed: findPlaced(order, ctx), isAwaited });
}

/** Of one that is ready, since when: `ready 11:14`. */
function findPlaced(order: Order, formats: Formats): ReturnType<typeof formatPlaced> | undefined {
  const readyAt = isReady(order.status) ? findLastChangedMs(order) : undefined;
  const at = readyAt ?? parseEpochMs(order.createdAt);
  if (at === undefined) return undefined;
  const { text, length } = formatPlaced(at, formats);
  return readyAt === undefined
    ? { text, length }
    : { text: `ready\u00a0${text}`, length: "ready ".length + length };
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

/** Of orders that came in or ended since the last digest. */
export function describeChanges({
  came,
  done,
}: {
  readonly came: number;
  readonly done: number;
}): NonNullable<BoardSummary["changes"]> {
  return [
    { count: came, unit: pluralizeText(came, { one: "new order", other: "new orders" }) },
    { count: done, unit: pluralizeText(done, { one: "order done", other: "orders done" }) },
  ];
}

/** For a digest. */
export function summarizeOrders(
  groups: OrdersBoard["groups"],
  { changes, button, ...ctx }: LineContext & Required<Pick<BoardSummary, "changes" | "button">>,
): BoardSummary {
  const all = sortByNeed(groups.flatMap(({ orders }) => orders));
  const stuck = all.filter(({ isStuck }) => isStuck).length;
  const ready = all.filter(({ order, isStuck }) => !isStuck && isReady(order.status)).length;
  return {
    heading: "Orders",
    text: joinParts(
      [`${formatNumber(all.length)}\u00a0open`, describeNeeds(all, ["stuck", "late", "ready"])],
      ", ",
    ),
    lines: all.map((each) => formatBoardLine(each, ctx, describeStatus(each.order.status).mark)),
    alert: stuck === 0 ? undefined : pluralize(stuck, "stuck order"),
    changes,
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
