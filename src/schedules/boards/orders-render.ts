import type { Order } from "../../api/contract/orders.ts";
import { isReady } from "../../domain/order-status.ts";
import type { OrderTimes } from "../../domain/order-times.ts";
import type { PostContext } from "../../ui/render-context.ts";
import type { Reply } from "../../ui/reply.ts";
import { embed } from "../../ui/embed.ts";
import { escapeMarkdown } from "../../ui/escape.ts";
import { pluralize } from "../../ui/numbers.ts";
import { formatDuration, parseInstant, timestamp } from "../../ui/time.ts";
import { fitLines, joinParts, subtext } from "../../ui/lines.ts";
import { type Names, describePerson, unnamedLine } from "../../ui/people.ts";
import {
  describeOldOrders,
  describeStatus,
  itemsLine,
  orderName,
  orderTimesText,
} from "../../ui/order-text.ts";

export interface BoardOrder {
  readonly order: Order;
  readonly isStuck: boolean;
}

export interface OrdersBoard {
  /** Open orders by status, in the usual sequence; the oldest first in each. */
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
  readonly maxLength: number;
}

/** More lines never fit into a message, however short they are. */
export const maxOrdersShown = 250;

/** Open orders, one line each, by status. */
export function renderOrdersBoard(
  { groups, stuckAfterMs, oldCount, dayText, times, zone = "UTC", maxLength }: OrdersBoard,
  { names }: PostContext,
): Reply {
  const all = groups.flatMap(({ orders }) => orders);
  const stuck = all.filter((each) => each.isStuck).length;
  const ready = all.filter(({ order }) => isReady(order.status)).length;
  const head = joinParts([
    `**${pluralize(all.length, "open order")}**`,
    ready > 0 && `🛎️ ${ready} ready for pickup`,
    stuck > 0 && `⚠️ ${stuck} without progress for over ${formatDuration(stuckAfterMs)}`,
  ]);
  const lines = groups.flatMap(({ status, orders }) => {
    const { mark, label } = describeStatus(status);
    const usual = status === undefined ? undefined : times?.steps.get(status);
    return [
      joinParts([
        `**${mark} ${escapeMarkdown(label)}** · ${orders.length}`,
        usual !== undefined && `usually ${formatDuration(usual.medianMs)}`,
      ]),
      ...orders.slice(0, maxOrdersShown).map((each) => openOrderLine(each, names)),
    ];
  });
  const timesText = times && orderTimesText(times, zone);
  const small = joinParts(
    [
      dayText !== undefined && subtext(dayText),
      timesText !== undefined && subtext(timesText),
      oldCount > 0 && subtext(describeOldOrders(oldCount)),
      unnamedLine(
        all.map(({ order }) => order.prepared_by),
        names,
      ),
    ],
    "\n",
  );
  const foot = small === "" ? "" : `\n${small}`;
  const linesRoom = Math.max(0, maxLength - head.length - foot.length - 2);
  return {
    embeds: [
      embed({
        title: "Open orders",
        tone: stuck > 0 ? "waiting" : "information",
        description: `${head}\n\n${fitLines(lines, linesRoom, describeMore)}${foot}`,
      }),
    ],
  };
}

/** Status headings are among the lines, so the number of orders isn't known exactly. */
function describeMore(): string {
  return "… and more; `/order search` has them all";
}

function openOrderLine({ order, isStuck }: BoardOrder, names: Names): string {
  const { order_number, items, prepared_by, createdAt } = order;
  const created = parseInstant(createdAt);
  return joinParts([
    `${isStuck ? "⚠️ " : ""}${orderName(order_number)}`,
    itemsLine(items, 60),
    created && timestamp(created, "R"),
    prepared_by !== undefined && `prepared by ${describePerson(prepared_by, names)}`,
  ]);
}
