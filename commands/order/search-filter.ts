import type { Order } from "../../src/api/contract/orders.ts";
import { z } from "zod";
import { oldFilter, openFilter } from "./filter.ts";
import { weekMs } from "../../src/time.ts";
import { escapeMarkdown, plainText } from "../../src/ui/escape.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { defineStoredFilter } from "../kit/stored-filter.ts";
import { type Names, formatPlainPerson } from "../../src/ui/people.ts";
import { type Dates, formatShortDate } from "../../src/ui/time.ts";
import { describeStatus, getStatusPlace } from "./text.ts";

/** With the days of `since` and `before`: the first one, and the last one. */
const StoredFilter = z.object({
  status: z.string().optional(),
  person: z.string().optional(),
  item: z.string().optional(),
  number: z.number().optional(),
  since: z.number().optional(),
  before: z.number().optional(),
  from: z.string().optional(),
  until: z.string().optional(),
  /** As they were typed, where that could mean another day. */
  unclearFrom: z.string().optional(),
  unclearUntil: z.string().optional(),
});

export type SearchFilter = Readonly<z.output<typeof StoredFilter>>;

export const searchFilters = defineStoredFilter<SearchFilter>({
  kind: "order.search",
  schema: StoredFilter,
  lifetimeMs: weekMs,
  listName: "This search",
  command: "order search",
});

/** The filters as text, unescaped; `undefined` if there are none. */
export function describeOrderFilter(
  { status, person, item, number, from, until, unclearFrom, unclearUntil }: SearchFilter,
  names: Names,
  dates: Dates,
): string | undefined {
  const parts = [
    status === openFilter || status === oldFilter
      ? status
      : status !== undefined && `status ${describeStatus(status).label}`,
    person !== undefined && `person ${formatPlainPerson(person, names)}`,
    item !== undefined && `item “${plainText(item, 60)}”`,
    number !== undefined && `number ${number}`,
    from !== undefined && `from ${formatTypedDay(from, unclearFrom, dates)}`,
    until !== undefined && `until ${formatTypedDay(until, unclearUntil, dates)}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? undefined : parts.join(", ");
}

/** `38 orders with Noor`, `18 cancelled orders from 5 Nov`; `undefined` without a filter. */
export function describeFound(
  count: number,
  { status, person, item, number, from, until, unclearFrom, unclearUntil }: SearchFilter,
  names: Names,
  dates: Dates,
): string | undefined {
  const isLife = status === openFilter || status === oldFilter;
  const state = isLife
    ? status
    : status === undefined
      ? ""
      : escapeMarkdown(describeStatus(status).label.toLowerCase());
  const orders = state.includes(" ")
    ? `${pluralize(count, "order")} ${state}`
    : pluralize(count, joinParts([state, "order"], " "));
  const parts = [
    person !== undefined && `with ${escapeMarkdown(formatPlainPerson(person, names))}`,
    item !== undefined && `of “${escapeMarkdown(item, 60)}”`,
    number !== undefined && `numbered ${number}`,
    from !== undefined && `from ${formatTypedDay(from, unclearFrom, dates)}`,
    until !== undefined && `until ${formatTypedDay(until, unclearUntil, dates)}`,
  ].filter((part) => part !== false);
  if (status === undefined && parts.length === 0) return undefined;
  return [orders, ...parts].join(" ");
}

/** `5 Nov`, or `5 Nov (“5/11”)` where that could mean another day. */
function formatTypedDay(day: string, typed: string | undefined, dates: Dates): string {
  const written = formatShortDate(day, dates);
  return typed === undefined ? written : `${written} (“${plainText(typed, 20)}”)`;
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

/** Open, not done but untouched for long, or over; in a search for a status, nothing is told from what is over but the old. */
export type FoundState = "open" | "old" | "over";

/** Tells how many have a status in each state. @param open some of `found`, as are the old ones */
export function countByStatus(
  found: readonly Order[],
  open: readonly Order[],
  old: readonly Order[],
): (status: string | undefined, state: FoundState) => number {
  const count = (orders: readonly Order[]): ReadonlyMap<string | undefined, number> => {
    const counts = new Map<string | undefined, number>();
    for (const { status } of orders) counts.set(status, (counts.get(status) ?? 0) + 1);
    return counts;
  };
  const [all, counts] = [count(found), { open: count(open), old: count(old) }];
  return (status, state) => {
    const [opened, left] = [counts.open.get(status) ?? 0, counts.old.get(status) ?? 0];
    if (state === "over") return (all.get(status) ?? 0) - opened - left;
    return state === "open" ? opened : left;
  };
}
