import type { Order } from "../../src/api/contract/orders.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { embed, type EmbedFieldParts } from "../../src/text/embed.ts";
import { code, inert } from "../../src/text/inert.ts";
import { nearAndExact, readInstant } from "../../src/text/time.ts";
import { fitLines, joined, smallPrint } from "../shared/lines.ts";
import { type Names, personWords } from "../shared/people.ts";
import { itemLines, orderName, statusWords } from "./words.ts";

/** Leaves room for the small print below. */
const maxItemsLength = 3_000;

export interface OrderFacts {
  readonly names: Names;
  /** Says how the order was found. */
  readonly footer: string;
  readonly now: Temporal.Instant;
}

export function renderOrder(order: Order, { names, footer, now }: OrderFacts): Answer {
  const { mark, words } = statusWords(order.status);
  return {
    embeds: [
      embed({
        title: orderName(order.order_number),
        description: orderText(order),
        fields: [
          { name: "Status", value: `${mark} ${inert(words)}`, inline: true },
          ...peopleFields(order, names),
        ],
        footer,
        at: now,
      }),
    ],
  };
}

export interface ReceiptFacts {
  readonly names: Names;
  readonly loggedBy: string;
  /** Clickable name of the command that finds the order again. */
  readonly searchMention: string;
}

export function renderReceipt(order: Order, { names, loggedBy, searchMention }: ReceiptFacts): Answer {
  return {
    embeds: [
      embed({
        tone: "done",
        title: `${orderName(order.order_number)} logged`,
        description: [
          orderText(order),
          smallPrint(`Logged by <@${loggedBy}> · see how it goes on with ${searchMention}`),
        ].join("\n"),
        fields: peopleFields(order, names),
      }),
    ],
  };
}

/** The people of an order, each only when known. */
export function peopleFields(
  order: Partial<Pick<Order, "customer" | "submitted_by" | "prepared_by" | "picked_up_by">>,
  names: Names,
): readonly EmbedFieldParts[] {
  const people = [
    ["Customer", order.customer],
    ["Submitted by", order.submitted_by],
    ["Prepared by", order.prepared_by],
    ["Picked up by", order.picked_up_by],
  ] as const;
  return people.flatMap(([name, userId]) =>
    userId === undefined ? [] : [{ name, value: personWords(userId, names), inline: true }],
  );
}

function sameMoment(a: Temporal.Instant | undefined, b: Temporal.Instant): boolean {
  return a !== undefined && Temporal.Instant.compare(a, b) === 0;
}

function orderText(order: Order): string {
  const created = readInstant(order.createdAt);
  const changed = readInstant(order.updatedAt);
  return joined(
    [
      fitLines(itemLines(order.items), maxItemsLength) || "No items",
      smallPrint(
        joined([
          `Id ${code(order._id)}`,
          created && `logged ${nearAndExact(created)}`,
          changed && !sameMoment(created, changed) && `changed ${nearAndExact(changed)}`,
        ]),
      ),
    ],
    "\n",
  );
}
