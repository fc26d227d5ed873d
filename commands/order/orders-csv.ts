import type { Order } from "../../src/api/contract/orders.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { csvLines, type CsvTable } from "../../src/ui/csv-file.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { describeStatus, itemsText } from "../../src/ui/order-text.ts";
import { type Names, namesOf, personPlain } from "../../src/ui/people.ts";
import { orderPeople } from "./logged-order.ts";

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
  const lines = await scheduler.runExclusive(guildId, () =>
    csvLines(
      orders,
      (order) => cellsOf(order, names),
      () => scheduler.pause(guildId),
    ),
  );
  const day = Temporal.Instant.fromEpochMilliseconds(now()).toString().slice(0, 10);
  const about = filtered === undefined ? "" : ` (${filtered})`;
  return {
    name: `orders-${day}`,
    summary: `${pluralize(orders.length, "order")}, newest first, as a table${about}.`,
    head: [
      "Number",
      "Id",
      "Status",
      "Status in the service",
      "Logged (UTC)",
      "Changed (UTC)",
      "Items",
      "Customer",
      "Customer id",
      "Submitted by",
      "Submitted by id",
      "Prepared by",
      "Prepared by id",
      "Picked up by",
      "Picked up by id",
    ],
    lines,
  };
}

function cellsOf(order: Order, names: Names) {
  const { order_number, _id, status, createdAt, updatedAt, items } = order;
  const { customer, submitted_by, prepared_by, picked_up_by } = order;
  return [
    order_number,
    _id,
    describeStatus(status).label,
    status,
    createdAt,
    updatedAt,
    itemsText(items),
    ...[customer, submitted_by, prepared_by, picked_up_by].flatMap((userId) => [
      userId === undefined ? undefined : personPlain(userId, names),
      userId,
    ]),
  ];
}
