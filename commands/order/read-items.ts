import { itemLimits, parseItems } from "../../src/domain/order-items.ts";
import { UserError } from "../../src/errors.ts";
import { grouped } from "../../src/text/numbers.ts";

/** @throws UserError when a text names no items, too many, or one that is too long */
export function readItems(text: string): readonly string[] {
  const parsed = parseItems(text);
  switch (parsed.kind) {
    case "items":
      return parsed.items;
    case "none":
      throw new UserError(
        "That names no item, so nothing was sent. Write what was ordered, separated by commas, for example `Latte, Croissant`.",
      );
    case "too-many":
      throw new UserError(
        `Those are ${grouped(parsed.count)} items, and one order takes at most ${itemLimits.count}. Nothing was sent. Please split them into several orders.`,
      );
    case "too-long":
      throw new UserError(
        `Item ${parsed.position} is ${grouped(parsed.length)} characters long, and an item may have at most ${itemLimits.length}. Nothing was sent. Shorten it, or separate it with commas if it is several items.`,
      );
    default:
      return parsed satisfies never;
  }
}
