import type { NewOrder } from "../../src/api/contract/orders.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { embed } from "../../src/text/embed.ts";
import { counted } from "../../src/text/numbers.ts";
import { fitLines } from "../shared/lines.ts";
import { peopleFields } from "./render-order.ts";
import { itemLines } from "./words.ts";

const maxItemsLength = 3_000;

/** The question before an order is logged. */
export function renderPreview(order: NewOrder): Answer {
  const number = order.order_number === undefined ? "given by the workspace" : `#${order.order_number}`;
  return {
    embeds: [
      embed({
        title: "Log this order?",
        description: [
          fitLines(itemLines(order.items), maxItemsLength),
          "",
          "Once it is logged, I cannot change or withdraw it.",
        ].join("\n"),
        fields: [{ name: "Number", value: number, inline: true }, ...peopleFields(order)],
        footer: counted(order.items.length, "item"),
      }),
    ],
  };
}
