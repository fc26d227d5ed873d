import type { Order } from "../../src/api/contract/orders.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { csvLines, type CsvTable } from "../../src/ui/csv-file.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { describeStatus, itemsText } from "../../src/ui/order-text.ts";
import { type Names, namesOf, personPlain } from "../../src/ui/people.ts";
import { parseInstant } from "../../src/ui/time.ts";
import { guildZone } from "../kit/zone-option.ts";
import { orderPeople } from "./render-order.ts";

/** Names of more people aren't looked for; their ids are in the table in any case. */
const maxNames = 2_000;

/** @param filtered the filters in words */
export async function ordersTable(
  orders: readonly Order[],
  filtered: string | undefined,
  ctx: LinkedContext,
): Promise<CsvTable> {
  const people = [...new Set(orders.flatMap(orderPeople))].slice(0, maxNames);
  const names = await namesOf(people, ctx);
  const { scheduler, guildId, now } = ctx;
  const zone = (await guildZone(ctx)) ?? "UTC";
  const lines = await scheduler.runExclusive(guildId, () =>
    csvLines(
      orders,
      (order) => columns.map(({ cell }) => cell(order, names, zone)),
      () => scheduler.pause(guildId),
    ),
  );
  const day = Temporal.Instant.fromEpochMilliseconds(now()).toString().slice(0, 10);
  const about = filtered === undefined ? "" : ` (${filtered})`;
  return {
    name: `orders-${day}`,
    summary: `${pluralize(orders.length, "order")}, newest first, as a table${about}.`,
    zone,
    head: columns.map(({ head }) => head),
    lines,
  };
}

interface Column {
  readonly head: string;
  readonly cell: (order: Order, names: Names, zone: string) => string | number | undefined;
}

const columns: readonly Column[] = [
  { head: "Number", cell: ({ order_number }) => order_number },
  { head: "Id", cell: ({ _id }) => _id },
  { head: "Status", cell: ({ status }) => describeStatus(status).label },
  { head: "Status in the service", cell: ({ status }) => status },
  { head: "Logged", cell: ({ createdAt }, _names, zone) => localTime(createdAt, zone) },
  { head: "Changed", cell: ({ updatedAt }, _names, zone) => localTime(updatedAt, zone) },
  { head: "Items", cell: ({ items }) => itemsText(items) },
  ...person("Customer", ({ customer }) => customer),
  ...person("Submitted by", ({ submitted_by }) => submitted_by),
  ...person("Prepared by", ({ prepared_by }) => prepared_by),
  ...person("Picked up by", ({ picked_up_by }) => picked_up_by),
];

/** `2026-11-18 11:24:05`, which spreadsheets take for a time; what isn't one stays as the service wrote it. */
function localTime(text: string | undefined, zone: string): string | undefined {
  const local = parseInstant(text)?.toZonedDateTimeISO(zone).toPlainDateTime();
  return local?.toString({ smallestUnit: "second" }).replace("T", " ") ?? text;
}

/** A column with the name, and one with the id. */
function person(head: string, idOf: (order: Order) => string | undefined): readonly Column[] {
  return [
    {
      head,
      cell(order, names) {
        const userId = idOf(order);
        return userId === undefined ? undefined : personPlain(userId, names);
      },
    },
    { head: `${head} id`, cell: idOf },
  ];
}
