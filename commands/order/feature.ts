import { defineCommandGroup } from "../../src/interactions/define.ts";
import type { Command } from "../../src/interactions/handler.ts";
import { create } from "./create.ts";
import { search } from "./search.ts";
import { defineFeature } from "../../src/feature.ts";
import { dayMs } from "../../src/time.ts";
import { orderFromMessage } from "./from-message.ts";
import { orderStepTtlMs } from "./step-log.ts";
import { createOrderSteps } from "./step-store.ts";
import { createOrderAlerts } from "./alerts/store.ts";
import { ordersSetting } from "./settings.ts";
import type { AuditActions } from "../../src/interactions/audit-action.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { shorten } from "../kit/audit-words.ts";
import { formatShortItems } from "./text.ts";

const orderAudit = {
  "order.create": {
    label: "Log an order",
    done: "Logged an order",
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
    done: "Changed which orders are done or old",
    say: (is) => [
      "changed",
      "change",
      joinParts(["when orders end", is("after") && shorten(is("after"))], ": "),
    ],
    brief: () => "when orders end",
  },
} as const satisfies AuditActions;

const order: Command = defineCommandGroup({
  name: "order",
  description: "Log and find orders",
  subcommands: [create, search],
});

/** No order takes this long, and nobody wants alerts about older ones. */
const alertTtlMs = 90 * dayMs;

export const orderFeature = defineFeature({
  commands: [order, orderFromMessage],
  audit: orderAudit,
  settings: [ordersSetting],
  createStores: ({ db, shared, inRelaxedTransaction }) => ({
    orderAlerts: createOrderAlerts(db),
    orderSteps: createOrderSteps(db, shared, inRelaxedTransaction),
  }),
  removals: [
    ({ store, now }) => store.orderAlerts.removeBefore(now() - alertTtlMs),
    ({ store, now }) => store.orderSteps.removeBefore(now() - orderStepTtlMs),
  ],
});
