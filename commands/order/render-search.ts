import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Order } from "../../src/api/contract/orders.ts";
import { createItemMatcher, needsJudge } from "./filter.ts";
import { mayBeFirstPage, type Page } from "../../src/domain/lists.ts";
import type { Reply, Share } from "../../src/ui/reply.ts";
import { createEmbed } from "../../src/ui/embed.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import { fitLines, joinParts, withoutBreaks } from "../../src/ui/lines.ts";
import { createPageButtons, describePage } from "../kit/paged-list.ts";
import { findPlainName, type Names } from "../../src/ui/people.ts";
import { findLastChangedMs, isReady } from "./status.ts";
import { dayMs } from "../../src/time.ts";
import { formatShortDateIn, formatShortAge, formatMoment } from "../../src/ui/time.ts";
import { createCardButtons } from "./open-order.ts";
import { renderOrder } from "./render.ts";
import { describeFound, describeOrderFilter, type FoundState, type SearchFilter } from "./search-filter.ts";
import {
  formatOrderRow,
  describeOldOrders,
  describeStatus,
  joinItems,
  findOrderPerson,
  formatOrderName,
} from "./text.ts";
import { createButton, createMenuRow, type MenuChoice } from "../../src/ui/buttons.ts";
import { type Formats, toFormatsForOthers } from "../../src/ui/formats.ts";

export const ordersAPage = 10;

export interface Search {
  /** One page of matches. */
  readonly page: Page<Order>;
  /** How many orders there are, matching or not. */
  readonly total: number;
  /** In a search for open ones: how many more there are that nobody has touched for long. */
  readonly oldCount: number;
  /** How many of the matches are still to be done; they come first. None in a search for a status. */
  readonly openCount: number;
  /** Those of the matches that aren't done, but that nobody has touched for long; none in a search for open ones. */
  readonly old: ReadonlySet<Order>;
  /** How many matches have a status, by what became of them. */
  readonly countOf: (status: string | undefined, state: FoundState) => number;
  readonly filter: SearchFilter;
  readonly createCustomId: (page: number) => string;
  /** The id of the button that gives all of them as a file. */
  readonly csvId: string;
  /** The id of the menu that opens one of the orders. */
  readonly openId: string;
  /** In which it says when orders were placed that are over. */
  readonly zone: string;
  /** Nothing is offered that changes the workspace. */
  readonly isReadOnly: boolean;
}

const turn = { before: "Previous", after: "Next" } as const;

export function renderSearch(search: Search, ctx: RenderContext): Reply {
  const { page, total, filter, zone, countOf, createCustomId, csvId, openId } = search;
  const { names, now } = ctx;
  const turning = createPageButtons(page, turn, createCustomId);
  const [first] = page.entries;
  if (first === undefined)
    return { embeds: [createEmbed({ ...describeEmpty(search, ctx), at: now })], components: turning };

  const filtered = describeOrderFilter(filter, names, ctx);
  const hidden = search.oldCount > 0 && `${pluralize(search.oldCount, "old one")} not shown`;
  if (page.total === 1) {
    // The title says the number.
    const isByNumber = Object.entries(filter).every(
      ([key, value]) => key === "number" || value === undefined,
    );
    const among = total === 1 ? "The only order" : `Only match of ${pluralize(total, "order")}`;
    const footer = isByNumber ? "" : joinParts([among, filtered && `filter: ${filtered}`, hidden]);
    const renderFor = (formats: RenderContext): Reply => renderOrder(first, footer, formats);
    return {
      ...renderFor(ctx),
      components: createPageButtons(page, turn, createCustomId, ...createCardButtons(first, search)),
      share: { renderForOthers: () => renderFor(toFormatsForOthers(ctx)) },
    };
  }
  const openHere = Math.max(0, search.openCount - page.index * ordersAPage);
  const others = page.entries.slice(openHere);
  const byState: readonly (readonly [FoundState, readonly Order[]])[] = [
    ["open", page.entries.slice(0, openHere)],
    ["over", others.filter((order) => !search.old.has(order))],
    ["old", others.filter((order) => search.old.has(order))],
  ];
  const groups = byState.flatMap(([state, those]) =>
    [...Map.groupBy(those, ({ status }) => status).values()].map((orders) => ({ orders, state })),
  );
  const csvButton = createButton({ customId: csvId, label: "Download CSV" });
  return {
    embeds: [
      createEmbed({
        title: describeTitle(search, ctx),
        description: fitLines(
          groups.flatMap(({ orders, state }, index) =>
            formatGroupLines(orders, { filter, zone, countOf, state, isFirst: index === 0 }, ctx),
          ),
          maxListLength,
        ),
        footer: joinParts([describePage(page), describeSorting(search), hidden]),
        at: now,
      }),
    ],
    components: [
      ...createMenuRow(
        openId,
        "Open an order",
        groups.flatMap(({ orders, state }) => orders.map((order) => toMenuChoice(order, state, names))),
      ),
      ...createPageButtons(page, turn, createCustomId, csvButton),
    ],
    share: shareSearch(toKept(search), ctx),
  };
}

