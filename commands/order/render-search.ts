import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Order } from "../../src/api/contract/orders.ts";
import { goesByLife } from "../../src/domain/order-filter.ts";
import type { Page } from "../../src/domain/lists.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { embed } from "../../src/ui/embed.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import { fitLines, joinParts, subtext } from "../../src/ui/lines.ts";
import { pageButtons, describePage } from "../kit/page-buttons.ts";
import { type Names, plainName } from "../../src/ui/people.ts";
import { renderOrder } from "./render-order.ts";
import { describeOrderFilter, type SearchFilter } from "./search-filter.ts";
import {
  describeOldOrders,
  describeStatus,
  itemsText,
  orderLine,
  orderName,
  statusLegend,
} from "../../src/ui/order-text.ts";
import { button, menuRow, type MenuChoice } from "../../src/ui/buttons.ts";

export interface Search {
  /** One page of matches, newest first. */
  readonly page: Page<Order>;
  /** How many orders there are, matching or not. */
  readonly total: number;
  /** In a search for open ones: how many more there are that nobody has touched for long. */
  readonly oldCount: number;
  readonly filter: SearchFilter;
  readonly customIdOf: (page: number) => string;
  /** The id of the button that gives all of them as a file. */
  readonly csvId: string;
  /** The id of the menu that opens one of the orders. */
  readonly openId: string;
}

const turn = { before: "Previous", after: "Next" } as const;

export function renderSearch(search: Search, ctx: RenderContext): Reply {
  const { page, total, filter, customIdOf, csvId, openId } = search;
  const { names, now } = ctx;
  const turning = pageButtons(page, turn, customIdOf);
  const [first] = page.entries;
  if (first === undefined)
    return { embeds: [embed({ ...describeEmpty(search, ctx), at: now })], components: turning };

  const filtered = describeOrderFilter(filter, names);
  const among = joinParts([
    filtered !== undefined && `filter: ${filtered}`,
    search.oldCount > 0 && `${pluralize(search.oldCount, "old one")} not shown`,
  ]);
  if (page.total === 1) {
    const footer = joinParts([`The only match among ${pluralize(total, "order")}`, among]);
    return { ...renderOrder(first, footer, ctx), components: turning, share: {} };
  }
  // The footer says the status that was asked for.
  const isOfOneStatus = filter.status !== undefined && !goesByLife(filter);
  const legend = isOfOneStatus ? "" : statusLegend(page.entries);
  return {
    embeds: [
      embed({
        title:
          filtered === undefined
            ? pluralize(total, "order")
            : `${formatNumber(page.total)} of ${pluralize(total, "order")}`,
        description: joinParts(
          [
            fitLines(
              page.entries.map((order) => orderLine(order, now)),
              3_600,
            ),
            legend !== "" && subtext(legend),
          ],
          "\n",
        ),
        footer: joinParts([describePage(page), "newest first", among]),
        at: now,
      }),
    ],
    components: [
      ...menuRow(
        openId,
        "Open an order",
        page.entries.map((order) => menuChoice(order, names)),
      ),
      ...pageButtons(page, turn, customIdOf, button({ customId: csvId, label: "Get as CSV" })),
    ],
    share: {},
  };
}

/** Says in words what a line has no room for: the status, the customer if there's a name, and all items. */
function menuChoice({ _id, order_number, status, items, customer }: Order, names: Names): MenuChoice {
  const { mark, label } = describeStatus(status);
  const person = customer === undefined ? undefined : plainName(customer, names);
  return {
    value: _id,
    label: `${mark} ${orderName(order_number)} · ${label}`,
    description: joinParts([person && `For ${person}`, itemsText(items)]),
  };
}

function describeEmpty(
  { total, oldCount, filter }: Search,
  { names, commandMention }: RenderContext,
): {
  title: string;
  description: string;
} {
  const filtered = describeOrderFilter(filter, names);
  if (filtered === undefined || total === 0) {
    return {
      title: "No orders yet",
      description: `The workspace has no orders. The first one that is placed in the game, or logged with ${commandMention("order create")}, will appear here.`,
    };
  }
  const old = oldCount > 0 && describeOldOrders(oldCount);
  return {
    title: "No matching orders",
    description: joinParts(
      [
        `None of the ${pluralize(total, "order")} matches ${escapeMarkdown(filtered)}. Remove a filter to see more.`,
        old,
      ],
      " ",
    ),
  };
}
