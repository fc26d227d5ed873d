import type { Order } from "../../src/api/contract/orders.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { inert } from "../../src/text/inert.ts";
import { readInstant, timeMark } from "../../src/text/time.ts";
import { joined } from "../shared/lines.ts";
import { type Names, personWords } from "../shared/people.ts";
import { itemsLine, orderName, statusWords } from "./words.ts";

/** What an order board tells beside the board itself. */
export type ToldChange = "ready" | "stuck";

/** One line that says what became of an order. Names in it ping nobody. */
export function renderOrderChange(change: ToldChange, order: Order, names: Names): Answer {
  const name = `**${orderName(order.order_number)}**`;
  const items = itemsLine(order.items, 80);
  if (change === "ready") {
    const customer = order.customer !== undefined && `for ${personWords(order.customer, names)}`;
    return { content: joined([`🛎️ ${name} is ready for pickup`, items, customer]) };
  }
  const { mark, words } = statusWords(order.status);
  const since = readInstant(order.updatedAt ?? order.createdAt);
  return {
    content: joined([
      `⚠️ ${name} is stuck`,
      joined([`${mark} ${inert(words)}`, since && timeMark(since, "R")], " "),
      items,
      order.prepared_by !== undefined && `prepared by ${personWords(order.prepared_by, names)}`,
    ]),
  };
}