/** In a function of its own, so that nothing else is kept with it. */
function shareSearch(kept: KeptSearch, ctx: RenderContext): Share {
  return { renderForOthers: () => renderSearch(restore(kept), toFormatsForOthers(ctx)) };
}

/**
 * A search without what it doesn't show, and its orders as text: a thousand answers are kept, hardly any of which is ever
 * shown to others, and each order is a dozen objects that the garbage collector would visit.
 */
interface KeptSearch {
  readonly search: Omit<Search, "old" | "countOf">;
  /** By state and status, of what is shown. A function would keep all orders with it. */
  readonly counts: ReadonlyMap<string, number>;
  readonly orders: string;
  /** In the order of these. */
  readonly isOld: readonly boolean[];
}

const states = ["open", "over", "old"] as const;

const toCountKey = (status: string | undefined, state: FoundState): string => `${state} ${status ?? ""}`;

function toKept({ old, countOf, ...search }: Search): KeptSearch {
  const { page } = search;
  const shown = new Set(page.entries.map(({ status }) => status));
  return {
    search: { ...search, page: { ...page, entries: [] } },
    counts: new Map(
      [...shown].flatMap((status) =>
        states.map((state) => [toCountKey(status, state), countOf(status, state)] as const),
      ),
    ),
    orders: JSON.stringify(page.entries),
    isOld: page.entries.map((order) => old.has(order)),
  };
}

function restore({ search, counts, orders, isOld }: KeptSearch): Search {
  // What was written above: orders of the contract.
  const entries = JSON.parse(orders) as readonly Order[];
  return {
    ...search,
    page: { ...search.page, entries },
    old: new Set(entries.filter((_, index) => isOld[index])),
    countOf: (status, state) => counts.get(toCountKey(status, state)) ?? 0,
  };
}

/** How they are sorted, if one rule holds for all. */
function describeSorting({ openCount, page }: Search): string | false {
  if (openCount === 0) return "newest first";
  return openCount === page.total && "oldest first";
}

/** `224 orders, 12 open`; `84 orders of “latte”, 3 open`, unless a status was searched for. */
function describeTitle({ page, total, filter, openCount }: Search, ctx: RenderContext): string {
  const found = describeFound(page.total, filter, ctx.names, ctx);
  if (found !== undefined && filter.status !== undefined) return found;
  const count = found === undefined ? total : page.total;
  const open = openCount === 0 ? "none" : openCount === count ? "all" : formatNumber(openCount);
  return `${found ?? pluralize(count, "order")}, ${open} open`;
}

const maxListLength = 3_600;

interface Group extends Pick<Search, "filter" | "zone" | "countOf"> {
  readonly state: FoundState;
  readonly isFirst: boolean;
}

/**
 * A line for each order of one status; the first begins with a heading, in letters smaller than the title's, unless the
 * footer says the status of all but the old ones.
 */
function formatGroupLines(
  orders: readonly Order[],
  { filter, zone, countOf, state, isFirst }: Group,
  ctx: RenderContext,
): readonly string[] {
  const isOfOneStatus = filter.status !== undefined && !needsJudge(filter);
  return orders.map((order, index) => {
    const line = formatLine(order, { zone, filter, state }, ctx);
    if (index > 0 || (isOfOneStatus && state !== "old")) return line;
    const { mark, label } = describeAmong(order, state);
    const all = countOf(order.status, state);
    const count = orders.length < all ? `${orders.length} of ${formatNumber(all)} here` : formatNumber(all);
    return `${isFirst ? "" : "\n"}**${mark} ${escapeMarkdown(label)} · ${count}**\n${line}`;
  });
}

