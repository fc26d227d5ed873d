import type { Row } from "../../../src/ui/reply.ts";
import { createMenuRow, createButtonRow, createButton } from "../../../src/ui/buttons.ts";
import { describeStatus, formatOrderName, joinItems } from "../text.ts";
import type { Order } from "../../../src/api/contract/orders.ts";
import { defineCustomId, withLinkKey } from "../../../src/interactions/custom-id.ts";

/** Opens the order chosen. */
export const boardOrderId = defineCustomId("orders.open", {});

/** Opens an empty order form. */
export const newOrderId = defineCustomId("orders.new", {});

/** Lists the open orders of the person pressing it. */
export const myOrdersId = defineCustomId("orders.mine", {});

export function createOrderControls(orders: readonly Order[], linkKey: string): readonly Row[] {
  const choices = orders.map(({ _id, order_number, status, items }) => {
    const { mark, label } = describeStatus(status);
    return {
      value: _id,
      label: `${mark} ${formatOrderName(order_number)} · ${label}`,
      description: joinItems(items),
    };
  });
  return [
    ...createMenuRow(withLinkKey(boardOrderId.encode({}), linkKey), "Open an order", choices),
    ...createButtonRow(
      createButton({
        customId: withLinkKey(newOrderId.encode({}), linkKey),
        label: "Log order",
        style: "primary",
      }),
      createMyOrdersButton(linkKey),
    ),
  ];
}

export function createMyOrdersButton(linkKey: string) {
  return createButton({ customId: withLinkKey(myOrdersId.encode({}), linkKey), label: "My orders" });
}
