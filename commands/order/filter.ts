import type { Order } from "../../src/api/contract/orders.ts";
import { sortNewestFirst } from "../kit/counted.ts";
import { getWordKey, toSingularName } from "./words.ts";
import { foldText, isAlmost, memoizeWeak } from "../../src/domain/search.ts";
import { type OrderLife, parseOrderMs } from "./status.ts";

/** An order must meet every condition that is set. */
export interface OrderFilter {
  /** A status as the service writes it, or `open` or `old`. */
  readonly status?: string | undefined;
  /** A user id in any of an order's four roles. */
  readonly person?: string | undefined;
  /** Part of the name of an item. */
  readonly item?: string | undefined;
  readonly number?: number | undefined;
  /** Made at this moment or later, in epoch milliseconds. */
  readonly since?: number | undefined;
  /** Made earlier than this. */
  readonly before?: number | undefined;
}

export type FilteredOrder = Partial<Omit<Order, "items">> & { readonly items: readonly string[] };

/** Not statuses of the service: each covers all orders at that point of their life. */
export const openFilter = "open" satisfies OrderLife;
export const oldFilter = "old" satisfies OrderLife;
const lifeFilters: ReadonlySet<string> = new Set([openFilter, oldFilter]);

/** Fewer are filtered at once, in about a millisecond. */
const shortLength = 1_000;
/** Of a longer list: others wait for the rest of such a step several times before they have their answer. */
const ordersAtOnce = 250;

/** Whether the filter depends on an order's progress, which requires a judge. */
export function needsJudge({ status }: OrderFilter): boolean {
  return status !== undefined && lifeFilters.has(status);
}

/** Judges an order's progress by the one rule for all orders of its workspace. */
type Judge<O> = (order: O) => OrderLife;

/**
 * The matching orders.
 * @param sorted newest first
 * @param judge may be omitted if the filter doesn't depend on it
 * @param pause lets other work run; not called for short lists
 */
export async function findOrders<O extends FilteredOrder>(
  sorted: readonly O[],
  filter: OrderFilter,
  judge: Judge<O> | undefined,
  pause: () => Promise<void>,
): Promise<readonly O[]> {
  const isShort = sorted.length <= shortLength;
  const { status, person, item, number, since, before } = filter;
  if ((status ?? person ?? item ?? number ?? since ?? before) === undefined) {
    if (!isShort) await pause();
    return sorted;
  }
  const isMatch = createMatcher(filter, judge);
  if (isShort) return sorted.filter(isMatch);
  const found: O[] = [];
  for (const [index, order] of sorted.entries()) {
    if (index % ordersAtOnce === 0) await pause();
    if (isMatch(order)) found.push(order);
  }
  return found;
}

export function filterOrders<O extends FilteredOrder>(
  orders: readonly O[],
  filter: OrderFilter,
  judge: Judge<O> | undefined,
): readonly O[] {
  return orders.filter(createMatcher(filter, judge));
}

function createMatcher<O extends FilteredOrder>(
  filter: OrderFilter,
  judge: Judge<O> | undefined,
): (order: O) => boolean {
  const { status, person, number, since, before } = filter;
  const byLife = needsJudge(filter);
  const hasItem = createItemMatcher(filter);
  return (order) =>
    (person === undefined || isInvolved(order, person)) &&
    (number === undefined || order.order_number === number) &&
    (hasItem === undefined || order.items.some(hasItem)) &&
    ((since === undefined && before === undefined) || isMadeBetween(order, since, before)) &&
    (status === undefined || (byLife ? judge?.(order) === status : order.status === status));
}

/** Whether an item is one that was searched for; `undefined` if none was. */
export function createItemMatcher({
  item,
}: Pick<OrderFilter, "item">): ((item: string) => boolean) | undefined {
  return item === undefined ? undefined : createTextMatcher(item);
}

/**
 * By any part of an item, or by all words in any order, whatever is between them: `flatwhite`, `white flat`; or by one that is
 * almost spelled like it. A workspace has few items, and folding each again for every order would take most of a search.
 */
function createTextMatcher(typed: string): (text: string) => boolean {
  const name = typed.trim();
  const wanted = [name, toSingularName(name)].map(foldText);
  const words = toWords(toSingularName(name));
  const joined = words.join("");
  const known = new Map<string, boolean>();
  return (text) => {
    let isMatch = known.get(text);
    if (isMatch === undefined) {
      const folded = foldText(text);
      const others = toWords(text);
      isMatch =
        wanted.some((each) => folded.includes(each)) ||
        (joined !== "" &&
          (others.join("").includes(joined) ||
            words.every((word) => others.some((other) => other.startsWith(word))) ||
            isAlmost(words, others)));
      known.set(text, isMatch);
    }
    return isMatch;
  };
}

const toWords = (text: string): readonly string[] =>
  text
    .split(/[\s/-]+/)
    .map(getWordKey)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));

/** An order without a creation time is in no time range. */
function isMadeBetween(order: FilteredOrder, since = 0, before = Number.POSITIVE_INFINITY): boolean {
  const atMs = parseCreatedMs(order);
  return atMs !== undefined && atMs >= since && atMs < before;
}

function isInvolved(order: FilteredOrder, person: string): boolean {
  const { submitted_by, customer, prepared_by, picked_up_by } = order;
  return submitted_by === person || customer === person || prepared_by === person || picked_up_by === person;
}

/** Below this length, sorting again is cheaper than caching the result. */
const keptFrom = 200;
const keptOrder = memoizeWeak((orders: readonly FilteredOrder[]) => sortNewestFirst(orders, parseCreatedMs));

/** Each long list is sorted once. */
export function sortOrdersNewestFirst<O extends FilteredOrder>(orders: readonly O[]): readonly O[] {
  if (orders.length < keptFrom) return sortNewestFirst(orders, parseCreatedMs);
  // The result has the same elements in another order.
  return keptOrder(orders) as readonly O[];
}

function parseCreatedMs({ createdAt }: FilteredOrder): number | undefined {
  return parseOrderMs(createdAt);
}
