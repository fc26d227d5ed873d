import { type KnownOrderStatus, orderStatuses, type Order } from "../../src/api/contract/orders.ts";
import { oldFilter, openFilter } from "./filter.ts";
import { countItems } from "./items.ts";
import { findMaker, type OrderEnd } from "./status.ts";
import type { OrderTimes } from "./times.ts";
import { escapeMarkdown, plainText } from "../../src/ui/escape.ts";
import { withoutBreaks, joinFirstLines, joinParts, truncateWords } from "../../src/ui/lines.ts";
import { describePerson, findPlainName, type Names } from "../../src/ui/people.ts";
import { pluralizeText } from "../../src/ui/numbers.ts";
import { formatDuration, describeZone, formatHour, formatShortAge, parseEpochMs } from "../../src/ui/time.ts";
import type { DateStyle, Formats } from "../../src/ui/formats.ts";

/** A person of an order; the id of one whose name isn't known belongs in small print. */
export function describeOrderPerson(userId: string, names: Names): string {
  return findPlainName(userId, names) === undefined ? "someone I don't know" : describePerson(userId, names);
}

interface StatusText {
  readonly mark: string;
  /** Unescaped. */
  readonly label: string;
}

const known: Readonly<Record<KnownOrderStatus, StatusText>> = {
  submitted: { mark: "📝", label: "Submitted" },
  waiting_for_preparation: { mark: "⏳", label: "Waiting for preparation" },
  preparing: { mark: "🧑‍🍳", label: "Preparing" },
  finding_new_colleague: { mark: "🔄", label: "Finding a new colleague" },
  completed: { mark: "✅", label: "Completed" },
  waiting_for_pickup: { mark: "🛎️", label: "Ready for pickup" },
  handed_to: { mark: "🤝", label: "Handed over" },
  cancelled: { mark: "🚫", label: "Cancelled" },
};
const byStatus: ReadonlyMap<string, StatusText> = new Map(Object.entries(known));

/** An undocumented status keeps its raw word. */
export function describeStatus(status: string | undefined): StatusText {
  if (status === undefined) return { mark: "🔹", label: "No status" };
  return byStatus.get(status) ?? { mark: "🔹", label: plainText(status, 40) || "No status" };
}

function isKnownStatus(status: string | undefined): boolean {
  return status !== undefined && byStatus.has(status);
}

/** How far along an order is, for sorting; undocumented statuses come before the others. */
export function getStatusPlace(status: string | undefined): number {
  return orderStatuses.findIndex((each) => each === status);
}

/** `ready for pickup`: inside a line, escaped. The service's own words are left as they are. */
export function formatStatusInLine(status: string | undefined): string {
  const { label } = describeStatus(status);
  return isKnownStatus(status) ? label.toLowerCase() : escapeMarkdown(label, 40);
}

/** The same, unescaped. */
export function formatPlainStatusInLine(status: string | undefined): string {
  const { label } = describeStatus(status);
  return isKnownStatus(status) ? label.toLowerCase() : label;
}

/**
 * Choices for several statuses come last, in words that no status contains: Discord matches any part of a
 * choice.
 */
export const statusChoices: readonly { readonly name: string; readonly value: string }[] = [
  ...orderStatuses.map((status) => ({ name: `${known[status].mark} ${known[status].label}`, value: status })),
  { name: "🕸️ Forgotten (still open, untouched for long)", value: oldFilter },
  { name: "📂 Open (still to be done)", value: openFilter },
];

/** `Order #1042`, or `Order` if it has no number. */
export function formatOrderName(orderNumber: number | undefined): string {
  return orderNumber === undefined ? "Order" : `Order #${orderNumber}`;
}

/** One line, escaped: `2 × Latte, Croissant`. */
export function formatItemsLine(items: readonly string[], maxLength: number): string {
  return escapeMarkdown(joinItems(items), maxLength) || "No items";
}

/** An order's items on one line, unescaped. */
export function joinItems(items: readonly string[]): string {
  return countItems(items).map(describeItem).join(", ");
}

/** One line each. */
export function formatItemLines(items: readonly string[]): readonly string[] {
  return countItems(items).map((counted) => `• ${escapeMarkdown(describeItem(counted), 200)}`);
}

