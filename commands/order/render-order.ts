import type { CreatedOrder, Order } from "../../src/api/contract/orders.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { embed, type EmbedFieldParts } from "../../src/text/embed.ts";
import { code, inert } from "../../src/text/inert.ts";
import { nearAndExact, readInstant } from "../../src/text/time.ts";
import { fitLines, joined, smallPrint } from "../shared/lines.ts";
import { type Names, personWords } from "../shared/people.ts";
import type { CallNames } from "./call-names.ts";
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
          ...gameFields(order),
        ],
        footer,
        at: now,
      }),
    ],
  };
}

export interface ReceiptFacts {
  readonly names: Names;
  readonly callNames: CallNames;
  readonly loggedBy: string;
  /** Clickable name of the command that finds the order again. */
  readonly searchMention: string;
}

export function renderReceipt(
  order: CreatedOrder,
  { names, callNames, loggedBy, searchMention }: ReceiptFacts,
): Answer {
  return {
    embeds: [
      embed({
        tone: "done",
        title: `${orderName(order.order_number)} logged`,
        description: [
          orderText(order),
          smallPrint(`Logged by <@${loggedBy}> · see how it goes on with ${searchMention}`),
        ].join("\n"),
        fields: [...peopleFields(order, names, callNames), ...gameFields(order)],
      }),
    ],
  };
}

/** Where it was placed, as far as the workspace says: it names neither games nor their servers. */
function gameFields({ game_id: game, job_id: job }: CreatedOrder): readonly EmbedFieldParts[] {
  const fields = [
    ["Game", game],
    ["Game server", job],
  ] as const;
  return fields.flatMap(([name, id]) => (id?.trim() ? [{ name, value: code(id, 60), inline: true }] : []));
}

/** The people of an order, each only when known. */
export function peopleFields(
  order: Partial<Pick<Order, "customer" | "submitted_by" | "prepared_by" | "picked_up_by">>,
  names: Names,
  callNames: CallNames = new Map(),
): readonly EmbedFieldParts[] {
  const people = [
    ["Customer", order.customer],
    ["Submitted by", order.submitted_by],
    ["Prepared by", order.prepared_by],
    ["Picked up by", order.picked_up_by],
  ] as const;
  return people.flatMap(([name, userId]) =>
    userId === undefined
      ? []
      : [{ name, value: callWords(userId, callNames) || personWords(userId, names), inline: true }],
  );
}

function callWords(userId: string, callNames: CallNames): string {
  return inert(callNames.get(userId) ?? "", 60);
}

function sameMoment(a: Temporal.Instant | undefined, b: Temporal.Instant): boolean {
  return a !== undefined && Temporal.Instant.compare(a, b) === 0;
}

function orderText(order: CreatedOrder): string {
  const created = readInstant(order.createdAt);
  const changed = readInstant(order.updatedAt);
  const small = joined([
    order._id !== undefined && `Id ${code(order._id)}`,
    created && `logged ${nearAndExact(created)}`,
    changed && !sameMoment(created, changed) && `changed ${nearAndExact(changed)}`,
  ]);
  return joined(
    [
      fitLines(itemLines(order.items), maxItemsLength) || "No items",
      small === "" ? undefined : smallPrint(small),
    ],
    "\n",
  );
}
