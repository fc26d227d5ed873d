import type { Order } from "../../src/api/contract/orders.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { embed } from "../../src/text/embed.ts";
import { inert } from "../../src/text/inert.ts";
import { counted } from "../../src/text/numbers.ts";
import { durationWords, readInstant, timeMark } from "../../src/text/time.ts";
import { fitLines, joined, smallPrint } from "../shared/lines.ts";
import { type Names, personWords } from "../shared/people.ts";
import { itemsLine, orderName, statusWords } from "./words.ts";

export interface BoardOrder {
  readonly order: Order;
  readonly isStuck: boolean;
}

export interface OrdersBoard {
  /** Open ones with their status, in the usual order of an order's life; in each the oldest first. */
  readonly groups: readonly { readonly status: string | undefined; readonly orders: readonly BoardOrder[] }[];
  readonly stuckAfterMs: number;
  /** How many are not done, and untouched for so long that they are not listed. */
  readonly oldCount: number;
  readonly names: Names;
  readonly room: number;
}

/** More lines than these do not fit into a message, however short they are. */
export const maxOrdersShown = 250;

/** What is to be done, a line an order, under its status. */
export function renderOrdersBoard({ groups, stuckAfterMs, oldCount, names, room }: OrdersBoard): Answer {
  const all = groups.flatMap(({ orders }) => orders);
  const stuck = all.filter((each) => each.isStuck).length;
  const head = joined([
    `**${counted(all.length, "open order")}**`,
    stuck > 0 && `⚠️ ${stuck} without progress for over ${durationWords(stuckAfterMs)}`,
  ]);
  const lines = groups.flatMap(({ status, orders }) => {
    const { mark, words } = statusWords(status);
    return [
      `**${mark} ${inert(words)}** · ${orders.length}`,
      ...orders.slice(0, maxOrdersShown).map((each) => orderLine(each, names)),
    ];
  });
  const foot = oldCount > 0 ? `\n${smallPrint(oldOrdersWords(oldCount))}` : "";
  const linesRoom = Math.max(0, room - head.length - foot.length - 2);
  return {
    embeds: [
      embed({
        title: "Open orders",
        tone: stuck > 0 ? "waiting" : "information",
        description: `${head}\n\n${fitLines(lines, linesRoom, moreWords)}${foot}`,
      }),
    ],
  };
}

/** One sentence. */
export function oldOrdersWords(count: number): string {
  const [are, them] = count === 1 ? ["isn't", "it"] : ["aren't", "them"];
  return `${counted(count, "old order")} that nobody touched for long ${are} listed; \`/order search\` finds ${them} under *Old*.`;
}

/** Headings of statuses are among the lines, so these are not exactly so many orders. */
function moreWords(): string {
  return "… and more; `/order search` has them all";
}

function orderLine({ order, isStuck }: BoardOrder, names: Names): string {
  const { order_number, items, prepared_by, createdAt } = order;
  const created = readInstant(createdAt);
  return joined([
    `${isStuck ? "⚠️ " : ""}${orderName(order_number)}`,
    itemsLine(items, 60),
    created && timeMark(created, "R"),
    prepared_by !== undefined && `prepared by ${personWords(prepared_by, names)}`,
  ]);
}
