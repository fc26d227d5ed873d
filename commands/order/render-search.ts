import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Order } from "../../src/api/contract/orders.ts";
import { needsJudge } from "../../src/domain/order-filter.ts";
import type { Page } from "../../src/domain/lists.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import { fitLines, joinParts, withoutBreaks } from "../../src/ui/lines.ts";
import { createPageButtons, describePage } from "../kit/page-buttons.ts";
import { describePerson, type Names, findPlainName } from "../../src/ui/people.ts";
import { getMomentIn, getDateIn, formatDateAs, parseEpochMs, formatShortAge } from "../../src/ui/time.ts";
import { renderOrder } from "./render-order.ts";
import { describeOrderFilter, type SearchFilter } from "./search-filter.ts";
import {
  describeOldOrders,
  describeStatus,
  joinItems,
  computeLeastItemsLength,
  findMaker,
  formatOrderName,
  formatShortItems,
  getStatusPlace,
} from "../../src/ui/order-text.ts";
import { createButton, createMenuRow, type MenuChoice } from "../../src/ui/buttons.ts";

export interface Search {
  /** One page of matches. */
  readonly page: Page<Order>;
  /** How many orders there are, matching or not. */
  readonly total: number;
  /** In a search for open ones: how many more there are that nobody has touched for long. */
  readonly oldCount: number;
  /** How many of the matches are still to be done; they come first. None in a search for a status. */
  readonly openCount: number;
  readonly filter: SearchFilter;
  readonly createCustomId: (page: number) => string;
  /** The id of the button that gives all of them as a file. */
  readonly csvId: string;
  /** The id of the menu that opens one of the orders. */
  readonly openId: string;
  /** In which it says when orders were placed that are over. */
  readonly zone: string;
}

/**
 * Open orders as the board lists them, by status, the furthest along first, and the oldest first in each; then the others
 * as they are. Takes no longer than two passes, since there may be ten thousand.
 * @param found newest first
 * @param open some of them, in the same order
 */
export function sortOpenFirst(found: readonly Order[], open: readonly Order[]): readonly Order[] {
  if (open.length === 0) return found;
  const groups = Map.groupBy(open.toReversed(), ({ status }) => status);
  const byStatus = [...groups]
    .toSorted(([one], [other]) => getStatusPlace(other) - getStatusPlace(one))
    .flatMap(([, orders]) => orders);
  if (open.length === found.length) return byStatus;
  let passed = 0;
  const others = found.filter((order) => {
    if (order !== open[passed]) return true;
    passed += 1;
    return false;
  });
  return [...byStatus, ...others];
}

const turn = { before: "Previous", after: "Next" } as const;

export function renderSearch(search: Search, ctx: RenderContext): Reply {
  const { page, total, filter, createCustomId, csvId, openId } = search;
  const { names, now } = ctx;
  const turning = createPageButtons(page, turn, createCustomId);
  const [first] = page.entries;
  if (first === undefined)
    return { embeds: [createEmbed({ ...describeEmpty(search, ctx), at: now })], components: turning };

  const filtered = describeOrderFilter(filter, names);
  const among = joinParts([
    filtered !== undefined && `filter: ${filtered}`,
    search.oldCount > 0 && `${pluralize(search.oldCount, "old one")} not shown`,
  ]);
  if (page.total === 1) {
    const footer = joinParts([`The only match among ${pluralize(total, "order")}`, among]);
    return { ...renderOrder(first, footer, ctx), components: turning, share: {} };
  }
  const groups = [...Map.groupBy(page.entries, ({ status }) => status).values()];
  const csvButton = createButton({ customId: csvId, label: "Get as CSV" });
  return {
    embeds: [
      createEmbed({
        title: filtered === undefined ? describeAll(search) : formatAmongAll(page.total, total),
        description: fitLines(
          groups.flatMap((orders, index) =>
            formatGroupLines(orders, { ...search, isFirst: index === 0 }, ctx),
          ),
          maxListLength,
        ),
        footer: joinParts([
          describePage(page),
          filtered === undefined && isPartlyOpen(search) && pluralize(total, "order"),
          describeSorting(search),
          among,
        ]),
        at: now,
      }),
    ],
    components: [
      ...createMenuRow(
        openId,
        "Open an order",
        groups.flat().map((order) => toMenuChoice(order, names)),
      ),
      ...createPageButtons(page, turn, createCustomId, csvButton),
    ],
    share: {},
  };
}

function describeSorting({ openCount, page }: Search): string {
  if (openCount === 0) return "newest first";
  return openCount === page.total ? "oldest first" : "open first, then newest";
}

