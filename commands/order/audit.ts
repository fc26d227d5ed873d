import type { AuditActions } from "../../src/interactions/audit-action.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { shorten } from "../kit/audit-words.ts";
import { formatShortItems } from "./row.ts";

export const orderAudit = {
  "order.create": {
    label: "Log an order",
    say: (is, _target, { person }) => [
      "logged",
      "log",
      joinParts(
        [
          joinParts(["an order", is.list("items").slice(0, 4).map(shorten).join(", ")], ": "),
          is("customer") !== undefined && `for ${person(is("customer"))}`,
        ],
        " ",
      ),
    ],
    brief(is, _target, { person }) {
      if (is("customer") !== undefined) return `an order for ${person(is("customer"))}`;
      const items = is.list("items");
      return items.length === 0 ? "an order" : formatShortItems(items, 23);
    },
  },
  "settings.orders": {
    label: "Change which orders are done or old",
    say: (is) => [
      "changed",
      "change",
      joinParts(["when orders end", is("after") && shorten(is("after"))], ": "),
    ],
    brief: () => "when orders end",
  },
} as const satisfies AuditActions;
