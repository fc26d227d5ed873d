import { z } from "zod";
import { oldFilter, openFilter, type OrderFilter } from "../../src/domain/order-filter.ts";
import { weekMs } from "../../src/time.ts";
import { plainText } from "../../src/ui/escape.ts";
import { defineStoredFilter } from "../kit/stored-filter.ts";
import { type Names, formatPlainPerson } from "../../src/ui/people.ts";
import { describeStatus } from "../../src/ui/order-text.ts";

const StoredFilter = z.object({
  status: z.string().optional(),
  person: z.string().optional(),
  item: z.string().optional(),
  number: z.number().optional(),
  since: z.number().optional(),
  before: z.number().optional(),
  from: z.string().optional(),
  until: z.string().optional(),
});

/** With the days of `since` and `before` as they were typed: the first one, and the last one. */
export interface SearchFilter extends OrderFilter {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

export const searchFilters = defineStoredFilter<SearchFilter>({
  kind: "order.search",
  schema: StoredFilter,
  lifetimeMs: weekMs,
  listName: "This search",
  command: "order search",
});

/** The filters as text, unescaped; `undefined` if there are none. */
export function describeOrderFilter(
  { status, person, item, number, from, until }: SearchFilter,
  names: Names,
): string | undefined {
  const parts = [
    status === openFilter || status === oldFilter
      ? status
      : status !== undefined && `status ${describeStatus(status).label}`,
    person !== undefined && `person ${formatPlainPerson(person, names)}`,
    item !== undefined && `item “${plainText(item, 60)}”`,
    number !== undefined && `number ${number}`,
    from !== undefined && `from ${from}`,
    until !== undefined && `until ${until}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? undefined : parts.join(", ");
}
