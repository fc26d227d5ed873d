import type { NewOrder } from "../../src/api/contract/orders.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { embed } from "../../src/text/embed.ts";
import { counted } from "../../src/text/numbers.ts";
import { fitLines } from "../shared/lines.ts";
import type { Names } from "../shared/people.ts";
import { peopleFields } from "./render-order.ts";
import { itemLines } from "./words.ts";

const maxItemsLength = 3_000;

export interface PreviewFacts {
  readonly names: Names;
  /** The workspace is known to have an order of this number. */
  readonly isNumberTaken: boolean;
}

/** The question before an order is logged. */
export function renderPreview(order: NewOrder, { names, isNumberTaken }: PreviewFacts): Answer {
  const number = order.order_number === undefined ? "given by the workspace" : `#${order.order_number}`;
  return {
    embeds: [
      embed({
        title: "Log this order?",
        tone: isNumberTaken ? "waiting" : "information",
        description: [
          fitLines(itemLines(order.items), maxItemsLength),
          "",
          ...(isNumberTaken ? [`⚠️ The workspace already has an order ${number}.`] : []),
          "Once it is logged, I cannot change or withdraw it.",
        ].join("\n"),
        fields: [{ name: "Number", value: number, inline: true }, ...peopleFields(order, names)],
        footer: counted(order.items.length, "item"),
      }),
    ],
  };
}
