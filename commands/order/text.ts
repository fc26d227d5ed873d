import { type KnownOrderStatus, orderStatuses } from "../../src/api/contract/orders.ts";
import { oldFilter, openFilter } from "./filter.ts";
import { countItems } from "./items.ts";
import type { OrderEnd } from "./status.ts";
import type { OrderTimes } from "./times.ts";
import { escapeMarkdown, plainText } from "../../src/ui/escape.ts";
import { withoutBreaks } from "../../src/ui/lines.ts";
import { describePerson, findPlainName, type Names } from "../../src/ui/people.ts";
import { pluralizeText } from "../../src/ui/numbers.ts";
import { formatDuration, describeZone, formatHour } from "../../src/ui/time.ts";
import type { DateStyle } from "../../src/ui/formats.ts";

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

export function isKnownStatus(status: string | undefined): boolean {
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

/** The label, unescaped, among open orders only: there, "completed" would contradict "open". */
export function formatOpenStatusLabel(status: string | undefined): string {
  return status === "completed" ? "Completed, not handed over" : describeStatus(status).label;
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
    const hours = `${formatHour(rush.from, style)} to ${formatHour(rush.until, style)}`;
    lines.push(`Usually busiest: ${withoutBreaks(hours)} (${describeZone(zone)})`);
  }
  return lines;
}

/** One sentence about orders that a list leaves out. */
export function describeOldOrders(count: number): string {
  return pluralizeText(count, {
    one: "1 old order without recent changes isn't listed; `/order search` finds it under *Old*.",
    other: "{count} old orders without recent changes aren't listed; `/order search` finds them under *Old*.",
  });
}