/** Of an open order, how long ago it came in; of one that is over, when it ended: an age would read as how long it took. */
function formatLine(
  order: Order,
  { zone, filter, state }: Pick<Group, "zone" | "filter" | "state">,
  ctx: RenderContext,
): string {
  const isSought = createItemMatcher(filter);
  // In a search for a status, nothing tells which of them are over.
  const mayBeOpen = state === "open" || (state === "over" && filter.status !== undefined);
  const isAwaited = mayBeOpen && isReady(order.status);
  // Who was searched for is in the title, and the others are no reason to leave out items.
  const names: Names = isAwaited || filter.person === undefined ? ctx.names : new Map();
  return formatOrderRow(order, {
    names,
    placed: findPlaced(order, { zone, state }, ctx),
    isSought,
    isAwaited,
  });
}

/** None for what waits for a known customer: nobody asks how long ago it was ordered, and the line has no room for both. */
function findPlaced(
  order: Order,
  { zone, state }: Pick<Group, "zone" | "state">,
  ctx: RenderContext,
): ReturnType<typeof formatPlaced> | undefined {
  if (isOver(order)) {
    const endedAt = findLastChangedMs(order);
    return endedAt === undefined ? undefined : formatPlaced(endedAt, zone, ctx);
  }
  const { id, isCustomer } = findOrderPerson(order);
  const isNamed = isCustomer && id !== undefined && findPlainName(id, ctx.names) !== undefined;
  if (state === "open" && isReady(order.status) && isNamed) return undefined;
  const age = formatShortAge(order.createdAt, ctx) ?? "";
  return { text: age, length: ctx.tense === "now" ? age.length : "11:15".length };
}

function isOver({ status }: Order): boolean {
  return status === "handed_to" || status === "cancelled";
}

/** The time in the reader's own zone within a day; before that the date, with its year if it's another one. */
function formatPlaced(
  at: number,
  zone: string,
  formats: Formats,
): { readonly text: string; readonly length: number } {
  if (Math.abs(formats.now.epochMilliseconds - at) < dayMs)
    return { text: formatMoment(at, "t", formats), length: "11:15".length };
  const text = withoutBreaks(formatShortDateIn(zone, at, formats));
  return { text, length: text.length };
}

/** The status as the board says it, if the order isn't over; `Preparing, old` if nobody has touched it for long. */
function describeAmong({ status }: Order, state: FoundState): ReturnType<typeof describeStatus> {
  const { mark, label } = describeStatus(status);
  return { mark, label: state === "old" ? `${label}, old` : label };
}

/** Says in words what a line has no room for: the status, the customer if there's a name, and all items. */
function toMenuChoice(order: Order, state: FoundState, names: Names): MenuChoice {
  const { _id, order_number, items, customer } = order;
  const { mark, label } = describeAmong(order, state);
  const person = customer === undefined ? undefined : findPlainName(customer, names);
  return {
    value: _id,
    label: `${mark} ${formatOrderName(order_number)} · ${label}`,
    description: joinParts([person && `For ${person}`, joinItems(items)]),
  };
}

function describeEmpty(
  { total, oldCount, filter }: Search,
  ctx: RenderContext,
): { readonly title: string; readonly description: string } {
  const { names, commandMention } = ctx;
  const filtered = describeOrderFilter(filter, names, ctx);
  if (filtered === undefined || total === 0) {
    return {
      title: "No orders yet",
      description: `The workspace has no orders. The first one that is placed in the game, or logged with ${commandMention("order create")}, will appear here.`,
    };
  }
  const sought = escapeMarkdown(filtered);
  const none = mayBeFirstPage(total)
    ? `None of the ${pluralize(total, "order")} that the workspace sent matches ${sought}. It may have more orders than it sends at once.`
    : total === 1
      ? `The only order doesn't match ${sought}. Remove a filter to see it.`
      : `None of the ${formatNumber(total)} orders matches ${sought}. Remove a filter to see more.`;
  return {
    title: "No matching orders",
    description: joinParts([none, oldCount > 0 && describeOldOrders(oldCount)], " "),
  };
}
