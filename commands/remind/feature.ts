import { defineCommand } from "../../src/interactions/define.ts";
import { reminderComponents, listReminders } from "./list.ts";
import { defineFeature } from "../../src/feature.ts";
import { dayMs } from "../../src/time.ts";
import { remindAudit } from "./audit.ts";
import { reminderMessage, reminders as reminding } from "./job.ts";
import { noticeMessage, notices } from "./notice/job.ts";

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
  jobs: [reminding, notices],
  purposes: [reminderMessage, noticeMessage],
  removals: [({ store, now }) => store.notices.removeBefore(now() - noticeTtlMs)],
});