/** `2 × Latte`, unescaped. */
export function describeItem({ item, count }: { readonly item: string; readonly count: number }): string {
  const name = item.trim() || "unnamed item";
  return count === 1 ? name : `${count} × ${name}`;
}

const endWords: Readonly<Record<OrderEnd, string>> = {
  completed: "completed",
  waiting_for_pickup: "ready for pickup",
  handed_to: "handed over",
};

/** `Usually handed over in 11 min`, unless there were too few orders. */
export function describeUsualTime({ end, total }: OrderTimes): string | undefined {
  return total && `Usually ${endWords[end]} in ${withoutBreaks(formatDuration(total.medianMs))}`;
}

/** The step that takes longest and the hours in which most orders come in, one per line. */
export function describeOrderTimes(
  { steps, rush }: OrderTimes,
  zone: string,
  style: DateStyle,
): readonly string[] {
  const [slowest] = steps;
  const lines: string[] = [];
  if (slowest !== undefined) {
    const [status, { medianMs }] = slowest;
    lines.push(`Slowest step: ${formatStatusInLine(status)}, ${withoutBreaks(formatDuration(medianMs))}`);
  }
  if (rush !== undefined) {
    const hours = `${formatHour(rush.from, style)}–${formatHour(rush.until, style)}`;
    lines.push(`Usual rush: ${withoutBreaks(`${hours} ${describeZone(zone)}`)}`);
  }
  return lines;
}

/** One sentence about orders that a list leaves out. */
export function describeOldOrders(count: number): string {
  return pluralizeText(count, {
    one: "1 old order without recent changes isn't listed; `/order search` finds it under *Forgotten*.",
    other:
      "{count} old orders without recent changes aren't listed; `/order search` finds them under *Forgotten*.",
  });
}

/** The length of ` +1`, which counts the items that are left out. */
const moreLength = 3;

/** A name up to this long is never cut: it is what people look for. */
const wholeNameLength = 32;

interface ShortItems {
  readonly text: string;
  /** As it is read, without its Markdown. */
  readonly length: number;
  /** Whether anything in it is bold. */
  readonly hasSought: boolean;
}

/** An order's items in about `maxLength` characters, for a line on a phone: `2 × Lemonade, Flat white +1`. */
export const formatShortItems = (items: readonly string[], maxLength: number): string =>
  shortenItems(items, maxLength).text;

/** @param isSought those that someone looks for come first and are bold */
function shortenItems(
  items: readonly string[],
  maxLength: number,
  isSought?: (item: string) => boolean,
): ShortItems {
  const counted = countItems(items);
  const sought = isSought === undefined ? [] : counted.filter(({ item }) => isSought(item));
  const inOrder =
    sought.length === 0 ? counted : [...sought, ...counted.filter((each) => !sought.includes(each))];
  const [first] = inOrder;
  if (first === undefined) return { text: "No items", length: "No items".length, hasSought: false };
  const format = (each: typeof first, name: string): string =>
    sought.includes(each) ? `**${escapeMarkdown(name)}**` : escapeMarkdown(name);
  let left = inOrder.length - 1;
  const room = Math.max(wholeNameLength, maxLength - (left > 0 ? moreLength : 0));
  const name = truncateWords(plainText(describeItem(first), 200), room);
  let [text, length] = [format(first, name), name.length];
  for (const each of inOrder.slice(1)) {
    const next = plainText(describeItem(each), 200);
    if (length + 2 + next.length + (left > 1 ? moreLength : 0) > maxLength) break;
    text += `, ${format(each, next)}`;
    length += 2 + next.length;
    left--;
  }
  const hasSought = sought.length > 0;
  return left === 0
    ? { text, length, hasSought }
    : { text: `${text}\u00a0+${left}`, length: length + 2 + String(left).length, hasSought };
}

/** One line on a phone: `🛎️ **#1038** 2 × Lemonade +1 · 11 min · ready`. */
function formatOpenOrder(order: Order, formats: Formats): string {
  const { status, createdAt } = order;
  const age = formatShortAge(createdAt, formats);
  return formatOrderRow(order, {
    names: new Map(),
    mark: describeStatus(status).mark,
    placed: age === undefined ? undefined : { text: age, length: age.length },
    // After the age, which would read as that of the state behind it.
    state: formatShortStatus(status),
  });
}

