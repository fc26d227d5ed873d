import { defineCommand } from "../../src/interactions/define.ts";
import { reminderComponents, listReminders } from "./list.ts";
import { type ReminderKind, reminderKinds } from "./kinds.ts";
import { defineFeature } from "../../src/feature.ts";
import { dayMs } from "../../src/time.ts";
import { reminderMessage, reminders as reminding } from "./job.ts";
import { noticeMessage, notices } from "./notice/job.ts";
import { createNotices, removeNotices } from "./notice/store.ts";
import { createReminders } from "./store.ts";
import type { AuditActions } from "../../src/interactions/audit-action.ts";
import { joinParts } from "../../src/ui/lines.ts";

const remindAudit = {
  "remind.off": {
    label: "Turn reminders off",
    done: "Turned reminders off",
    say: (is) => ["turned", "turn", `their reminder off${describeSubject(is("kind"))}`],
    brief: () => "a reminder off",
  },
  "remind.on": {
    label: "Turn reminders on",
    done: "Turned reminders on",
    say: (is) => [
      "turned",
      "turn",
      joinParts(
        [
          `their reminder on${describeSubject(is("kind"))}`,
          is("after") && `${is("after")} hours before the week ends`,
        ],
        ", ",
      ),
    ],
    brief: () => "a reminder on",
  },
} as const satisfies AuditActions;

const subjects: Readonly<Record<ReminderKind, string>> = {
  week: "",
  assignment: " for new assignments",
  marked: " for marked weeks",
  order: " for ready orders",
};

/** ` for ready orders` */
function describeSubject(kind = ""): string {
  const known = reminderKinds.find((each) => each === kind);
  return known === undefined ? "" : subjects[known];
}

const remind = defineCommand({
  name: "remind",
  description: "Get private reminders of your week, assignments and orders, or stop them",
  // Former staff must still be able to stop them.
  access: "everyone",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  components: reminderComponents,
  run: (_asked, ctx) => listReminders(ctx),
});

/** Nobody wants to hear of anything older. */
const noticeTtlMs = 90 * dayMs;

export const remindFeature = defineFeature({
  commands: [remind],
  audit: remindAudit,
  createStores: ({ db, shared, isServed }) => ({
    reminders: createReminders(db, shared, isServed),
    notices: createNotices(db, isServed),
  }),
  whenDisconnected: removeNotices,
  jobs: [reminding, notices],
  purposes: [reminderMessage, noticeMessage],
  removals: [({ store, now }) => store.notices.removeBefore(now() - noticeTtlMs)],
});
