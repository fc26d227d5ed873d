import type { Order } from "../../src/api/contract/orders.ts";
import { filterOrders, newestFirst, type OrderFilter } from "../../src/domain/order-filter.ts";
import { pageOf } from "../../src/domain/pages.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { embed } from "../../src/text/embed.ts";
import { inert } from "../../src/text/inert.ts";
import { counted, grouped } from "../../src/text/numbers.ts";
import { readEpochMs, readInstant, timeMark } from "../../src/text/time.ts";
import { fitLines, joined } from "../shared/lines.ts";
import { pageButtons, pageWords } from "../shared/page-buttons.ts";
import { type Names, personWords } from "../shared/people.ts";
import { renderOrder } from "./render-order.ts";
import { filterWords } from "./search-filter.ts";
import { itemsLine, orderName, statusWords } from "./words.ts";

const ordersAPage = 10;

export interface Search {
  readonly orders: readonly Order[];
  readonly filter: OrderFilter;
  readonly names: Names;
  /** From 0. */
  readonly page: number;
  readonly customIdOf: (page: number) => string;
  /** Clickable name of the command that logs an order. */
  readonly createMention: string;
}

export function renderSearch(search: Search, now: Temporal.Instant): Answer {
  const { orders, filter, names, customIdOf } = search;
  const found = newestFirst(filterOrders(orders, filter), ({ createdAt }) => readEpochMs(createdAt));
  const page = pageOf(found, search.page, ordersAPage);
  const components = pageButtons(page, { before: "Newer", after: "Older" }, customIdOf);
  const [first] = found;
  if (first === undefined) return { embeds: [embed({ ...emptyWords(search), at: now })], components };

  const filtered = filterWords(filter, names);
  const among = filtered !== undefined && `filter: ${filtered}`;
  if (found.length === 1) {
    const footer = joined([`The only match among ${counted(orders.length, "order")}`, among]);
    return { ...renderOrder(first, { names, footer, now }), components, share: {} };
  }
  return {
    embeds: [
      embed({
        title: "Orders, newest first",
        description: fitLines(
          page.entries.map((order) => orderLine(order, names)),
          4_000,
        ),
        footer: joined([
          pageWords(page),
          filtered === undefined
            ? counted(found.length, "order")
            : `${counted(found.length, "order")} of ${grouped(orders.length)}`,
          among,
        ]),
        at: now,
      }),
    ],
    components,
    share: {},
  };
}

function orderLine(order: Order, names: Names): string {
  const { mark, words } = statusWords(order.status);
  const created = readInstant(order.createdAt);
  return joined([
    `${mark} **${orderName(order.order_number)}** ${inert(words)}`,
    itemsLine(order.items, 80),
    order.customer !== undefined && `for ${personWords(order.customer, names)}`,
    created && timeMark(created, "R"),
  ]);
}

function emptyWords({ orders, filter, names, createMention }: Search): {
  title: string;
  description: string;
} {
  const filtered = filterWords(filter, names);
  if (filtered === undefined || orders.length === 0) {
    return {
      title: "No orders yet",
      description: `The workspace has no orders. The first one that is placed in the game, or logged with ${createMention}, will stand here.`,
    };
  }
  return {
    title: "No order matches",
    description: `None of the ${counted(orders.length, "order")} fits all of this: ${inert(filtered)}. Leave a filter out to see more.`,
  };
}
