import { defineCommandGroup } from "../../src/interactions/define.ts";
import { add } from "./add.ts";
import { list } from "./list.ts";
import { defineFeature } from "../../src/feature.ts";
import { dayMs } from "../../src/time.ts";
import { bringForward } from "./delivery/advance.ts";
import { posting } from "./delivery/job.ts";
import { makerMessage, pauseNews } from "./delivery/pause.ts";
import { createDeliveries } from "./delivery/store.ts";
import { notingNotAllowed, refreshing } from "./delivery/refresh-job.ts";
import { createSchedules, describeKind, describeKindBriefly } from "../boards/index.ts";
import type { AuditAction, AuditActions, Facts } from "../../src/interactions/audit-action.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { describePlanned } from "./settings.ts";
import { mentionChannel, shorten } from "../kit/audit-words.ts";

const scheduleAudit = {
  "schedule.add": ofSchedule("Add a schedule", "Added a schedule", "added", "add"),
  "schedule.add-pack": {
    label: "Add several schedules",
    done: "Added several schedules",
    describesChange: true,
    say: () => ["added", "add", "several schedules"],
  },
  "schedule.edit": ofSchedule("Change a schedule", "Changed a schedule", "changed", "change"),
  "schedule.pause": ofSchedule("Pause a schedule", "Paused a schedule", "paused", "pause"),
  "schedule.remove": ofSchedule("Remove a schedule", "Removed a schedule", "removed", "remove"),
  "schedule.resume": ofSchedule("Resume a schedule", "Resumed a schedule", "resumed", "resume"),
  "schedule.run": ofSchedule("Post a schedule now", "Posted a schedule", "posted", "post"),
} as const satisfies AuditActions;

function ofSchedule(label: string, done: string, did: string, todo: string): AuditAction {
  return {
    label,
    done,
    describesChange: true,
    describeRest: describePlanned,
    say: (is) => [did, todo, `the schedule ${describeSchedule(is)}`],
    brief: describeBriefly,
  };
}

function describeSchedule(is: Facts): string {
  const kind = is("kind") ?? is("plan", "kind");
  const place = is("channelId") ?? is("plan", "channelId");
  if (kind === undefined) return "of this server";
  return joinParts(
    [`**${shorten(describeKind(kind))}**`, place !== undefined && `in ${mentionChannel(place)}`],
    " ",
  );
}

/** What it posts: with a channel it rarely fits. */
function describeBriefly(is: Facts): string {
  const kind = is("kind") ?? is("plan", "kind");
  return kind === undefined ? "a schedule" : `**${shorten(describeKindBriefly(kind))}**`;
}

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
  createStores: ({ db, shared, aloneInGuild, inRelaxedTransaction, isServed }) => ({
    schedules: createSchedules(db, aloneInGuild, inRelaxedTransaction, isServed),
    deliveries: createDeliveries(db, shared, isServed),
  }),
  jobs: [posting, refreshing, notingNotAllowed],
  purposes: [makerMessage, pauseNews],
  removals: [({ store, now }) => store.deliveries.removeBefore(now() - deliveryTtlMs)],
  whenClockSetBack: bringForward,
});
