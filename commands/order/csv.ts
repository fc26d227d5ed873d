import type { Order } from "../../src/api/contract/orders.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { formatCsvLines, type CsvTable } from "../../src/ui/csv-file.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { describeStatus, joinItems } from "./text.ts";
import { type Names, readNames, formatPlainPerson } from "../../src/ui/people.ts";
import { getDateIn, parseInstant } from "../../src/ui/time.ts";
import { readGuildZone } from "../kit/zone-option.ts";
import { listOrderPeople } from "./render.ts";

/** Names of more people aren't looked for; their ids are in the table in any case. */
const maxNames = 2_000;

/** @param filtered the filters in words */
export async function createOrdersTable(
  orders: readonly Order[],
  filtered: string | undefined,
  ctx: LinkedContext,
): Promise<CsvTable> {
  const people = [...new Set(orders.flatMap(listOrderPeople))].slice(0, maxNames);
  const names = await readNames(people, ctx);
  const { scheduler, guildId, now } = ctx;
  const zone = (await readGuildZone(ctx)) ?? "UTC";
  const lines = await scheduler.runExclusive(guildId, () =>
    formatCsvLines(
      orders,
      (order) => columns.map(({ cell }) => cell(order, names, zone)),
      () => scheduler.pause(guildId),
    ),
  );
  const about = filtered === undefined ? "" : ` (${filtered})`;
  return {
    name: `orders-${getDateIn(zone, now()).toString()}`,
    summary: `${pluralize(orders.length, "order")}, newest first, as a table${about}.`,
    zone: { of: "Times", name: zone },
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
  { head: "Logged", cell: ({ createdAt }, _names, zone) => formatLocalTime(createdAt, zone) },
  { head: "Changed", cell: ({ updatedAt }, _names, zone) => formatLocalTime(updatedAt, zone) },
  { head: "Items", cell: ({ items }) => joinItems(items) },
  ...createPersonColumns("Customer", ({ customer }) => customer),
  ...createPersonColumns("Submitted by", ({ submitted_by }) => submitted_by),
  ...createPersonColumns("Prepared by", ({ prepared_by }) => prepared_by),
  ...createPersonColumns("Picked up by", ({ picked_up_by }) => picked_up_by),
];

/** `2026-11-18 11:24:05`, which spreadsheets take for a time; what isn't one stays as the service wrote it. */
function formatLocalTime(text: string | undefined, zone: string): string | undefined {
  const local = parseInstant(text)?.toZonedDateTimeISO(zone).toPlainDateTime();
  return local?.toString({ smallestUnit: "second" }).replace("T", " ") ?? text;
}

/** A column with the name, and one with the id. */
function createPersonColumns(head: string, getId: (order: Order) => string | undefined): readonly Column[] {
  return [
    {
      head,
      cell(order, names) {
        const userId = getId(order);
        return userId === undefined ? undefined : formatPlainPerson(userId, names);
      },
    },
    { head: `${head} id`, cell: getId },
  ];
}
