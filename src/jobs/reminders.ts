import { renderPublicReminder, renderReminder } from "../../commands/remind/render-reminder.ts";
import type { Assignment } from "../api/contract/assignments.ts";
import { ApiError, ContractError } from "../api/errors.ts";
import { UserError } from "../errors.ts";
import type { DueReminder } from "../store/reminders.ts";
import { readInstant } from "../text/time.ts";
import type { Job, JobTools } from "./job.ts";
import { inBackground } from "./posting/in-background.ts";
import { severalAtOnce } from "./several-at-once.ts";

const mostAtATime = 1_000;
const atOnce = 4;
/** The end of a week is told a little differently from place to place. */
const toleranceMs = 12 * 60 * 60_000;

/** Tells people who asked for it what they have not reached yet, so many hours before their week resets. */
export const reminders: Job = {
  name: "reminders",
  cron: "37 * * * * *",
  async run(tools) {
    const due = await tools.ctx.store.reminders.due(tools.ctx.now(), mostAtATime);
    await severalAtOnce(due, atOnce, (reminder) => remind(reminder, tools));
  },
};

/** Never rejects. What cannot be read now is tried again in a minute; what was marked never is. */
async function remind(reminder: DueReminder, tools: JobTools): Promise<void> {
  const { ctx } = tools;
  const { guildId, discordUserId, weekStart, linkKey, channelId } = reminder;
  try {
    const { link, api } = await tools.openLink({ guildId, channelId, linkKey });
    const params = { workspaceId: link.workspaceId, staffId: reminder.userId };
    const { assigned } = await inBackground(api).getAssignments({ params }, { fresh: true });
    // Marked before it is sent: whatever breaks from here on, nobody is reminded twice.
    if (!(await ctx.store.reminders.mark(guildId, discordUserId, weekStart))) return;
    const missing = assigned.filter((assignment) => isMissing(assignment, reminder));
    if (missing.length === 0) return;
    const resetsAt = Temporal.Instant.fromEpochMilliseconds(reminder.endsAt);
    const view = { guildId, discordUserId, workspaceName: link.name, missing, resetsAt };
    if (await ctx.messenger.tell(discordUserId, renderReminder(view))) return;
    await ctx.messenger.post(channelId, renderPublicReminder(view));
  } catch (error) {
    const isExpected =
      error instanceof ApiError || error instanceof ContractError || error instanceof UserError;
    ctx.log[isExpected ? "debug" : "warn"]("a reminder could not be given", { guildId, error });
  }
}

/** When the week has turned over meanwhile, what is due belongs to the next one. */
function isMissing({ active, target, completed, due }: Assignment, { endsAt }: DueReminder): boolean {
  const dueMs = readInstant(due)?.epochMilliseconds;
  const isOfWeek = dueMs !== undefined && Math.abs(dueMs - endsAt) <= toleranceMs;
  return active && target > 0 && completed < target && isOfWeek;
}
