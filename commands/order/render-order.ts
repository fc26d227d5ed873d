import { receipt } from "../../src/ui/receipt.ts";
import type { RenderContext } from "../../src/ui/render-context.ts";
import type { CreatedOrder, NewOrder, Order } from "../../src/api/contract/orders.ts";
import { embed, type EmbedFieldParts } from "../../src/ui/embed.ts";
import { escapeMarkdown, inlineCode } from "../../src/ui/escape.ts";
import { fitLines, joinParts, subtext } from "../../src/ui/lines.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { describeStatus, itemLines, orderName } from "../../src/ui/order-text.ts";
import { describeOnCard, type Names } from "../../src/ui/people.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { parseInstant, relativeAndExact } from "../../src/ui/time.ts";

/** Leaves room for the small print below. */
const maxItemsLength = 3_000;

/** @param footer how the order was found */
export function renderOrder(order: Order, footer: string, { names, now }: RenderContext): Reply {
  const { mark, label } = describeStatus(order.status);
  return {
    embeds: [
      embed({
        title: orderName(order.order_number),
        description: orderText(order),
        fields: [
          { name: "Status", value: `${mark} ${escapeMarkdown(label)}`, inline: true },
          ...peopleFields(order, names),
          ...gameFields(order),
        ],
        footer,
        at: now,
      }),
    ],
  };
}

/** @param usually how long orders take here, in words, if that is known */
export function renderOrderReceipt(
  order: CreatedOrder,
  usually: string | undefined,
  ctx: RenderContext,
): Reply {
  return receipt(
    {
      title: `${orderName(order.order_number)} logged`,
      verb: "Logged",
      lines: [itemsText(order), usually !== undefined && `${usually}.`],
      facts: [order._id !== undefined && `Id ${inlineCode(order._id)}`],
      next: `Check its status with ${ctx.commandMention("order search")}`,
      fields: [...peopleFields(order, ctx.names), ...gameFields(order)],
    },
    ctx,
  );
}

/** Where it was placed, as far as the workspace says: it has no names for games or their servers. */
function gameFields({ game_id: game, job_id: job }: CreatedOrder): readonly EmbedFieldParts[] {
  const fields = [
    ["Game", game],
    ["Game server", job],
  ] as const;
  return fields.flatMap(([name, id]) =>
    id?.trim() ? [{ name, value: inlineCode(id, 60), inline: true }] : [],
  );
}

type OrderPeople = Partial<Pick<Order, "customer" | "submitted_by" | "prepared_by" | "picked_up_by">>;

/** The people of an order, as far as known. */
function peopleFields(order: OrderPeople, names: Names): readonly EmbedFieldParts[] {
  const people = [
    ["Customer", order.customer],
    ["Submitted by", order.submitted_by],
    ["Prepared by", order.prepared_by],
    ["Picked up by", order.picked_up_by],
  ] as const;
  return people.flatMap(([name, userId]) =>
    userId === undefined ? [] : [{ name, value: describeOnCard(userId, names), inline: true }],
  );
}

function sameMoment(a: Temporal.Instant | undefined, b: Temporal.Instant): boolean {
  return a !== undefined && Temporal.Instant.compare(a, b) === 0;
}

function orderText(order: CreatedOrder): string {
  const created = parseInstant(order.createdAt);
  const changed = parseInstant(order.updatedAt);
  const small = joinParts([
    order._id !== undefined && `Id ${inlineCode(order._id)}`,
    created && `logged ${relativeAndExact(created)}`,
    changed && !sameMoment(created, changed) && `changed ${relativeAndExact(changed)}`,
  ]);
  return joinParts([itemsText(order), small === "" ? undefined : subtext(small)], "\n");
}

function itemsText({ items }: CreatedOrder): string {
  return fitLines(itemLines(items), maxItemsLength) || "No items";
}

const maxPreviewItemsLength = 3_000;

/**
 * The preview before an order is logged.
 * @param isNumberTaken whether the workspace is known to have an order with this number
 */
export function renderOrderPreview(order: NewOrder, isNumberTaken: boolean, { names }: RenderContext): Reply {
  const number = order.order_number === undefined ? "next free number" : `#${order.order_number}`;
  return {
    embeds: [
      embed({
        title: "Log this order?",
        tone: isNumberTaken ? "waiting" : "information",
        description: [
          fitLines(itemLines(order.items), maxPreviewItemsLength),
          "",
          ...(isNumberTaken ? [`⚠️ The workspace already has an order ${number}.`] : []),
          "I can't change or delete an order once it's logged.",
        ].join("\n"),
        fields: [{ name: "Number", value: number, inline: true }, ...peopleFields(order, names)],
        footer: pluralize(order.items.length, "item"),
      }),
    ],
  };
}
