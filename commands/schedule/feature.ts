import { defineCommandGroup } from "../../src/interactions/define.ts";
import { scheduleAudit } from "./audit.ts";
import { add } from "./add.ts";
import { list } from "./list.ts";
import { defineFeature } from "../../src/feature.ts";
import { dayMs } from "../../src/time.ts";
import { bringForward } from "./delivery/advance.ts";
import { posting } from "./delivery/job.ts";
import { notingNotAllowed } from "./delivery/not-allowed-job.ts";
import { refreshing } from "./delivery/refresh-job.ts";

export const schedule = defineCommandGroup({
  name: "schedule",
  description: "Plan posts and live boards",
  subcommands: [add, list],
});

/** Nobody looks up older deliveries, and the schedule itself keeps the outcome of the last one. */
const deliveryTtlMs = 30 * dayMs;

export const scheduleFeature = defineFeature({
  commands: [schedule],
  audit: scheduleAudit,
  jobs: [posting, refreshing, notingNotAllowed],
  removals: [({ store, now }) => store.deliveries.removeBefore(now() - deliveryTtlMs)],
  whenClockSetBack: bringForward,
});
