import type { Order } from "../../src/api/contract/orders.ts";
import { countItems } from "./items.ts";
import { escapeMarkdown, plainText } from "../../src/ui/escape.ts";
import { joinFirstLines, joinParts, truncateWords } from "../../src/ui/lines.ts";
import { describeItem, describeStatus, getStatusPlace, isKnownStatus } from "./text.ts";
import { describePerson, findPlainName, type Names } from "../../src/ui/people.ts";
import { formatShortAge, parseEpochMs } from "../../src/ui/time.ts";
import type { Formats } from "../../src/ui/formats.ts";

/** The length of ` +1`, which counts the items that are left out. */
const moreLength = 3;

/** An order's items in about `maxLength` characters, for a line on a phone: `2 × Lemonade, Flat white +1`. */
export function formatShortItems(items: readonly string[], maxLength: number): string {
  const [first, ...others] = countItems(items).map(describeItem);
  if (first === undefined) return "No items";
  let left = others.length;
  let shown = truncateWords(plainText(first, 200), maxLength - (left > 0 ? moreLength : 0));
  for (const item of others) {
    if (shown.length + 2 + item.length + (left > 1 ? moreLength : 0) > maxLength) break;
    shown += `, ${plainText(item, maxLength)}`;
    left--;
  }
  return `${escapeMarkdown(shown)}${left === 0 ? "" : `\u00a0+${left}`}`;
}

type ListedOrder = Pick<Order, "order_number" | "status" | "items" | "createdAt">;

/** How much of an order fits on one line on a phone, besides its mark and the separators. */
const lineLength = { all: 31, leastItems: 12, mostItems: 27 } as const;

/** One line on a phone: `🛎️ **#1038** ready · 11 min · 2 × Lemonade +1`. */
function formatOrderLine(
  { order_number: number, status, items, createdAt }: ListedOrder,
  formats: Formats,
): string {
  const name = number === undefined ? "Order" : `#${number}`;
  const age = formatShortAge(createdAt, formats) ?? "";
  const state = formatShortStatus(status);
  const room = Math.min(lineLength.mostItems, lineLength.all - name.length - age.length - state.length);
  return joinParts([
    joinParts([describeStatus(status).mark, `**${name}**`, escapeMarkdown(state, 40)], " "),
    age,
    formatShortItems(items, Math.max(lineLength.leastItems, room)),
  ]);
}

const openOrdersShown = 5;

/** Someone's open orders, one line each: the furthest along first, the oldest first in each status. Empty if there are none. */
export function describeOpenOrders(orders: readonly ListedOrder[], formats: Formats): string {
  return joinFirstLines(
    sortFurthestFirst(orders).map((order) => formatOrderLine(order, formats)),
    openOrdersShown,
  );
}

function sortFurthestFirst<O extends ListedOrder>(orders: readonly O[]): readonly O[] {
  return orders.toSorted(
    (a, b) => getStatusPlace(b.status) - getStatusPlace(a.status) || getPlacedAt(a) - getPlacedAt(b),
  );
}

/** Who makes or made an order, unless someone else is wanted for it. */
export function findMaker({ status, prepared_by }: Order): string | undefined {
  return status === "finding_new_colleague" ? undefined : prepared_by;
}

/** Whom an order's line names: who makes it; once it is made, for whom it is, if the service says. */
export function findOrderPerson(order: Order): {
  readonly id: string | undefined;
  readonly isCustomer: boolean;
} {
  const { status, customer } = order;
  const isMade = getStatusPlace(status) >= getStatusPlace("completed");
  const isCustomer = isMade && customer !== undefined;
  return { id: isCustomer ? customer : findMaker(order), isCustomer };
}

/** How much of a line of a list fits on one line on a phone, besides its separators; a mention has a margin. */
const rowLength = { all: 35, leastItems: 9, mostItems: 28, mention: 4, mark: 2 } as const;

interface RowLook {
  readonly names: Names;
  /** When it came in, and how many characters of that are shown. */
  readonly placed: { readonly text: string; readonly length: number } | undefined;
  readonly mark?: string;
}

/** `⚠️ **#1038** 11:14 by @Marek · 2 × Lemonade +1`: without a name, an order is free to take. Once made: `for @Noor`. */
export function formatOrderRow(order: Order, { names, placed, mark = "" }: RowLook): string {
  const { order_number, items } = order;
  const name = order_number === undefined ? "Order" : `#${order_number}`;
  const { id, isCustomer } = findOrderPerson(order);
  const plain = id === undefined ? undefined : findPlainName(id, names);
  const person = plain === undefined || id === undefined ? "" : describePerson(id, names);
  const prefix = isCustomer ? "for" : "by";
  const margin = person.startsWith("<@") ? rowLength.mention : 0;
  const markLength = mark === "" ? 0 : rowLength.mark;
  const room = rowLength.all - markLength - name.length - (placed?.length ?? 0);
  const beside = room - (plain === undefined ? 0 : prefix.length + 1 + plain.length + margin);
  // A long name takes a line of its own.
  const itemsRoom = Math.min(rowLength.mostItems - markLength, beside < rowLength.leastItems ? room : beside);
  const head = [mark, `**${name}**`, placed?.text, person && `${prefix}\u00a0${person}`];
  return joinParts([joinParts(head, " "), formatShortItems(items, itemsRoom)]);
}

/** In few enough letters for those of most boards to fit on one line of small print on a phone. */
const shortLabels: ReadonlyMap<string | undefined, string> = new Map([
  ["waiting_for_pickup", "ready"],
  ["completed", "to hand over"],
  ["finding_new_colleague", "finding a colleague"],
  ["waiting_for_preparation", "waiting"],
]);

/** `ready`: the label among open orders in few letters, unescaped. */
export function formatShortStatus(status: string | undefined): string {
  const { label } = describeStatus(status);
  return shortLabels.get(status) ?? (isKnownStatus(status) ? label.toLowerCase() : label);
}

/** Those without a time come last. */
function getPlacedAt({ createdAt }: ListedOrder): number {
  return parseEpochMs(createdAt) ?? Number.MAX_SAFE_INTEGER;
}