const openOrdersShown = 5;

/** Someone's open orders, one line each: the furthest along first, the oldest first in each status. Empty if there are none. */
export function describeOpenOrders(orders: readonly Order[], formats: Formats): string {
  return joinFirstLines(
    sortFurthestFirst(orders).map((order) => formatOpenOrder(order, formats)),
    openOrdersShown,
  );
}

function sortFurthestFirst(orders: readonly Order[]): readonly Order[] {
  return orders.toSorted(
    (a, b) => getStatusPlace(b.status) - getStatusPlace(a.status) || getPlacedAt(a) - getPlacedAt(b),
  );
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

/** How much of a line of a list fits on one line on a phone, besides the first separator; a mention has a margin. */
const rowLength = { all: 32, mention: 4, mark: 2, separator: 3 } as const;

interface RowLook {
  readonly names: Names;
  /** When it came in, and how many characters of that are shown. */
  readonly placed: { readonly text: string; readonly length: number } | undefined;
  readonly mark?: string;
  /** Where no heading says it, in few letters, unescaped. */
  readonly state?: string;
  /** Lines of a phone that it may take; one by default. On several, the time comes before the items, where it is read. */
  readonly lineCount?: number;
  /** Whether its customer is waited for: their name then comes before all but the first item. */
  readonly isAwaited?: boolean;
  /** Whether an item is what someone looks for. */
  readonly isSought?: ((item: string) => boolean) | undefined;
}

/**
 * The one shape of an order in a list: `⚠️ **#1038** 2 × Lemonade +1 · 11:14 · by @Marek`; once made, `for @Noor`. The person
 * is left out before anything of the items is, unless they are waited for: the order itself names them.
 */
export function formatOrderRow(
  order: Order,
  { names, placed, mark = "", state = "", lineCount = 1, isAwaited = false, isSought }: RowLook,
): string {
  const { order_number, items } = order;
  const name = order_number === undefined ? "Order" : `#${order_number}`;
  const { id, isCustomer } = findOrderPerson(order);
  const plain = id === undefined ? undefined : findPlainName(id, names);
  const person = plain === undefined || id === undefined ? "" : describePerson(id, names);
  const prefix = isCustomer ? "for" : "by";
  const margin = person.startsWith("<@") ? rowLength.mention : 0;
  const markLength = mark === "" ? 0 : rowLength.mark;
  const stateLength = state === "" ? 0 : rowLength.separator + state.length;
  const room = rowLength.all * lineCount - markLength - name.length - (placed?.length ?? 0) - stateLength;
  const length = plain === undefined ? 0 : prefix.length + 1 + plain.length + margin + rowLength.separator;
  const isKept = isAwaited && isCustomer;
  const shown = shortenItems(items, isKept ? room - length : room, isSought);
  // One thing in a line stands out.
  const head = joinParts([mark, shown.hasSought ? name : `**${name}**`], " ");
  return joinParts([
    ...(lineCount === 1 || placed === undefined
      ? // What doesn't fit goes to the next line together.
        [`${head} ${shown.text}`, joinParts([placed?.text, escapeMarkdown(state, 40)], "\u00a0·\u00a0")]
      : [head, placed.text, shown.text]),
    (isKept || shown.length + length <= room) && person && `${prefix}\u00a0${person}`,
  ]);
}

/** In few enough letters for those of most boards to fit on one line of small print on a phone. */
const shortLabels: ReadonlyMap<string | undefined, string> = new Map([
  ["waiting_for_pickup", "ready"],
  ["finding_new_colleague", "finding a colleague"],
  ["waiting_for_preparation", "waiting"],
]);

/** `ready`: the label among open orders in few letters, unescaped. */
function formatShortStatus(status: string | undefined): string {
  const { label } = describeStatus(status);
  return shortLabels.get(status) ?? (isKnownStatus(status) ? label.toLowerCase() : label);
}

/** Those without a time come last. */
function getPlacedAt({ createdAt }: Order): number {
  return parseEpochMs(createdAt) ?? Number.MAX_SAFE_INTEGER;
}
