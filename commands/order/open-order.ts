import type { APIButtonComponentWithCustomId } from "discord.js";
import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { createButton } from "../../src/ui/buttons.ts";
import { readNames } from "../../src/ui/people.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { canBeInButton } from "../kit/page-buttons.ts";
import { listOrderPeople, renderOrder } from "./render-order.ts";
import { toFormatsForOthers } from "../../src/ui/formats.ts";

/** An order as it is now. @throws UserError if it is gone */
export async function openOrder(orderId: string, ctx: LinkedContext): Promise<Reply> {
  const { api, workspaceId, commandMention } = ctx;
  const orders = await api.searchOrders({ params: { workspaceId } });
  const order = orders.find(({ _id }) => _id === orderId);
  if (order === undefined)
    throw new UserError(
      `This order is no longer among the ones I can read, so there's nothing to show. Search again with ${commandMention("order search")}.`,
    );
  const names = await readNames(listOrderPeople(order), ctx);
  const render = renderContext(ctx, names);
  return {
    ...renderOrder(order, "", render),
    share: { renderForOthers: () => renderOrder(order, "", toFormatsForOthers(render)) },
  };
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
