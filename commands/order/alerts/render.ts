import type { Order } from "../../../src/api/contract/orders.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { escapeMarkdown } from "../../../src/ui/escape.ts";
import { parseInstant, labelMoment } from "../../../src/ui/time.ts";
import { joinParts } from "../../../src/ui/lines.ts";
import { type Names, formatUnnamed } from "../../../src/ui/people.ts";
import { describeOrderPerson, describeStatus, formatItemsLine, formatOrderName } from "../text.ts";
import type { Formats } from "../../../src/ui/formats.ts";

/** Changes that an order board announces in a separate message. */
export type OrderChangeNotice = "ready" | "stuck";

/** One line about an order. Names in it ping nobody. */
export function renderOrderChange(
  change: OrderChangeNotice,
  order: Order,
  ctx: Formats & { readonly names: Names },
): Reply {
  const { names } = ctx;
  const name = `**${formatOrderName(order.order_number)}**`;
  const items = formatItemsLine(order.items, 80);
  if (change === "ready") {
    const customer = order.customer !== undefined && `for ${describeOrderPerson(order.customer, names)}`;
    const line = joinParts([`🛎️ ${name} is ready for pickup`, items, customer]);
    return { content: joinParts([line, formatUnnamed([order.customer], names)], "\n") };
  }
  const { mark, label } = describeStatus(order.status);
  const since = parseInstant(order.updatedAt ?? order.createdAt);
  return {
    content: joinParts(
      [
        joinParts([
          `⚠️ ${name} is stuck`,
          since === undefined
            ? `${mark} ${escapeMarkdown(label)}`
            : labelMoment(`${mark} ${escapeMarkdown(label)}`, since, "R", ctx),
          items,
          order.prepared_by !== undefined && `prepared by ${describeOrderPerson(order.prepared_by, names)}`,
        ]),
        formatUnnamed([order.prepared_by], names),
      ],
      "\n",
    ),
  };
}
