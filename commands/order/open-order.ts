import type { APIButtonComponentWithCustomId } from "discord.js";
import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { createButton, createButtonRow, createMenuRow } from "../../src/ui/buttons.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { findPlainName, type Names, readNames } from "../../src/ui/people.ts";
import { renderContext, type RenderContext } from "../../src/ui/render-context.ts";
import type { Order } from "../../src/api/contract/orders.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import type { Reply, Row } from "../../src/ui/reply.ts";
import { findListed } from "../kit/find-listed.ts";
import { canBeInButton } from "../kit/paged-list.ts";
import { type OrderText, toOrderText } from "./input.ts";
import { canBeOrdered, getItemNames } from "./items.ts";
import { listOrderPeople, renderOrder, renderOrderDetails } from "./render.ts";
import { toFormatsForOthers } from "../../src/ui/formats.ts";
import { sortOrdersNewestFirst } from "./filter.ts";
import { formatOrderName, joinItems } from "./text.ts";

/** An order as it is now. @throws UserError if it is gone */
export async function openOrder(orderId: string, ctx: LinkedContext): Promise<Reply> {
  const { order, render } = await readOrder(orderId, ctx);
  return {
    ...renderOrder(order, "", render),
    components: createButtonRow(...createCardButtons(order, ctx.link)),
    share: { renderForOthers: () => renderOrder(order, "", toFormatsForOthers(render)) },
  };
}

/** @throws UserError if it is gone */
async function readOrder(
  orderId: string,
  ctx: LinkedContext,
): Promise<{ readonly order: Order; readonly render: RenderContext }> {
  const { found: order } = await findOrder(orderId, ctx);
  if (order === undefined)
    throw new UserError(
      `This order is no longer among the ones I can read. Search again with ${ctx.commandMention("order search")}.`,
    );
  return { order, render: renderContext(ctx, await readNames(listOrderPeople(order), ctx)) };
}

/** One of the orders that there are at present, and all of them. */
function findOrder(orderId: string, ctx: LinkedContext) {
  const params = { workspaceId: ctx.workspaceId };
  return findListed(
    (options) => ctx.api.searchOrders({ params }, options),
    (orders) => orders.find(({ _id }) => _id === orderId),
    ctx,
  );
}

const detailsId = defineCustomId("order.details", { orderId: z.string().min(1) });

export const detailsButton = defineButton({
  id: detailsId,
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  async run({ orderId }, ctx) {
    const { order, render } = await readOrder(orderId, ctx);
    return renderOrderDetails(order, render);
  },
});

/** Below the card of one order. A read-only link offers nothing that changes the workspace. */
export function createCardButtons(
  { _id, items }: Order,
  { isReadOnly }: Pick<GuildLink, "isReadOnly">,
): readonly APIButtonComponentWithCustomId[] {
  return canBeInButton(_id)
    ? [
        ...(canBeOrdered(items) && !isReadOnly ? createRepeatButtons(_id) : []),
        createButton({ customId: detailsId.encode({ orderId: _id }), label: "Details" }),
      ]
    : [];
}

const loggedOrderId = defineCustomId("order.open", { orderId: z.string().min(1) });

/** Below a receipt; longer ids than the workspace is known to have don't fit into a button. */
export function createOpenOrderButtons(orderId = ""): readonly APIButtonComponentWithCustomId[] {
  return canBeInButton(orderId)
    ? [createButton({ customId: loggedOrderId.encode({ orderId }), label: "Open order" })]
    : [];
}

export const openOrderButton = defineButton({
  id: loggedOrderId,
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  run: ({ orderId }, ctx) => openOrder(orderId, ctx),
});

export const repeatedOrderId = defineCustomId("order.repeat", { orderId: z.string().min(1) });

/** Below each card of an order that can be logged, for everyone who may; none for an id that doesn't fit into a button. */
export function createRepeatButtons(orderId = ""): readonly APIButtonComponentWithCustomId[] {
  return canBeInButton(orderId)
    ? [createButton({ customId: repeatedOrderId.encode({ orderId }), label: "Order again" })]
    : [];
}

export const repeatMenuId = defineCustomId("order.repeat-one", {});

const maxRepeats = 10;

/** The last different orders that someone logged or that were for them, newest first. */
export function selectToRepeat(userId: string, orders: readonly Order[]): readonly Order[] {
  const different = new Map<string, Order>();
  for (const order of sortOrdersNewestFirst(orders)) {
    const { customer, submitted_by, items } = order;
    if (!canBeOrdered(items) || (customer !== userId && submitted_by !== userId)) continue;
    const key = JSON.stringify([customer, ...items.toSorted()]);
    if (!different.has(key)) different.set(key, order);
    if (different.size === maxRepeats) break;
  }
  return [...different.values()];
}

/** A menu that logs one of these orders again, after a preview; none without orders. */
export function createRepeatMenu(orders: readonly Order[], names: Names): readonly Row[] {
  const choices = orders.map(({ _id, order_number, items, customer }) => {
    const person = customer === undefined ? undefined : findPlainName(customer, names);
    return {
      value: _id,
      label: joinItems(items),
      description: joinParts([formatOrderName(order_number), person && `for ${person}`]),
    };
  });
  return createMenuRow(repeatMenuId.encode({}), "Order again", choices);
}

/** The items and the customer of an order as it is now, as text. @throws UserError if it is gone */
export async function readToRepeat(orderId: string, ctx: LinkedContext): Promise<OrderText> {
  const { list: orders, found: order } = await findOrder(orderId, ctx);
  if (order === undefined)
    throw new UserError(
      "The workspace no longer lists this order, so nothing was done. You can log it with `/order create`.",
    );
  const { items, customer } = order;
  const text = toOrderText({ items: [...items], customer }, getItemNames(orders));
  if (text.items === "")
    throw new UserError("The workspace lists no items for this order, so nothing was done.");
  return text;
}