const formatAmongAll = (count: number, total: number): string =>
  `${formatNumber(count)} of ${pluralize(total, "order")}`;

/** Otherwise the title says how many there are in all; the footer does so here. */
function isPartlyOpen({ total, openCount }: Search): boolean {
  return openCount > 0 && openCount < total;
}

/** `12 open orders`. */
function describeAll(search: Search): string {
  const { total, openCount } = search;
  if (isPartlyOpen(search)) return pluralize(openCount, "open order");
  return `${pluralize(total, "order")}, ${openCount === 0 ? "none" : "all"} open`;
}

const maxListLength = 3_600;

/**
 * A line for each order of one status; the first begins with a heading, in letters smaller than the title's, unless the
 * footer says the status.
 */
function formatGroupLines(
  orders: readonly Order[],
  { filter, zone, isFirst }: Pick<Search, "filter" | "zone"> & { readonly isFirst: boolean },
  ctx: Pick<RenderContext, "names" | "now">,
): readonly string[] {
  const isOfOneStatus = filter.status !== undefined && !needsJudge(filter);
  return orders.map((order, index) => {
    const line = isOver(order) ? formatOverLine(order, zone, ctx) : formatOrderLine(order, ctx);
    if (isOfOneStatus || index > 0) return line;
    const { mark, label } = describeStatus(order.status);
    return `${isFirst ? "" : "\n"}**${mark} ${escapeMarkdown(label)}**\n${line}`;
  });
}

/** How much of an order fits on one line on a phone, besides the separators; a mention has a margin. */
const lineLength = { all: 36, minItems: 15, maxItems: 27, mention: 5 } as const;

/** `**#1037** 3 min · Matcha latte +3 · @Sofia`: who has it where there is room for a known name. */
function formatOrderLine(order: Order, { names, now }: Pick<RenderContext, "names" | "now">): string {
  const { order_number: number, items, createdAt } = order;
  const makerId = findMaker(order);
  const name = number === undefined ? "Order" : `#${number}`;
  const age = formatShortAge(createdAt, now) ?? "";
  const room = lineLength.all - name.length - age.length;
  const maker = makerId === undefined ? undefined : findPlainName(makerId, names);
  const roomBeside = room - (maker === undefined ? 0 : maker.length + lineLength.mention);
  const hasMaker = maker !== undefined && computeLeastItemsLength(items) <= roomBeside;
  const itemsRoom = hasMaker ? roomBeside : Math.max(lineLength.minItems, room);
  return joinParts([
    joinParts([`**${name}**`, age], " "),
    formatShortItems(items, Math.min(lineLength.maxItems, itemsRoom)),
    hasMaker && makerId !== undefined && describePerson(makerId, names),
  ]);
}

function isOver({ status }: Order): boolean {
  return status === "handed_to" || status === "cancelled";
}

/** `**#1027** 11:15 · Carrot cake +3`: an age would read as how long it took, and nobody has it any more. */
function formatOverLine(
  { order_number: number, items, createdAt }: Order,
  zone: string,
  { now }: Pick<RenderContext, "now">,
): string {
  const name = number === undefined ? "Order" : `#${number}`;
  const at = parseEpochMs(createdAt);
  const when = at === undefined ? "" : formatPlaced(at, zone, now.epochMilliseconds);
  const room = lineLength.all - name.length - when.length;
  const itemsRoom = Math.min(lineLength.maxItems, Math.max(lineLength.minItems, room));
  return joinParts([joinParts([`**${name}**`, when], " "), formatShortItems(items, itemsRoom)]);
}

/** `11:15` today, `17 Nov, 11:15` this year, and `17 Nov 2025` before. */
function formatPlaced(at: number, zone: string, now: number): string {
  const { date, clock } = getMomentIn(zone, at);
  const today = getDateIn(zone, now);
  if (date.equals(today)) return clock;
  const isThisYear = date.year === today.year;
  const day = formatDateAs(date, {
    day: "numeric",
    month: "short",
    ...(!isThisYear && { year: "numeric" }),
  });
  return withoutBreaks(joinParts([day, isThisYear && clock], ", "));
}

/** Says in words what a line has no room for: the status, the customer if there's a name, and all items. */
function toMenuChoice({ _id, order_number, status, items, customer }: Order, names: Names): MenuChoice {
  const { mark, label } = describeStatus(status);
  const person = customer === undefined ? undefined : findPlainName(customer, names);
  return {
    value: _id,
    label: `${mark} ${formatOrderName(order_number)} · ${label}`,
    description: joinParts([person && `For ${person}`, joinItems(items)]),
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
