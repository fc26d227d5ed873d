import type { Order } from "../../src/api/contract/orders.ts";
import type { OrderFilter } from "../../src/domain/order-filter.ts";
import type { Page } from "../../src/domain/pages.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { embed } from "../../src/text/embed.ts";
import { inert } from "../../src/text/inert.ts";
import { counted, grouped } from "../../src/text/numbers.ts";
import { sentTimeMark } from "../../src/text/time.ts";
import { fitLines, joined } from "../shared/lines.ts";
import { pageButtons, pageWords } from "../shared/page-buttons.ts";
import { type Names, personWords } from "../shared/people.ts";
import { oldOrdersWords } from "./render-board.ts";
import { renderOrder } from "./render-order.ts";
import { filterWords } from "./search-filter.ts";
import { itemsLine, orderName, statusWords } from "./words.ts";

export interface Search {
  /** Of those that fit, newest first. */
  readonly page: Page<Order>;
  /** How many orders there are, those that do not fit included. */
  readonly total: number;
  /** Of a search for open ones: how many more there are that nobody touched for long. */
  readonly oldCount: number;
  readonly filter: OrderFilter;
  /** Of all people of the only order that fits, else of the customers on the page. */
  readonly names: Names;
  readonly customIdOf: (page: number) => string;
  /** Clickable name of the command that logs an order. */
  readonly createMention: string;
}

export function renderSearch(search: Search, now: Temporal.Instant): Answer {
  const { page, total, filter, names, customIdOf } = search;
  const components = pageButtons(page, { before: "Newer", after: "Older" }, customIdOf);
  const [first] = page.entries;
  if (first === undefined) return { embeds: [embed({ ...emptyWords(search), at: now })], components };

  const filtered = filterWords(filter, names);
  const among = joined([
    filtered !== undefined && `filter: ${filtered}`,
    search.oldCount > 0 && `${counted(search.oldCount, "old one")} not shown`,
  ]);
  if (page.total === 1) {
    const footer = joined([`The only match among ${counted(total, "order")}`, among]);
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
            ? counted(page.total, "order")
            : `${counted(page.total, "order")} of ${grouped(total)}`,
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
  return joined([
    `${mark} **${orderName(order.order_number)}** ${inert(words)}`,
    itemsLine(order.items, 80),
    order.customer !== undefined && `for ${personWords(order.customer, names)}`,
    sentTimeMark(order.createdAt, "R"),
  ]);
}

function emptyWords({ total, oldCount, filter, names, createMention }: Search): {
  title: string;
  description: string;
} {
  const filtered = filterWords(filter, names);
  if (filtered === undefined || total === 0) {
    return {
      title: "No orders yet",
      description: `The workspace has no orders. The first one that is placed in the game, or logged with ${createMention}, will stand here.`,
    };
  }
  const old = oldCount > 0 && oldOrdersWords(oldCount);
  return {
    title: "No order matches",
    description: joined(
      [
        `None of the ${counted(total, "order")} fits all of this: ${inert(filtered)}. Leave a filter out to see more.`,
        old,
      ],
      " ",
    ),
  };
}
