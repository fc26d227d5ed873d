import { defineCommandGroup } from "../../src/interactions/define.ts";
import type { Command } from "../../src/interactions/handler.ts";
import { orderAudit } from "./audit.ts";
import { create } from "./create.ts";
import { search } from "./search.ts";
import { defineFeature } from "../../src/feature.ts";
import { dayMs } from "../../src/time.ts";
import { orderFromMessage } from "./from-message.ts";
import { orderStepTtlMs } from "./step-log.ts";
import { ordersSetting } from "./settings.ts";

export const order: Command = defineCommandGroup({
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
  removals: [
    ({ store, now }) => store.orderAlerts.removeBefore(now() - alertTtlMs),
    ({ store, now }) => store.orderSteps.removeBefore(now() - orderStepTtlMs),
  ],
});
